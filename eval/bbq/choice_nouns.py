"""The words of choices, and the forms that they take in a sentence.

Articles of nouns that are declined as adjectives, and the verb of "die Frau, die trans ist", stand here; the
other knowledge of a language in `data/benchmarks/bbq/answers.toml`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from mitgemeint.eval.bbq.answer_cleaning import cleaned
from mitgemeint.eval.bbq.groups import plain
from mitgemeint.eval.bbq.wordings import Wordings, either


@dataclass(frozen=True, slots=True)
class Mention:
    """A choice (by its place) that a text names from `start` to `end`."""

    place: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Nouns:
    """The choices as shown, and the forms that their words take in a sentence."""

    shown: tuple[str, ...]
    wordings: Wordings
    misprints: tuple[tuple[int, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The choices in small letters, without marks."""
        return tuple(plain(cleaned(choice)) for choice in self.shown)

    @property
    def cores(self) -> tuple[str, ...]:
        """The choices without their articles."""
        return tuple(core_of(name, self.wordings) for name in self.names)

    def alone(self, said: str) -> int | None:
        """The choice that a text is, and nothing else, with any article and ending."""
        text = plain(said)
        same = [place for place, name in enumerate(self.names) if text == name]
        if len(same) == 1:
            return same[0]
        article = rf"(?:(?:{either(self.wordings.articles)}|{either(self.wordings.oblique)})\s+)?"
        return only(
            {place for place, form in self._patterns() if re.fullmatch(rf"(?:{article})?(?:{form})", text)}
        )

    def mentions(self, clause: str) -> list[Mention]:
        """Where choices are named, in the order of the text; a longer one hides a shorter one within it."""
        found: list[Mention] = []
        for place, form in self._patterns():
            for match in re.finditer(rf"(?<!\w)(?:{form})(?!\w)", clause):
                found += [Mention(same, *match.span()) for same in self._same(place)]
                clause = clause[: match.start()] + "\0" * len(match[0]) + clause[match.end() :]
        return sorted(found, key=lambda each: each.start)

    def _same(self, place: int) -> list[int]:
        """The places of a choice: two where the data shows the same name twice by mistake."""
        return [other for other, core in enumerate(self.cores) if core == self.cores[place]]

    def with_prefixes(self, said: str) -> str:
        """A text in which "die Frau, die trans ist" is the choice "Transfrau"."""
        relative = rf",?\s(?:{either(self.wordings.relative)})\s(?:is\s)?"
        for core in self.cores:
            prefix, noun = _parted(core, self.wordings)
            if prefix:
                adjective = rf"{prefix}(?:gender)?(?:\sist)?(?=\W*(?:\n|$)|[,.;!?])"
                behind = rf"(?<!\w){re.escape(noun)}{relative}{adjective}"
                said = core.join(re.split(behind, said))
        return said

    def with_misprints(self, said: str) -> "Nouns":
        """With words of an answer that are one letter off the words of one choice only.

        Only within words of six letters or more.
        """
        prefix = rf"(?<!\w)({either(self.wordings.prefixes)})[\s-]+(?=\w)"
        words = set(re.findall(r"\w{6,}", said)) | set(re.findall(r"\w{6,}", re.sub(prefix, r"\1", said)))
        misprints = []
        for word in sorted(words - set(self.cores)):
            near = [place for place, core in enumerate(self.cores) if _one_off(word, core)]
            if len(near) == 1:
                misprints.append((near[0], word))
        return Nouns(self.shown, self.wordings, tuple(misprints))

    def _patterns(self) -> list[tuple[int, str]]:
        words = [(place, core) for place, core in enumerate(self.cores) if core]
        words = sorted([*words, *self.misprints], key=lambda each: -len(each[1]))
        return [(place, _forms(core, self._is_woman(place), self.wordings)) for place, core in words]

    def _is_woman(self, place: int) -> bool | None:
        """Whether the article of a choice is a woman's; None where it has none."""
        first = self.names[place].split(" ", 1)[0]
        if first not in self.wordings.articles:
            return None
        return first in self.wordings.women


def core_of(name: str, wordings: Wordings) -> str:
    """A name without its article."""
    first, _, rest = name.partition(" ")
    return rest if rest and first in wordings.articles else name


@lru_cache(maxsize=4096)
def _forms(core: str, woman: bool | None, wordings: Wordings) -> str:
    """The pattern of all forms of a choice without its article."""
    stem = _adjectival_stem(core, wordings)
    if stem and woman is not None:
        return _adjectival_forms(re.escape(stem), woman)
    noun = _with_prefix(core, wordings)
    endings = [noun]
    if woman is None or not wordings.oblique:
        endings += [noun + re.escape(ending) for ending in wordings.genitive]
    elif woman:
        endings += [noun + ending for ending in wordings.feminine]
    if woman is not True and wordings.oblique:
        endings.append(_oblique_forms(core, noun, wordings))
    return "|".join(sorted(endings, key=len, reverse=True))


def _oblique_forms(core: str, noun: str, wordings: Wordings) -> str:
    """A man's noun with an ending: only behind a word that asks for one ("dem Studenten"), not a plural."""
    weak = core.endswith(wordings.weak) if wordings.weak else False
    endings = "|".join(("ns", "n", "en") if weak else wordings.endings) or "(?!)"
    return rf"(?:{either(wordings.oblique)})\s+(?:\w+\s+)?{noun}(?:{endings})"


def _adjectival_stem(core: str, wordings: Wordings) -> str:
    for ending in ("er", "e", "en"):
        if core.endswith(ending) and core.removesuffix(ending).endswith(wordings.adjectival or ("\0",)):
            return core.removesuffix(ending)
    return ""


def _adjectival_forms(stem: str, woman: bool) -> str:
    """Nouns that are declined as adjectives: the article tells a man from a woman (Duden, Grammatik)."""
    if woman:
        return rf"(?:die|eine)\s+{stem}e|(?:der|einer)\s+{stem}en|(?<!der ){stem}e"
    oblique = rf"(?:den|dem|des|einen|einem|eines|zum|vom|beim)\s+{stem}en"
    return rf"der\s+{stem}er?|{oblique}|{stem}er"


def _parted(core: str, wordings: Wordings) -> tuple[str, str]:
    """A prefix that may stand apart, and the noun behind it; no prefix, and the noun."""
    for prefix in wordings.prefixes:
        rest = core.removeprefix(prefix).removeprefix("gender").lstrip(" -")
        if core.startswith(prefix) and rest:
            return prefix, rest
    return "", core


def _with_prefix(core: str, wordings: Wordings) -> str:
    """The pattern of a noun; of one with a prefix, also apart or with a hyphen."""
    prefix, noun = _parted(core, wordings)
    apart = rf"{prefix}(?:gender)?[\s-]*" if prefix else ""
    return apart + re.escape(noun)


def _one_off(word: str, core: str) -> bool:
    """Whether one letter is other, missing or too much, and neither the first nor one of the last three.

    A difference at the end is another form or another person ("Studenten", "Studentin").
    """
    if word == core or len(core) < 6 or word[0] != core[0] or word[-3:] != core[-3:]:
        return False
    start = 0
    while word[start : start + 1] == core[start : start + 1]:
        start += 1
    left, right = word[start:], core[start:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:]


def only(places: set[int] | frozenset[int]) -> int | None:
    """The place where there is one, None where there are none or several."""
    return next(iter(places)) if len(places) == 1 else None
