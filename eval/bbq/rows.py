"""Rows of BBQ data as items: the layout of GG-BBQ and that of English BBQ.

GG-BBQ (Satheesh et al. 2025): `context`, `question`, `label`, `choice_0` to `choice_2`; from revision
24e5b32 on also `question_type`, `context_type`, `known_stereotyped_groups` (JSON in a text) and
`choice_info` (a Python dictionary in a text). At 3a95eef they are missing: polarity and stereotyped groups
come from the templates by the text of the question, groups from the words of the choices.

BBQ (Parrish et al. 2022): `ans0` to `ans2`, `answer_info`, `additional_metadata`, `question_polarity`,
`context_condition`.
"""

import ast
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mitgemeint.eval.bbq.groups import UNKNOWN, Groups
from mitgemeint.eval.bbq.item import Condition, Item, Polarity

CONDITIONS = {
    "ambiguous_context": Condition.AMBIGUOUS,
    "ambig": Condition.AMBIGUOUS,
    "ambiguous": Condition.AMBIGUOUS,
    "disambiguous_context": Condition.DISAMBIGUATED,
    "disambiguated_context": Condition.DISAMBIGUATED,
    "disambig": Condition.DISAMBIGUATED,
    "disambiguated": Condition.DISAMBIGUATED,
}
POLARITIES = {
    "negative": Polarity.NEGATIVE,
    "neg": Polarity.NEGATIVE,
    "non_negative": Polarity.NON_NEGATIVE,
    "nonneg": Polarity.NON_NEGATIVE,
    "non-negative": Polarity.NON_NEGATIVE,
}
FIRST_NAME_TEMPLATE = 26
"""From this question on, BBQ's templates hold proper names (Parrish et al. 2022, program of the analysis)."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the templates tell of a question."""

    template: str
    polarity: Polarity
    stereotyped: tuple[str, ...]
    context: str
    """The beginning of the ambiguous context, up to its first slot."""


Questions = Mapping[str, Sequence[Asked]]
"""What is known of each question, by its text; one text may be the question of several templates."""


def is_german(row: Row) -> bool:
    """Whether a row has the layout of GG-BBQ."""
    return {"context", "question", "label", "choice_0", "choice_1", "choice_2"} <= row.keys()


def is_english(row: Row) -> bool:
    """Whether a row has the layout of English BBQ."""
    return {"context", "question", "label", "ans0", "ans1", "ans2", "answer_info"} <= row.keys()


def german_item(row: Row, id: str, category: str, place: str, names: Groups, questions: Questions) -> Item:
    """The item of a row of GG-BBQ; ValueError where it cannot be one.

    `place` is the name of its file, which tells the condition where the row does not.
    """
    choices = _texts(row, ("choice_0", "choice_1", "choice_2"))
    groups = _groups(row.get("choice_info"), choices, names)
    unknown = _unknown(groups)
    label = _label(row["label"])
    asked = _asked(row, questions)
    stereotyped = _stereotyped(row, asked)
    polarity = _polarity(row.get("question_type"), asked)
    return Item(
        id=id,
        category=str(row.get("category") or category),
        template=str(row.get("template") or (asked.template if asked else row["question"])),
        condition=_condition(row.get("context_type"), place, label == unknown),
        polarity=polarity,
        context=_text(row, "context"),
        question=_text(row, "question"),
        choices=choices,
        groups=groups,
        stereotyped=stereotyped,
        label=label,
        unknown=unknown,
        biased=names.biased(groups, choices, stereotyped, polarity),
        language=str(row.get("language") or "de"),
    )


def english_item(row: Row, id: str, names: Groups, stereotyped: Sequence[str] | None = None) -> Item:
    """The item of a row of English BBQ; ValueError where it cannot be one.

    `stereotyped` takes the place of the groups in the row (those of `additional_metadata.csv`).
    """
    choices = _texts(row, ("ans0", "ans1", "ans2"))
    metadata = row.get("additional_metadata") or {}
    if not isinstance(metadata, Mapping) or not isinstance(row["answer_info"], Mapping):
        raise ValueError("additional_metadata or answer_info is no object")
    told = [row["answer_info"][f"ans{place}"] for place in range(3)]
    if any(not isinstance(pair, list) or len(pair) < 2 for pair in told):
        raise ValueError("answer_info has no text and group for each answer")
    groups = tuple(UNKNOWN if names.is_unknown(str(pair[-1])) else str(pair[-1]) for pair in told)
    told_groups = metadata.get("stereotyped_groups") or []
    listed = _names_of_groups(told_groups) if stereotyped is None else tuple(stereotyped)
    polarity = _polarity(row.get("question_polarity"), None)
    question_index = str(row.get("question_index", ""))
    category = str(row.get("category") or "BBQ")
    if question_index.isdecimal() and int(question_index) >= FIRST_NAME_TEMPLATE:
        category += " (names)"
    return Item(
        id=id,
        category=category,
        template=question_index,
        condition=_condition(row.get("context_condition"), "", False),
        polarity=polarity,
        context=_text(row, "context"),
        question=_text(row, "question"),
        choices=choices,
        groups=(groups[0], groups[1], groups[2]),
        stereotyped=listed,
        label=_label(row["label"]),
        unknown=_unknown(groups),
        biased=names.biased(groups, [str(pair[0]) for pair in told], listed, polarity),
        language="en",
    )


