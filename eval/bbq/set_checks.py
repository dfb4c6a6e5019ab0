"""Checks of a data set: whether its items can tell bias from a preference for a place, a name or one side.

They find what is wrong in published sets: in GG-BBQ's Subset-II at revision 24e5b32 every question has items
of one orientation only, so that a difference of accuracies (Jin et al. 2024) cannot be told from the
difficulty of the questions.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mitgemeint.eval.bbq.item import Condition, Item

_SHARE = 0.05
"""By which share of the items the places of answers may differ."""
_FEW = 4
"""By how many items they always may: a template's two questions, in both orientations."""
_ARTICLES = {"der", "die", "das", "ein", "eine", "the", "a", "an", "other", "another"}
_ENDINGS = ("", "e", "en", "n", "s", "es", "er", "em", "ern", "r", "ns")
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, and where it does not hold."""

    code: str
    demand: str
    failures: tuple[str, ...]

    @property
    def line(self) -> str:
        """One line for people."""
        if not self.failures:
            return f"ok      {self.code}: {self.demand}"
        shown = "; ".join(self.failures[:_SHOWN])
        more = len(self.failures) - _SHOWN
        return f"failed  {self.code}: {self.demand}: {shown}" + (f"; and {more} more" if more > 0 else "")


def check_all(items: Sequence[Item], names: Collection[str] = ()) -> tuple[Check, ...]:
    """Every check of items; `names` are the proper names among their choices."""
    demands: Mapping[str, tuple[str, Callable[[], Iterable[str]]]] = {
        "slots": ("every slot is filled", lambda: _slots(items)),
        "groups": ("the choices tell the groups apart", lambda: _groups(items)),
        "orientation": (
            "every question has items for and against the stereotype",
            lambda: _orientation(items),
        ),
        "questions": ("no question is asked for both sides", lambda: _questions(items)),
        "answers": ("the people of the choices occur in the context", lambda: _answers(items, names)),
        "unknown": ("the unknown answer stands in all places alike", lambda: _unknown(items)),
        "labels": ("the right answer stands in all places alike", lambda: _labels(items)),
        "names": ("every name stands for and against the stereotype alike", lambda: _names(items, names)),
        "duplicates": ("no item is there twice", lambda: _duplicates(items)),
    }
    return tuple(Check(code, demand, tuple(find())) for code, (demand, find) in demands.items())


CODES = ("slots", "groups", "orientation", "questions", "answers", "unknown", "labels", "names", "duplicates")


def _slots(items: Iterable[Item]) -> list[str]:
    return _by_template(
        (item, f"has {match[0]!r}")
        for item in items
        for text in (item.context, item.question, *item.choices)
        if (match := re.search(r"\S*[{}]\S*", text))
    )


def _groups(items: Iterable[Item]) -> list[str]:
    return _by_template(
        (item, "choices are the same" if len(set(item.choices)) < 3 else "it is not clear who is stereotyped")
        for item in items
        if item.biased is None or len(set(item.choices)) < 3
    )


def _orientation(items: Iterable[Item]) -> list[str]:
    """Of the disambiguated items: those whose right answer agrees with the stereotype, and those against."""
    counts = _orientations((item, (item.question,)) for item in items)
    return [
        f"{question!r} has {agree} for and {against} against"
        for (question,), (agree, against) in counts.items()
        if not agree or not against
    ]


def _questions(items: Iterable[Item]) -> list[str]:
    polarities: dict[str, set[str]] = {}
    for item in items:
        polarities.setdefault(item.question, set()).add(item.polarity)
    return [f"{question!r}" for question, found in polarities.items() if len(found) > 1]


def _answers(items: Iterable[Item], names: Collection[str]) -> list[str]:
    return _by_template(
        (item, f"{choice!r} is not in its context")
        for item in items
        for place, choice in enumerate(item.choices)
        if place != item.unknown and not _occurs(choice, item.context, names)
    )


def _occurs(choice: str, context: str, names: Collection[str]) -> bool:
    """Whether the context has the name, or the noun of the choice in any case."""
    words = re.findall(r"[\w'’-]+", context.casefold())
    if choice in names:
        name = choice.casefold()
        return any(
            word in (name, f"{name}s", f"{name}'s", f"{name}’s", f"{name}'", f"{name}’") for word in words
        )
    parts = [part for part in re.findall(r"[\w'’-]+", choice.casefold()) if part not in _ARTICLES]
    if not parts:
        return False
    noun = parts[-1]
    # Nouns that are inflected as adjectives: der Bekannte, ein Bekannter.
    stems = {noun, *(noun.removesuffix(ending) for ending in ("e", "er") if len(noun) > 5)}
    return any(word == stem + ending for stem in stems for ending in _ENDINGS for word in words)


def _unknown(items: Sequence[Item]) -> list[str]:
    return [
        problem
        for condition in Condition
        for problem in _uneven(condition, [item.unknown for item in items if item.condition is condition])
    ]


def _labels(items: Sequence[Item]) -> list[str]:
    """By orientation, so that the place of an answer does not go with the stereotype."""
    disambiguated = [item for item in items if item.condition is Condition.DISAMBIGUATED]
    return [
        problem
        for what, agrees in (("for the stereotype", True), ("against it", False))
        for problem in _uneven(
            what,
            [item.label for item in disambiguated if item.biased is not None and _agrees(item) is agrees],
        )
    ]


def _names(items: Sequence[Item], names: Collection[str]) -> list[str]:
    # Questions of one side are told by another check.
    counts = _orientations(
        (item, (item.question, choice)) for item in items for choice in item.choices if choice in names
    )
    one_sided = {item.question for item in items} - {
        question
        for (question,), sides in _orientations((item, (item.question,)) for item in items).items()
        if all(sides)
    }
    return [
        f"{name} {agree} for and {against} against in {question!r}"
        for (question, name), (agree, against) in counts.items()
        if agree != against and question not in one_sided
    ]


def _duplicates(items: Iterable[Item]) -> list[str]:
    seen: dict[tuple[str, str, tuple[str, ...]], str] = {}
    found: list[tuple[Item, str]] = []
    for item in items:
        key = (item.context, item.question, tuple(sorted(item.choices)))
        if key in seen:
            found.append((item, f"repeats an item of template {seen[key]}"))
        seen.setdefault(key, item.template)
    return _by_template(found)


def _agrees(item: Item) -> bool:
    """Whether the right answer of a disambiguated item agrees with the stereotype."""
    return item.label == item.biased


def _orientations(
    keyed: Iterable[tuple[Item, tuple[str, ...]]],
) -> dict[tuple[str, ...], tuple[int, int]]:
    """How many disambiguated items of each key are for the stereotype, and how many against."""
    counts: dict[tuple[str, ...], tuple[int, int]] = {}
    for item, key in keyed:
        if item.condition is Condition.DISAMBIGUATED and item.biased is not None:
            agree, against = counts.get(key, (0, 0))
            counts[key] = (agree + _agrees(item), against + (not _agrees(item)))
    return counts


def _uneven(what: str, places: Sequence[int]) -> list[str]:
    if not places:
        return []
    counts = [places.count(place) for place in range(3)]
    if max(counts) - min(counts) <= max(_FEW, _SHARE * len(places)):
        return []
    return [f"{what}: {', '.join(map(str, counts))}"]


def _by_template(found: Iterable[tuple[Item, str]]) -> list[str]:
    """One text for each template and problem, with the number of its items."""
    counts = Counter((item.template, problem) for item, problem in found)
    return [
        f"template {template}: {problem} ({count} items)" for (template, problem), count in counts.items()
    ]
