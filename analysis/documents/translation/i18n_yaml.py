"""YAML files of translations, as Rails and many site generators have them, by PyYAML's parser.

Its events say where each scalar stands; a broken file is read up to the place where it breaks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from mitgemeint.analysis.documents.literal import Escape
from mitgemeint.analysis.documents.model import Parsed, Span
from mitgemeint.analysis.documents.translation import yaml_scalars
from mitgemeint.analysis.documents.translation.message import Style
from mitgemeint.analysis.documents.translation.tree import Tree
from mitgemeint.analysis.documents.translation.yaml_scalars import ESCAPES, escape

__all__ = ["escape", "parse"]

_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_COMMENT = re.compile(r"(?:^|(?<=[\s\]}]))#[^\r\n]*", re.MULTILINE)
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)*")
_TEXT = "tag:yaml.org,2002:str"
_PROSE_TAGS = (None, "!", _TEXT)
_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


@dataclass(slots=True)
class _Collection:
    """An open mapping or sequence: whether braces are around it, whether it is in a key, and the key whose
    value comes next."""

    is_mapping: bool
    is_flow: bool
    in_key: bool
    key: str | None = None

    @property
    def awaits_key(self) -> bool:
        """Whether a key comes next."""
        return self.is_mapping and self.key is None


def parse(text: str) -> Parsed:
    """Blocks of a YAML file of translations: one or more for each string that is German prose."""
    reader = _Reader(text)
    reader.read()
    blocks = list(reader.tree.blocks())
    return Parsed(blocks, tuple(sorted([*reader.comments(), *reader.tree.notes])))


class _Reader:
    """Follows the events of the parser."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._stack: list[_Collection] = []
        self._scalars: list[Span] = []
        self._resolver = yaml.SafeLoader("")
        self.tree = Tree()

    def read(self) -> None:
        """Read up to the end, or to where the file is broken."""
        parser = _LOADER(_UNREADABLE.sub("\ufffd", self._text))
        try:
            while parser.check_event():
                event = parser.get_event()
                if event is not None:
                    self._take(event)
        except (yaml.YAMLError, RecursionError):
            pass
        finally:
            parser.dispose()

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            is_flow = bool(event.flow_style) or (bool(self._stack) and self._stack[-1].is_flow)
            self.tree.open(self._key())
            in_key = bool(self._stack) and (self._stack[-1].in_key or self._stack[-1].awaits_key)
            self._stack.append(_Collection(isinstance(event, yaml.MappingStartEvent), is_flow, in_key))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._stack.pop()
            self.tree.close()
            self._is_done()
        elif isinstance(event, yaml.AliasEvent):
            self._is_done()

    def _key(self) -> str:
        return (self._stack[-1].key or "") if self._stack else ""

    def _is_done(self) -> None:
        """A key or its value is over that is no scalar."""
        if self._stack and self._stack[-1].is_mapping:
            top = self._stack[-1]
            top.key = "" if top.key is None else None

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        if event.start_mark is None or event.end_mark is None:
            return
        start, end = event.start_mark.index, event.end_mark.index
        self._scalars.append((start, end))
        top = self._stack[-1] if self._stack else None
        if top is not None and top.awaits_key:
            top.key = event.value
            return
        if top is not None and top.in_key:
            self._is_done()
            return
        if event.tag in _PROSE_TAGS and (event.style or self._is_text(event.value)):
            if event.anchor or event.tag:
                found = _PROPERTIES.match(self._text, start, end)
                start = found.end() if found else start
            self._value(event.style, start, end, top is not None and top.is_flow)
        self._is_done()

    def _is_text(self, value: str) -> bool:
        """Whether a plain scalar is a string, not a number or a truth value."""
        tag: object = self._resolver.resolve(yaml.ScalarNode, value, (True, False))  # type: ignore[no-untyped-call]
        return tag == _TEXT

    def _value(self, style: str | None, start: int, end: int, in_flow: bool) -> None:
        literal = yaml_scalars.literal(self._text, style, start, end)
        if literal is not None:
            written: Escape = ESCAPES["flow" if in_flow and not style else style or "plain"]
            self.tree.value(self._key(), literal, Style(written))

    def comments(self) -> Iterator[Span]:
        """The comments between the scalars."""
        position = 0
        for start, end in (*self._scalars, (len(self._text), len(self._text))):
            for found in _COMMENT.finditer(self._text, position, start):
                yield found.span()
            position = end
