"""A first exclusive version of an inclusive sentence: its gender forms and pairs in the masculine.

The report turns the annotation round: inclusive sentences are found, and people write what they would be in
the generic masculine. Where the sentence marks gender, the masculine can be read off: Lehrer*innen, of a pair
its masculine half. What neutral words stand for cannot, and is left to the person, who checks the rest, too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.gender_forms import FormKind
from mitgemeint.analysis.gender_grammar import load_grammar
from mitgemeint.analysis.pairs import HYPHENS, JOINING, Pair
from mitgemeint.analysis.rewrite import match_case
from mitgemeint.eval.inclusive.sentence_reader import FormsRead, SentenceReader, Span, TextRead, UnitRead

_ELLIPSIS = re.compile(r"[-‐‑]\s+(?:und|oder|sowie|bzw\.)\s+")
_SPACES = " \u00a0\u202f"
# With these a pair of singulars is one person or every single one: "jede Ärztin und jeder Arzt hat".
_SINGLE = ("jede", "kein", "oder")
# Articles after which an adjective or participle ends in the same way in both genders.
_DEFINITE = frozenset({"der", "die", "dem", "den", "des"})
# What stands between two pronouns of which one is meant.
_ALTERNATIVES = frozenset({"oder", "bzw.", "beziehungsweise", "/"})
# Endings of a feminine article or pronoun and of its masculine: jede, jeder; einer, einem.
_ENDINGS = (("e", "er"), ("e", "en"), ("er", "em"), ("er", "es"), ("e", ""))


@dataclass(frozen=True, slots=True)
class MasculineDraft:
    """An exclusive version and the spans of its exclusive phrases, in order."""

    text: str
    phrases: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """Letters to be replaced in the inclusive sentence. `phrase` is where the exclusive phrase that comes of
    it begins and ends there, None for what makes no phrase of its own (articles, pronouns, markers).
    """

    start: int
    end: int
    new: str
    phrase: Span | None = None


def masculine_draft(sentence: str, read: TextRead, reader: SentenceReader) -> MasculineDraft | None:
    """The draft for a sentence that was read, None where nothing in it can be put into the masculine."""
    found = [
        *_markers(read),
        *(change for forms in read.masculine for change in _forms(forms, reader)),
        *_compounds(read, reader),
        *(change for unit in read.units for change in _pairs(sentence, unit, reader)),
        *(change for unit in read.units for change in _short_pairs(unit, reader)),
        *_unread(read),
    ]
    chosen = _without_overlaps(found)
    if not chosen:
        return None
    phrases = sorted({change.phrase for change in chosen if change.phrase})
    text, moved = _made(sentence, chosen, phrases)
    return MasculineDraft(text, reader.whole_phrases(text, _joined(text, moved)))


# ---- what is to be changed -----------------------------------------------------------------------------


def _markers(read: TextRead) -> Iterator[_Change]:
    for place in read.forms:
        if place.form.kind is FormKind.MARKER:
            start, end = place.span
            yield _Change(start, end, "")


def _compounds(read: TextRead, reader: SentenceReader) -> Iterator[_Change]:
    """Bürger*innenbüro, whose masculine is known without the sentence."""
    for place in read.forms:
        form = place.form
        if form.kind is FormKind.COMPOUND and form.well_formed:
            masculine = form.masculine or reader.masculine_compound(form.stand_in)
            if masculine:
                yield _Change(*place.span, masculine, Span(*place.span))


def _unread(read: TextRead) -> Iterator[_Change]:
    """Noun forms that no reading has changed, in the masculine that they show (Mitglieder*innen)."""
    for place in read.forms:
        if place.form.kind is FormKind.NOUN and place.form.masculine:
            yield _Change(*place.span, place.form.masculine, Span(*place.span))


def _forms(read: FormsRead, reader: SentenceReader) -> Iterator[_Change]:
    """The words that stand otherwise in the masculine reading."""
    sentence, reading, spans = read.sentence, read.reading, read.spans
    phrases: dict[int, Span] = {}
    within: set[int] = set()
    contractions = load_grammar().contractions
    for noun, target in reading.targets.items():
        first = target.target.structure.first
        if sentence.is_dependent(first - 1) and first in reading.changed and not sentence.form_at(first):
            first -= 1  # the contraction that the article belongs to
        changed = [index for index in range(first, noun + 1) if index in reading.changed]
        if changed:
            at = noun if noun in reading.changed else changed[0]
            phrases[at] = Span(spans[changed[0]].start, spans[noun].end)
            within.update(changed)
    taken: set[int] = set()
    for index in sorted(reading.changed):
        if index in taken or spans.count(spans[index]) > 1:  # a form that several words stand for is not cut
            continue
        form = sentence.form_at(index)
        word = reading.clause.words[index].text
        if sentence.is_noun(index):
            word = reader.masculine_compound(word) or word
        before = reading.clause.words[index - 1].text if index and index - 1 not in reading.changed else ""
        if form is not None and form.masculine.lower() in contractions and index + 1 in reading.changed:
            taken.add(index + 1)  # beim*bei der is beim
            yield _Change(spans[index].start, spans[index + 1].end, form.masculine)
        elif form is not None and (contraction := reader.contraction(before, word)):
            yield _Change(spans[index - 1].start, spans[index].end, match_case(contraction, before))
        elif index not in within and reader.is_single(word) and form is not None:
            yield _Change(*spans[index], word, spans[index])
        else:
            yield _Change(*spans[index], word, phrases.get(index))


def _pairs(sentence: str, unit: UnitRead, reader: SentenceReader) -> Iterator[_Change]:
    for pair in unit.pairs:
        halves = _halves(unit, pair, reader)
        if halves is None or not _keeps_number(unit, pair, reader):
            continue
        feminine, masculine = halves
        own = range(masculine.start, masculine.end)
        shared = {unit.unit.words[index].text.lower() for index in range(feminine.start, feminine.end)}
        differing = [index for index in own if unit.unit.words[index].text.lower() not in shared]
        if not differing:
            continue
        phrase = Span(unit.spans[differing[0]].start, unit.spans[masculine.end - 1].end)
        if feminine.start < masculine.start:
            start, end = unit.spans[feminine.start].start, unit.spans[masculine.start].start
            if differing[0] == masculine.start:
                phrase = Span(start, phrase.end)
            first = sentence[end]
            opened = sentence[start].isupper() and first.islower()
            yield _Change(start, end + opened, first.upper() if opened else "", phrase)
        else:
            start, end = unit.spans[masculine.end - 1].end, unit.spans[feminine.end - 1].end
            yield _Change(start, end, "", phrase)


def _halves(unit: UnitRead, pair: Pair, reader: SentenceReader) -> tuple[Span, Span] | None:
    """The words of the feminine and of the masculine half, None where more than a joint parts them."""
    words = [word.text for word in unit.unit.words]
    first, second = sorted((_half(pair.feminine, pair, words), _half(pair.masculine, pair, words)))
    if second.start - first.end == 2 and reader.is_contraction(words[second.start - 1]):
        second = Span(second.start - 1, second.end)  # von der Leiterin oder vom Leiter
        first = Span(first.start - 2, first.end) if first.end - first.start == 1 else first
    elif first.start and reader.is_contraction(words[first.start - 1]) and second.start - first.end > 1:
        first = Span(first.start - 1, first.end)  # vom Leiter oder von der Leiterin
        second = Span(second.start - 2, second.end) if second.end - second.start == 1 else second
    if first.start < 0 or second.start - first.end != 1 or words[first.end].lower() not in JOINING:
        return None
    if any(words[noun][0] in HYPHENS for noun in (pair.feminine, pair.masculine)):
        return None
    feminine, masculine = (first, second) if first.end - 1 == pair.feminine else (second, first)
    if _are_exchanged(words[feminine.start], words[masculine.start], reader):
        return masculine, feminine
    return feminine, masculine


def _half(noun: int, pair: Pair, words: Sequence[str]) -> Span:
    start = noun
    while start - 1 in pair.repeated:
        start -= 1
    return Span(start, noun + 1)


def _are_exchanged(feminine: str, masculine: str, reader: SentenceReader) -> bool:
    """Whether the determiners say that the halves are the other way round (die Vorsitzende oder den
    Vorsitzenden: each noun can be either).
    """
    return Gender.MASCULINE in reader.genders(feminine) and reader.genders(masculine) == {Gender.FEMININE}


def _keeps_number(unit: UnitRead, pair: Pair, reader: SentenceReader) -> bool:
    """Whether the verb stays: plurals, and singulars of which one is meant; not "die Ärztin und der Arzt"."""
    first, last = sorted((pair.feminine, pair.masculine))
    words = [word.text.lower() for word in unit.unit.words]
    if reader.is_plural(unit.unit.words[pair.masculine].text):
        return True
    if reader.is_plural(unit.unit.words[pair.feminine].text):
        return True
    if pair.repeated and reader.opens_letter(words[pair.masculine - 1]):
        return True  # Liebe Leserin, lieber Leser
    between = words[max(0, first - 1) : last]
    return any(word.startswith(_SINGLE) or word in ("/", "bzw.", "beziehungsweise") for word in between)


def _short_pairs(unit: UnitRead, reader: SentenceReader) -> Iterator[_Change]:
    """die oder der Angestellte, sie oder er: one of the two words goes."""
    in_pairs = {index for pair in unit.pairs for index in (pair.feminine, pair.masculine, *pair.repeated)}
    texts = [word.text for word in unit.unit.words]
    for index in range(len(texts) - 2):
        one, joint, other = texts[index : index + 3]
        joints = JOINING if index in unit.short_pairs else _ALTERNATIVES
        masculine = _masculine(one.lower(), other.lower())
        if masculine is None or joint.lower() not in joints or not in_pairs.isdisjoint((index, index + 2)):
            continue
        after = texts[index + 3] if index + 3 < len(texts) else ""
        # seinen Ausweis, … der Lust hat: no noun for a person, or a pronoun of its own
        noun = after[:1].isupper() and reader.is_person(after) and not reader.is_possessive(other)
        if noun and other.lower() != masculine and other.lower() not in _DEFINITE:
            continue  # ein oder eine Angestellte: the noun would end otherwise
        whole = Span(unit.spans[index].start, unit.spans[index + 2].end)
        new = masculine.capitalize() if one[0].isupper() else masculine
        yield _Change(*whole, new, Span(whole.start, unit.spans[index + 3].end) if noun else None)


def _masculine(one: str, other: str) -> str | None:
    """Which of two words is the masculine of the other."""
    if known := load_grammar().pairs.get((one, other)):
        return known[0]
    for left, right in ((one, other), (other, one)):
        for feminine, masculine in _ENDINGS:
            stem = left.removesuffix(feminine)
            if stem != left and len(stem) > 1 and right == stem + masculine:
                return right
    return None


def _joined(text: str, phrases: Sequence[Span]) -> tuple[Span, ...]:
    """Phrases of which one ends in the hyphen of an ellipsis as one (Verbraucher- und Mieterschutz)."""
    joined: list[Span] = []
    for phrase in phrases:
        if joined and _ELLIPSIS.fullmatch(text, joined[-1].end, phrase.start):
            phrase = Span(joined.pop().start, phrase.end)
        joined.append(phrase)
    return tuple(joined)


# ---- changing it -----------------------------------------------------------------------------------------


def _without_overlaps(found: Sequence[_Change]) -> list[_Change]:
    chosen: list[_Change] = []
    for change in sorted(found, key=lambda each: (each.start, each.end)):
        if not chosen or change.start >= chosen[-1].end:
            chosen.append(change)
    return chosen


def _made(sentence: str, chosen: Sequence[_Change], phrases: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
    """The sentence with its changes, and where its phrases are then."""
    parts: list[str] = []
    moves: list[tuple[int, int]] = []
    position = 0
    for change in chosen:
        start = change.start
        if not change.new and change.phrase is None and start > position and sentence[start - 1] in _SPACES:
            start -= 1  # the space before a marker goes with it
        parts += [sentence[position:start], change.new]
        moves.append((change.end, len(change.new) - (change.end - start)))
        position = change.end
    text = "".join([*parts, sentence[position:]])
    return text, tuple(
        Span(*(place + sum(by for end, by in moves if end <= place) for place in phrase))
        for phrase in phrases
    )
