"""The review of translated templates: what stands in a draft is checked, edited, split, accepted or rejected.

GG-BBQ's templates were translated by machine and reviewed by hand; from 50 they grew to 167, because German
shows the gender of people where English does not: one translation is split into variants, each with the
groups that fill its slots.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq import template as templates
from mitgemeint.eval.bbq.answer_groups import FEMALE, MALE, group_of
from mitgemeint.eval.bbq.draft import Entry, Problem, State, read_draft, write_draft
from mitgemeint.eval.bbq.slot_checks import BLOCKING, problem, slot_problems
from mitgemeint.eval.bbq.template import Template, slots
from mitgemeint.eval.local_page.steps import Steps
from mitgemeint.eval.local_page.watched_file import WatchedFile

EDITED = ("groups", "variants", "names", *templates.TEXTS)
"""What of a version is edited; everything else is taken over."""
NO_WORDS = "no-words"
PERSON = "NAME"
_REMEMBERED = 5000
"""Versions whose problems are remembered: every stop in typing makes one."""

Check = Callable[[Template, Template], Sequence[Problem]]
"""Finds more problems in a translation of a source: those of its language."""


class Review:
    """A draft that is worked on: a step is a new state of one of its entries. Threads wait for each other."""

    def __init__(self, path: Path, check: Check | None = None) -> None:
        """Raises EvalError where the file is no draft or cannot be written."""
        self._file = WatchedFile(path, "name a draft of `bbq translate`")
        self.steps: Steps[Entry] = Steps(read_draft(path), self._save)
        self._check = check
        self._known: dict[str, tuple[Problem, ...]] = {}
        self._lock = threading.Lock()

    def problems(self, source: Template, version: Template) -> tuple[Problem, ...]:
        """What is wrong with a version, those first with which it cannot be accepted."""
        key = repr((source, version))
        with self._lock:
            if key not in self._known:
                found = [*slot_problems(source, version), *_without_words(version)]
                if self._check is not None:
                    found += self._check(source, version)
                self._known[key] = tuple(sorted(found, key=lambda each: not is_blocking(each)))
                while len(self._known) > _REMEMBERED:
                    self._known.pop(next(iter(self._known)))
            return self._known[key]

    def has_warnings(self, place: int) -> bool:
        """Whether something is to be looked at; where nothing was computed since, as the draft says."""
        entry = self.steps.values[place]
        with self._lock:
            found = [self._known.get(repr((entry.source, version))) for version in versions_of(entry)]
        return any(entry.problems if each is None else each for each in found)

    def _save(self, entries: Sequence[Entry]) -> None:
        self._file.save(lambda path: write_draft(path, entries))


def versions_of(entry: Entry) -> tuple[Template, ...]:
    """The versions of an entry; as long as there are none, its translation."""
    return entry.versions or (entry.translation,)


def is_blocking(found: Problem) -> bool:
    """Whether a version with this problem cannot be accepted: it could not be filled."""
    return found.code in BLOCKING or found.code == NO_WORDS


def edited(version: Template, values: Mapping[str, Any]) -> Template:
    """A version with other texts, groups and words; ValueError where they are none.

    Slots without a group, and empty words, are left out.
    """
    made = templates.as_json(version) | {name: values[name] for name in EDITED if name in values}
    checked = templates.from_json(made)
    return replace(
        checked,
        groups={slot: group.strip() for slot, group in checked.groups.items() if group.strip()},
        variants=_filled(checked.variants),
        names=_filled(checked.names),
    )


def split(version: Template) -> tuple[Template, ...]:
    """The variants by gender of a version with one or two people: each a copy with other groups in its slots.

    Texts that fill a slot instead of proper names go with their group to the slot that has it now; a slot
    whose group has none gets proper names. With no people, or more, the version is copied as it is.
    """
    people = person_slots(version)
    if len(people) not in (1, 2):
        return version, version
    variants = permutations((MALE, FEMALE), len(people))
    return tuple(_of_groups(version, dict(zip(people, groups, strict=True))) for groups in variants)


def _of_groups(version: Template, groups: Mapping[str, str]) -> Template:
    """The version with these groups in its slots of people."""
    texts = {_group(version, slot): version.names[slot] for slot in groups if slot in version.names}
    others = {slot: names for slot, names in version.names.items() if slot not in groups}
    fixed = {slot: texts[group] for slot, group in groups.items() if group in texts}
    return replace(version, groups={**version.groups, **groups}, names={**others, **fixed})


def _group(version: Template, slot: str) -> str:
    """The group of the texts that fill a slot: what they say, else what is stated."""
    said = {group_of(text) for text in version.names[slot]}
    return said.pop() or version.groups.get(slot, "") if len(said) == 1 else version.groups.get(slot, "")


def person_slots(version: Template) -> tuple[str, ...]:
    """The slots of people in a version, in the order in which they come."""
    found = (slot for text in version.texts.values() for slot in slots(text))
    return tuple(slot for slot in dict.fromkeys(found) if slot.startswith(PERSON))


def opened(entry: Entry, versions: Sequence[Template], comment: str) -> Entry:
    """The entry with its versions as they are now, to be decided."""
    kept = () if tuple(versions) == (entry.translation,) else tuple(versions)
    return replace(entry, state=State.OPEN, versions=kept, comment=comment)


def accepted(entry: Entry, versions: Sequence[Template], comment: str) -> Entry:
    """The entry with its versions for the data set."""
    return replace(entry, state=State.ACCEPTED, versions=tuple(versions), comment=comment)


def rejected(entry: Entry, versions: Sequence[Template], comment: str) -> Entry:
    """The entry left out, with the reason as comment; what was written is kept."""
    return replace(opened(entry, versions, comment), state=State.REJECTED)


def same_versions(versions: Sequence[Template]) -> tuple[int, int] | None:
    """The places of two versions that say the same, None where there are none."""
    made = [{name: templates.as_json(version)[name] for name in EDITED} for version in versions]
    return next(
        ((made.index(each), place) for place, each in enumerate(made) if made.index(each) < place), None
    )


def _filled(words: templates.Words) -> dict[str, tuple[str, ...]]:
    return {slot: tuple(word.strip() for word in each if word.strip()) for slot, each in words.items()}


def _without_words(version: Template) -> list[Problem]:
    """Slots that words should fill, of which none is left."""
    return [
        problem(NO_WORDS, field, slot=f"{{{{{slot}}}}}")
        for field, text in version.texts.items()
        for slot in dict.fromkeys(slots(text))
        if {**version.variants, **version.names}.get(slot) == ()
    ]
