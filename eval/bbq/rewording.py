"""Contexts in inclusive wording, to see whether wording changes what models answer.

The same items twice: as they are, and with the generic masculines of their contexts rewritten by the
assistant. Questions and choices stay, and so does what is said of the persons that are asked about: "der
Lehrer" beside "die Lehrerin" is no generic masculine, whatever its form says, and nor is "als Babysitter"
said of one of them. The rewriting does not depend on the order in which a context names its persons, and adds
no doubt whom a pronoun means.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from mitgemeint.analysis import Code, Pipeline, resources
from mitgemeint.analysis.edits import add_compatible, apply
from mitgemeint.analysis.findings import Edit, Finding, Suggestion
from mitgemeint.analysis.nlp.protocol import Analyzer
from mitgemeint.eval.bbq.groups import plain
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.parsed_text import parsed
from mitgemeint.eval.bbq.same_nouns import is_same_noun
from mitgemeint.eval.bbq.slot_agreement import TextWord

_WORD = re.compile(r"\w+(?:-\w+)*")
_GENDERED = re.compile(r"d(?:er|ie|as|en|em|es|essen|eren)|eine?[nmrs]?|er|sie|ih[nmr]|(?:sein|ihr)e?[nmrs]?")
# "als ein Freund anrief" is left alone too: no harm. "als der Freund anrief" is no predicate.
_AS = re.compile(r"\b(?:als|zum|zur)\s+(?:ein\w*\s+)?(?:[a-zäöüß]+e[nrsm]?\s+)?$", re.IGNORECASE)
_APPOINTED = re.compile(r"wähl|ernannt|ernenn|beförder|ausgebildet|ausbild|gemacht|mach", re.IGNORECASE)
_DEFINITE = re.compile(r"\bals\s+d(?:er|ie|as|en|em|es)\s+$", re.IGNORECASE)
_COPULAS = frozenset({"sein", "werden", "bleiben"})
_SUBJECTS = ("nsubj", "csubj")
_VERBS = ("VERB", "AUX")
_RELATIVES = frozenset({"der", "den", "dem", "dessen"})
_FEMININES = re.compile(
    r"\b(?:die|der|[kmds]?einer?|dieser?|jeder?|ihrer?|unserer?|sie|ihr)\b",
    re.IGNORECASE,
)
_SHE = re.compile(r"(?<![*:_/·])\b(?:sie|ihr|ihre[mnrs]?)\b(?![*:_/·])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reworded:
    """An item and the same with its context reworded; `words` are what was replaced."""

    original: Item
    inclusive: Item
    words: tuple[str, ...]


_Context = tuple[str, tuple[str, ...]]
"""A text, and the nouns of the persons asked about."""
_Change = tuple[tuple[str, str], ...]
"""What a suggestion replaces by what, in small letters."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """The suggestion that is taken for a finding."""

    finding: Finding
    suggestion: Suggestion
    change: _Change


def reword(items: Iterable[Item], pipeline: Pipeline, notation: str | None = None) -> Iterator[Reworded]:
    """The items whose context has a generic masculine that can be rewritten, each in both wordings.

    Of each finding the first suggestion is taken, or the first in one notation. Left alone are findings that
    are, or are said of, a person asked about; words that a relative clause in the masculine would still
    belong to; and words that would become feminine beside a „sie“ or „ihr“, which could then mean them.
    Contexts that have the same words in another order are changed alike: what cannot be changed in all of
    them stays in all. Contexts of other languages are passed over.
    """
    german = [item for item in items if item.language == "de"]
    analyzer = resources.load("bundled").analyzer
    chosen = {
        context: _choices(*context, pipeline, analyzer, notation)
        for context in dict.fromkeys(_context(item) for item in german)
    }
    common = _common(chosen)
    known = {
        context: _applied(context[0], each, common[_signature(context)]) for context, each in chosen.items()
    }
    for item in german:
        context, words = known[_context(item)]
        if context != item.context:
            yield Reworded(item, replace(item, context=context), words)


def _context(item: Item) -> _Context:
    return item.context, tuple(sorted(_nouns(item.choices)))


def _signature(context: _Context) -> tuple[str, ...]:
    """What contexts share in which the persons asked about have changed places.

    All words but the articles and pronouns, which go with the persons, and these in one form: the order of
    words does not count.
    """
    text, nouns = context
    words = _WORD.findall(text.casefold())
    named = (next((noun for noun in nouns if is_same_noun(word, noun)), word) for word in words)
    return tuple(sorted(word for word in named if not _GENDERED.fullmatch(word)))


def _common(chosen: Mapping[_Context, Sequence[_Choice]]) -> dict[tuple[str, ...], Counter[_Change]]:
    """The changes that all contexts of the same words have in common."""
    common: dict[tuple[str, ...], Counter[_Change]] = {}
    for context, each in chosen.items():
        changes = Counter(choice.change for choice in each)
        signature = _signature(context)
        common[signature] = common[signature] & changes if signature in common else changes
    return common


def _applied(text: str, choices: Sequence[_Choice], common: Counter[_Change]) -> tuple[str, tuple[str, ...]]:
    left = Counter(common)
    edits: list[Edit] = []
    words: list[str] = []
    for choice in choices:
        if left[choice.change] and add_compatible(choice.suggestion.edits, edits):
            left[choice.change] -= 1
            words.append(choice.finding.text)
    return apply(text, edits), tuple(words)


def _choices(
    text: str, asked_about: Sequence[str], pipeline: Pipeline, analyzer: Analyzer, notation: str | None
) -> tuple[_Choice, ...]:
    words = parsed(text, analyzer)
    chosen: list[_Choice] = []
    misleading: set[str] = set()
    edits: list[Edit] = []
    for finding in pipeline.analyze(text).findings:
        if (
            finding.code is not Code.GENERIC_MASCULINE
            or _is_asked_about(finding, asked_about)
            or _is_predicate(finding, text, words)
        ):
            continue
        for offer in finding.suggestions:
            if notation in (None, offer.notation) and add_compatible(offer.edits, edits):
                chosen.append(_Choice(finding, offer, _change(text, offer)))
                if _leaves_relative(finding, offer, words) or _makes_ambiguous(text, offer):
                    misleading.add(finding.lemma)
                break
    # One person is called by the same word throughout: all or none of the places.
    return tuple(choice for choice in chosen if choice.finding.lemma not in misleading)


def _change(text: str, offer: Suggestion) -> _Change:
    return tuple((text[edit.start : edit.end].casefold(), edit.new_text.casefold()) for edit in offer.edits)


def _nouns(choices: Sequence[str]) -> set[str]:
    """The last word of each choice, in small letters."""
    return {plain(choice).split()[-1] for choice in choices if plain(choice)}


def _is_asked_about(finding: Finding, nouns: Sequence[str]) -> bool:
    forms = (plain(finding.lemma), plain(finding.text))
    return any(is_same_noun(form, noun) for form in forms for noun in nouns)


def _is_predicate(finding: Finding, text: str, words: Sequence[TextWord]) -> bool:
    """Whether a noun may be said of somebody: als Babysitter, ist ein guter Lehrer."""
    before = text[: finding.start]
    by = _AS.search(before)
    if by and not _DEFINITE.search(before):
        # „Sie wurde zum Sprecher gewählt“, but „Sie ging zum Arzt“
        return by[0].lower().startswith("als") or _APPOINTED.search(text) is not None
    index = _index_at(words, finding.start)
    if index is None:
        return False
    token, head = words[index].token, words[index].head
    if any(word.head == index and word.token.relation == "cop" for word in words):
        return True
    return (
        head != index
        and words[head].token.lemma in _COPULAS
        and words[head].token.pos in _VERBS
        and not token.relation.startswith((*_SUBJECTS, "obl", "obj", "conj"))
    )


def _leaves_relative(finding: Finding, offer: Suggestion, words: Sequence[TextWord]) -> bool:
    """Whether a relative pronoun in the masculine that may belong to a noun stays as it is."""
    index = _index_at(words, finding.start)
    if index is None:
        return False
    behind = words[index + 1 :]
    attribute = list(takewhile(lambda word: word.token.pos not in (*_VERBS, "PUNCT"), behind))
    clause = behind[len(attribute) :][:3]
    if not clause or clause[0].token.text != ",":
        return False
    # The pronoun may stand behind a preposition: …, bei dem
    pronouns = clause[1:] if len(clause) > 1 and clause[1].token.pos == "ADP" else clause[1:2]
    return any(
        word.token.text in _RELATIVES
        and word.token.pos != "DET"
        and not any(edit.start <= word.start < edit.end for edit in offer.edits)
        for word in pronouns
    )


def _makes_ambiguous(text: str, offer: Suggestion) -> bool:
    """Whether a masculine becomes a feminine in a sentence with „sie“ or „ihr“."""
    for edit in offer.edits:
        before = set(_FEMININES.findall(text[edit.start : edit.end].casefold()))
        if set(_plain_feminines(edit.new_text)) - before:
            return _SHE.search(offer.sentence) is not None
    return False


def _plain_feminines(text: str) -> list[str]:
    """The feminine determiners and pronouns of a text that has no gender sign (der*die)."""
    return [] if re.search(r"\w[*:_/·]\w", text) else _FEMININES.findall(text.casefold())


def _index_at(words: Sequence[TextWord], start: int) -> int | None:
    return next((index for index, word in enumerate(words) if word.start <= start < word.end), None)
