"""Whether a translated template still has its slots, so that it can be filled."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.eval.bbq.draft import LANGUAGES, Problem
from mitgemeint.eval.bbq.template import SLOT, TEXTS, Template, damaged_slots, slots

BLOCKING = frozenset({"slot-missing", "slot-extra", "slot-damaged", "text-missing"})
"""Problems with which a template cannot be filled, or the wrong people stand in it: not to be accepted."""
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def slot_problems(source: Template, translation: Template) -> tuple[Problem, ...]:
    """What is wrong with the slots of a translation, text by text.

    `slot-missing`: a person of the source is not in the text; `people-written-out`: no text has slots for
    people, as in GG-BBQ's Subset-I (ein Mann und eine Frau), so that none is missing; `slot-extra`: a slot
    that the source does not have and no words fill; `slot-damaged`: braces that are no slot; `slot-count`: a
    slot stands there more or less often; `word-missing`: another slot does not stand there; `text-missing`,
    `untranslated`: the text is empty, or as in the source.
    """
    found = [
        each for field in TEXTS for each in _problems(source, translation, field, translation.texts[field])
    ]
    if any(_has_people(source, field) for field in TEXTS) and not any(
        _has_people(translation, field) for field in TEXTS
    ):
        found = [each for each in found if each.code != "slot-missing"]
        found.insert(0, problem("people-written-out", TEXTS[0]))
    return tuple(found)


def _has_people(template: Template, field: str) -> bool:
    return any(slot.startswith("NAME") for slot in slots(template.texts[field]))


def problem(code: str, field: str, start: int = 0, end: int = 0, **values: object) -> Problem:
    """A problem with its messages in all languages (`review.<code>` of the catalogue)."""
    messages = {language: Catalogue.load(language).text(f"review.{code}", **values) for language in LANGUAGES}
    return Problem(code, field, start, end, messages)


def with_suggestion(found: Problem, words: str) -> Problem:
    """A problem whose messages name words that could stand there."""
    messages = {
        language: f"{text} {Catalogue.load(language).text('review.suggestion', words=words)}"
        for language, text in found.messages.items()
    }
    return replace(found, messages=messages)


def _problems(source: Template, translation: Template, field: str, text: str) -> Iterator[Problem]:
    original = source.texts[field]
    if original.strip() and not text.strip():
        yield problem("text-missing", field)
        return
    if text == original and _LETTERS.search(SLOT.sub(" ", text)):
        yield problem("untranslated", field, 0, len(text))
    wanted, found = Counter(slots(original)), Counter(slots(text))
    for slot in dict.fromkeys((*wanted, *found)):
        # In a question a person may be named whom another text names; nobody else.
        others = {each for other in source.texts.values() for each in slots(other)}
        known = slot in translation.variants or (slot.startswith("NAME") and slot in others)
        yield from _slot_problems(known, field, slot, wanted[slot], found[slot], text)
    for damaged in dict.fromkeys(damaged_slots(text)):
        start = text.index(damaged)
        yield problem("slot-damaged", field, start, start + len(damaged), slot=damaged)


def _slot_problems(
    known: bool, field: str, slot: str, wanted: int, found: int, text: str
) -> Iterator[Problem]:
    written = f"{{{{{slot}}}}}"
    start = max(0, text.find(written))
    end = start + len(written) if found else start
    if wanted and not found:
        code = "slot-missing" if slot.startswith("NAME") else "word-missing"
        yield problem(code, field, slot=written)
    elif found and not wanted and (field.startswith("answer") or not known):
        yield problem("slot-extra", field, start, end, slot=written)
    elif wanted != found:
        yield problem("slot-count", field, start, end, slot=written, wanted=wanted, found=found)
