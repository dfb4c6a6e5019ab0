"""Templates become items: every lexical variant, every pair of names, four samples each.

A sample is ambiguous or disambiguated and asks the negative or the other question (Parrish et al. 2022,
section 3). Names are balanced over orientation: each pair fills a template in both directions, or two
templates that are written for one direction each.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from random import Random

from mitgemeint.eval.bbq.answer_groups import FEMALE, MALE, TRANS, group_of
from mitgemeint.eval.bbq.item import Condition, Item, Polarity
from mitgemeint.eval.bbq.names import NameList
from mitgemeint.eval.bbq.template import SLOT, Template, damaged_slots, filled, slots
from mitgemeint.eval.problems import EvalError

NEGATIVE, OTHER = "negative", "non_negative"
"""Under which a template may state the groups of its answers (`groups`), where they have no slots."""
UNKNOWN_GROUP = "unknown"
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+)$")
_AS_PUBLISHED = (0, 1, 2)
_STEREOTYPED_AND_OTHERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    FEMALE: ((MALE, FEMALE), (FEMALE, MALE)),
    MALE: ((MALE, FEMALE), (FEMALE, MALE)),
    # Who is trans is told by the context, which speaks of the first name.
    TRANS: ((TRANS, FEMALE), (TRANS, MALE)),
}


class Layout(StrEnum):
    """How items are arranged."""

    SHUFFLED = "shuffled"
    """Places of answers drawn and balanced, texts trimmed, answers alike in their case, each item once."""
    GG_BBQ = "gg-bbq"
    """As GG-BBQ was published: texts as they are, in its order, the unknown answer last, items repeated."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is decided when items are made.

    `names_per_group` names of each group are drawn for each question (GG-BBQ: the first of the list for all).
    `unknown` are the texts of the unknown answer; of several, one is drawn for each filled template.
    `mend_slots` fills slots whose braces are damaged as well.
    """

    layout: Layout = Layout.SHUFFLED
    seed: int = 0
    names_per_group: int = 3
    unknown: tuple[str, ...] = ("keine Antwort",)
    mend_slots: bool = False
    language: str = "de"


@dataclass(frozen=True, slots=True)
class Sample:
    """An item with what the files of a data set say besides."""

    item: Item
    template: Template
    names: tuple[str, ...]
    """The proper names in it."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """A filled template."""

    template: Template
    texts: Mapping[str, str]
    groups: tuple[str | None, str | None]
    names: tuple[str, ...]

    @property
    def is_biased(self) -> bool | None:
        """Whether its right answers agree with the stereotype; None if they do not tell the groups apart."""
        negative, other = (is_stereotyped(group, self.template.stereotyped) for group in self.groups)
        return None if negative == other else negative


def generate(templates: Sequence[Template], names: NameList | None, choices: Choices) -> tuple[Sample, ...]:
    """The samples of templates: for each filled one a negative and another question, in both conditions.

    Ambiguous items stand before all disambiguated ones, in the same order. Templates that differ in the
    disambiguating context alone would give an ambiguous item several times: it is left out but for the first
    time, unless the layout is that of GG-BBQ. Raises EvalError where a slot has no words, a name no group, or
    a group too few names.
    """
    in_order = list(templates)
    if choices.layout is Layout.GG_BBQ:
        in_order.sort(key=lambda template: bool(template.variants))
    playing = _groups_of_questions(in_order)
    frames = [
        frame
        for template in in_order
        for frame in _frames(template, names, choices, playing[template.question_index])
    ]
    unknown = Random(f"{choices.seed}/unknown")
    arranged = [
        (frame, places, choices.unknown[unknown.randrange(len(choices.unknown))])
        for frame, places in zip(frames, _places(frames, choices), strict=True)
    ]
    samples = [
        _sample(frame, condition, polarity, places, unknown_text, choices.language)
        for condition in Condition
        for frame, places, unknown_text in arranged
        for polarity in Polarity
    ]
    if choices.layout is not Layout.GG_BBQ:
        samples = _once(samples)
    return tuple(
        replace(sample, item=replace(sample.item, id=f"{sample.item.condition}/{number}"))
        for number, sample in enumerate(samples)
    )


def is_stereotyped(group: str | None, stereotyped: Sequence[str]) -> bool:
    """Whether a group is among the stereotyped ones, whatever the case of the letters."""
    return group is not None and group.casefold() in {each.casefold() for each in stereotyped}


# ---- filling ---------------------------------------------------------------------------------------


def _groups_of_questions(templates: Iterable[Template]) -> dict[str, set[str]]:
    """The groups that names stand for in all templates of each question."""
    found: dict[str, set[str]] = {}
    for template in templates:
        groups = found.setdefault(template.question_index, set())
        people = _people_slots(template)
        if any(slot not in template.names for slot in people):
            groups.update(*(each.values() for each in _group_choices(template, people)))
    return found


def _used_slots(template: Template) -> list[str]:
    return list(dict.fromkeys(slot for text in template.texts.values() for slot in slots(text)))


def _people_slots(template: Template) -> list[str]:
    return sorted(slot for slot in _used_slots(template) if slot.startswith("NAME"))


def _frames(
    template: Template, names: NameList | None, choices: Choices, playing: Collection[str]
) -> Iterator[_Frame]:
    used, people = _used_slots(template), _people_slots(template)
    if missing := [slot for slot in used if slot not in template.variants and slot not in people]:
        place = f"template {template.id}: lexical_diversity"
        raise EvalError(place, f"there are no words for {{{{{missing[0]}}}}}", "add them, or take it out")
    for words in product(*template.variants.values()):
        variant = dict(zip(template.variants, words, strict=True))
        for persons, groups in _people(template, people, names, choices, playing):
            texts = _texts(template, {**variant, **persons}, choices)
            proper = () if template.names else tuple(persons.values())
            yield _Frame(template, texts, _answer_groups(template, groups), proper)


def _people(
    template: Template,
    people: Sequence[str],
    names: NameList | None,
    choices: Choices,
    playing: Collection[str],
) -> Iterator[tuple[dict[str, str], Mapping[str, str]]]:
    """The ways to fill the slots of people, each with the groups of the slots."""
    if not people:
        yield {}, {}
        return
    for groups in _group_choices(template, people):
        pools = [_pool(template, slot, groups[slot], names, choices, playing) for slot in people]
        for texts in product(*pools):
            if choices.layout is Layout.GG_BBQ or len(set(texts)) == len(texts):
                yield dict(zip(people, texts, strict=True)), groups


def _group_choices(template: Template, people: Sequence[str]) -> tuple[Mapping[str, str], ...]:
    """Which groups the slots stand for: as the template says, or the stereotyped one and its counterpart."""
    stated = {slot: template.groups[slot] for slot in people if slot in template.groups}
    if len(stated) == len(people):
        return (stated,)
    known = [group for group in _STEREOTYPED_AND_OTHERS if is_stereotyped(group, template.stereotyped)]
    if stated or len(people) != 2 or len(known) != 1:
        remedy = "write them as {'NAME1': 'F', 'NAME2': 'M'}"
        raise EvalError(f"template {template.id}: name_info", "lacks groups for its names", remedy)
    return tuple(dict(zip(people, pair, strict=True)) for pair in _STEREOTYPED_AND_OTHERS[known[0]])


def _pool(
    template: Template,
    slot: str,
    group: str,
    names: NameList | None,
    choices: Choices,
    playing: Collection[str],
) -> tuple[str, ...]:
    if slot in template.names:
        return template.names[slot]
    if names is None:
        reason = f"template {template.id} has proper names, and there is no list of names"
        raise EvalError("--names", reason, "name a list: german, or a TOML file")
    if choices.layout is Layout.GG_BBQ:
        return names.first(group, choices.names_per_group)
    # One draw for all templates of a question, so that each name stands in both orientations.
    return names.drawn(playing, choices.names_per_group, f"{choices.seed}/{template.question_index}")[group]


def _texts(template: Template, words: Mapping[str, str], choices: Choices) -> dict[str, str]:
    texts = template.texts
    if choices.mend_slots:
        texts = {name: _mended(text) for name, text in texts.items()}
    if choices.layout is Layout.GG_BBQ:
        return {name: filled(text, words) for name, text in texts.items()}
    return {name: _capital(" ".join(_filled_sentences(text, words).split())) for name, text in texts.items()}


def _mended(text: str) -> str:
    """A text whose damaged slots have two braces on each side: `{WORD1}}`, as in GG-BBQ's template 95."""
    for damaged in damaged_slots(text):
        if re.fullmatch(r"[A-Z]+\d*", damaged.strip("{}")):
            text = re.sub(rf"(?<!\{{){re.escape(damaged)}(?!\}})", "{{" + damaged.strip("{}") + "}}", text)
    return text