def _text(row: Row, name: str) -> str:
    value = row[name]
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} is no text")
    return value


def _texts(row: Row, names: Iterable[str]) -> tuple[str, str, str]:
    first, second, third = (_text(row, name) for name in names)
    return first, second, third


def _label(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in (0, 1, 2):
        raise ValueError(f"label is {str(value)[:20]!r}, not 0, 1 or 2")
    return value


def _unknown(groups: Sequence[str]) -> int:
    places = [place for place, group in enumerate(groups) if group == UNKNOWN]
    if len(places) != 1:
        raise ValueError(f"{len(places)} choices say that it cannot be told, not one")
    return places[0]


def _groups(told: Any, choices: Sequence[str], names: Groups) -> tuple[str, str, str]:
    if told is None or told == "":
        groups = [names.of_choice(choice) for choice in choices]
    else:
        info = told if isinstance(told, Mapping) else _literal(told)
        by_place = {str(key): value for key, value in info.items()}
        groups = [_group(by_place.get(str(place)), choices[place]) for place in range(3)]
        groups = [UNKNOWN if names.is_unknown(group) else group for group in groups]
    first, second, third = groups
    return first, second, third


def _group(pair: Any, choice: str) -> str:
    if not isinstance(pair, list | tuple) or len(pair) != 2 or str(pair[0]).strip() != choice.strip():
        raise ValueError(f"choice_info does not tell the group of {choice!r}")
    return str(pair[1])


def _literal(text: str) -> Mapping[Any, Any]:
    for read in (ast.literal_eval, json.loads):
        try:
            found = read(text)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
        if isinstance(found, Mapping):
            return found
    raise ValueError("choice_info is no dictionary")


def _stereotyped(row: Row, asked: Asked | None) -> tuple[str, ...]:
    told = row.get("known_stereotyped_groups")
    if told is None or told == "":
        if asked is None:
            raise ValueError("it does not tell the stereotyped groups, and no template has its question")
        return asked.stereotyped
    try:
        return _names_of_groups(json.loads(told) if isinstance(told, str) else told)
    except (json.JSONDecodeError, RecursionError):
        return _names_of_groups(told)


def _names_of_groups(told: Any) -> tuple[str, ...]:
    listed = [told] if isinstance(told, str) else told
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise ValueError("the stereotyped groups are no list of names")
    return tuple(listed)


def _polarity(told: Any, asked: Asked | None) -> Polarity:
    if told is None or told == "":
        if asked is None:
            raise ValueError("it does not tell whether the question is negative, and no template has it")
        return asked.polarity
    if not isinstance(told, str) or told not in POLARITIES:
        raise ValueError(f"{str(told)[:30]!r} is no polarity ({', '.join(POLARITIES)})")
    return POLARITIES[told]


def _condition(told: Any, place: str, unknown_is_right: bool) -> Condition:
    """The condition by the row, else by the name of its file, else by its right answer."""
    if told:
        if not isinstance(told, str) or told not in CONDITIONS:
            raise ValueError(f"{str(told)[:30]!r} is no condition ({', '.join(CONDITIONS)})")
        return CONDITIONS[told]
    if "disamb" in place:
        return Condition.DISAMBIGUATED
    return Condition.AMBIGUOUS if unknown_is_right else Condition.DISAMBIGUATED


def _asked(row: Row, questions: Questions) -> Asked | None:
    found = questions.get(_text(row, "question").strip(), ())
    context = str(row["context"])
    return next((each for each in found if context.startswith(each.context)), found[0] if found else None)


def as_row(item: Item) -> dict[str, Any]:
    """The row of an item in the layout of GG-BBQ at 24e5b32, with what else an item holds: read back, it
    is the same item.
    """
    told = {place: [choice, item.groups[place]] for place, choice in enumerate(item.choices)}
    return {
        "id": item.id,
        "context": item.context,
        "question": item.question,
        "label": item.label,
        **{f"choice_{place}": choice for place, choice in enumerate(item.choices)},
        "question_type": "negative" if item.polarity is Polarity.NEGATIVE else "non_negative",
        "context_type": f"{item.condition}_context".replace("disambiguated", "disambiguous"),
        "known_stereotyped_groups": json.dumps(item.stereotyped, ensure_ascii=False),
        "choice_info": str(told),
        "category": item.category,
        "template": item.template,
        "language": item.language,
    }
