"""A parsed sentence as the rules read it: words, grammar, and what must not be touched."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mitgemeint.analysis.features import Number
from mitgemeint.analysis.nlp.protocol import Token, Word
from mitgemeint.analysis.people import Person

# The relations of subjects to their verb (Universal Dependencies).
VERBS = frozenset({"VERB", "AUX"})
SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence. Word spans count from the sentence's begin.

    `names` are the words that can be first or family names, `people` the persons named; `begins_with_verb`
    says that the first word can be a finite verb (Macht der Antragsteller glaubhaft …). `covered` are the
    words that gender forms and pair forms have taken, `protected` those that stand for code, addresses and
    the like, `mentioned` those in titles and other quotations that are spoken of.
    """

    text: str
    words: tuple[Word, ...]
    tokens: tuple[Token, ...]
    names: frozenset[int] = frozenset()
    people: tuple[Person, ...] = ()
    begins_with_verb: bool = False
    covered: frozenset[int] = frozenset()
    protected: frozenset[int] = frozenset()
    mentioned: frozenset[int] = frozenset()
    _children: dict[int, tuple[int, ...]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        collected: dict[int, list[int]] = {}
        for token in self.tokens:
            if token.head != token.index:
                collected.setdefault(token.head, []).append(token.index)
        self._children.update({head: tuple(below) for head, below in collected.items()})

    def __len__(self) -> int:
        return len(self.tokens)

    def lower(self, index: int) -> str:
        """The word in lower case; empty outside the sentence."""
        return self.words[index].text.lower() if 0 <= index < len(self.words) else ""

    def children(self, index: int) -> tuple[int, ...]:
        """The words governed by a word, in order."""
        return self._children.get(index, ())

    def person(self, index: int) -> Person | None:
        """The named person that a word is a part of."""
        return next((person for person in self.people if person.start <= index < person.end), None)

    def is_finite(self, index: int) -> bool:
        """Whether the word is a verb that shows a number."""
        token = self.tokens[index]
        return token.pos in VERBS and token.number is not None

    def verb_number(self, verb: int) -> Number | None:
        """The number of a finite verb: that of its auxiliary where it has one (berechtigt sind …)."""
        auxiliaries = [child for child in self.children(verb) if self.tokens[child].relation in AUXILIARIES]
        for finite in (auxiliaries, [verb]):
            numbers = {self.tokens[index].number for index in finite if self.tokens[index].pos in VERBS}
            numbers.discard(None)
            if numbers:
                return numbers.pop() if len(numbers) == 1 else None
        return None

    def particles(self, verb: int) -> tuple[int, ...]:
        """The separated particles of a verb, in order (an in "schließen … an")."""
        return tuple(child for child in self.children(verb) if self.tokens[child].relation == "compound:prt")

    def verb_names(self, verb: int) -> frozenset[str]:
        """The infinitive of a verb, and with each separated particle (schließen, anschließen)."""
        lemma = self.tokens[verb].lemma
        return frozenset({lemma, *(self.lower(particle) + lemma for particle in self.particles(verb))})

    def descendants(self, index: int) -> Iterator[int]:
        """All words below a word (each once, also if the parse should hold a cycle)."""
        seen, stack = {index}, list(self.children(index))
        while stack:
            below = stack.pop()
            if below not in seen:
                seen.add(below)
                stack.extend(self.children(below))
                yield below

    def attached(self, left: int) -> bool:
        """Whether a word and the next one stand without a gap."""
        return left + 1 < len(self.words) and self.words[left].end == self.words[left + 1].start

    def free(self, index: int) -> bool:
        """Whether a rewrite may change the word."""
        return index not in self.covered and index not in self.protected