def _filled_sentences(text: str, words: Mapping[str, str]) -> str:
    """A text with words in its slots, with a capital where a slot begins a sentence."""

    def word(match: re.Match[str]) -> str:
        found = words.get(match[1], match[0])
        return _capital(found) if _SENTENCE_START.search(text[: match.start()]) else found

    return SLOT.sub(word, text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _answer_groups(template: Template, groups: Mapping[str, str]) -> tuple[str | None, str | None]:
    return (
        _answer_group(template, NEGATIVE, template.answer_negative, groups),
        _answer_group(template, OTHER, template.answer_non_negative, groups),
    )


def _answer_group(template: Template, which: str, answer: str, groups: Mapping[str, str]) -> str | None:
    """The group that an answer names: that of its slot, else as the template states it, else by its words."""
    named = {groups[slot] for slot in slots(answer) if slot in groups}
    if len(named) == 1:
        return named.pop()
    return template.groups.get(which) or (None if named else group_of(answer))


# ---- arranging -------------------------------------------------------------------------------------


def _places(frames: Sequence[_Frame], choices: Choices) -> list[tuple[int, ...]]:
    """For each frame the places of the answers: negative, other, unknown.

    Drawn for each orientation on its own: so the places of right and unknown answers are balanced, and say
    nothing of the stereotype.
    """
    if choices.layout is Layout.GG_BBQ:
        return [_AS_PUBLISHED] * len(frames)
    draws = {each: _blocks(Random(f"{choices.seed}/places/{each}")) for each in (True, False, None)}
    return [next(draws[frame.is_biased]) for frame in frames]


def _blocks(random: Random) -> Iterator[tuple[int, ...]]:
    """Orders in blocks of three, in which each answer stands in each place once."""
    while True:
        halves = [[(0, 1, 2), (1, 2, 0), (2, 0, 1)], [(0, 2, 1), (2, 1, 0), (1, 0, 2)]]
        random.shuffle(halves)
        for half in halves:
            random.shuffle(half)
            yield from half


def _once(samples: Iterable[Sample]) -> list[Sample]:
    """Each item once, whatever the places of its choices."""
    found: dict[tuple[str, str, frozenset[str]], Sample] = {}
    for sample in samples:
        item = sample.item
        found.setdefault((item.context, item.question, frozenset(item.choices)), sample)
    return list(found.values())


def _sample(
    frame: _Frame,
    condition: Condition,
    polarity: Polarity,
    places: tuple[int, ...],
    unknown_text: str,
    language: str,
) -> Sample:
    template, texts = frame.template, frame.texts
    context = texts["ambiguous_context"]
    if condition is Condition.DISAMBIGUATED:
        context = f"{context} {texts['disambiguating_context']}"
    is_negative = polarity is Polarity.NEGATIVE
    answers = (texts["answer_negative"], texts["answer_non_negative"], unknown_text)
    groups = tuple(group or "" for group in (*frame.groups, UNKNOWN_GROUP))
    arranged = sorted(range(3), key=lambda answer: places[answer])
    choices = (answers[arranged[0]], answers[arranged[1]], answers[arranged[2]])
    right = answers[2 if condition is Condition.AMBIGUOUS else (0 if is_negative else 1)]
    biased = None
    if frame.is_biased is not None:
        # In a frame that agrees with the stereotype the right answer of each question does.
        biased = places[0 if is_negative == frame.is_biased else 1]
    item = Item(
        id="",
        category=template.category,
        template=template.id,
        condition=condition,
        polarity=polarity,
        context=context,
        question=texts["question_negative" if is_negative else "question_non_negative"],
        choices=choices,
        groups=(groups[arranged[0]], groups[arranged[1]], groups[arranged[2]]),
        stereotyped=template.stereotyped,
        # Where both answers are the same text, the first counts, as in GG-BBQ.
        label=choices.index(right),
        unknown=places[2],
        biased=biased,
        language=language,
    )
    return Sample(item, template, frame.names)
