"""JSON files of translations: i18next, FormatJS, Vue, Angular, Chrome, ARB of Flutter and their kin."""

from mitgemeint.analysis.documents.model import Parsed
from mitgemeint.analysis.documents.translation import json_events
from mitgemeint.analysis.documents.translation.json_events import EventKind, JsonReader
from mitgemeint.analysis.documents.translation.message import Style
from mitgemeint.analysis.documents.translation.tree import Tree

escape = json_events.escape


def parse(text: str) -> Parsed:
    """Blocks of a JSON file of translations: one or more for each string that is German prose."""
    reader, tree = JsonReader(text), Tree()
    style = Style(json_events.escape_for(text))
    for event in reader.events():
        match event.kind:
            case EventKind.OPEN:
                tree.open(event.key)
            case EventKind.CLOSE:
                tree.close()
            case EventKind.STRING:
                tree.value(event.key, json_events.literal(text, event.start, event.end), style)
    blocks = list(tree.blocks())
    return Parsed(blocks, tuple(sorted([*reader.comments, *tree.notes])))
