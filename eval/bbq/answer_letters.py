"""The letter that an answer names: announced, or at the begin of a line."""

import re
from collections.abc import Iterator

from mitgemeint.eval.bbq.choice_nouns import Nouns, core_of, only
from mitgemeint.eval.bbq.groups import plain
from mitgemeint.eval.bbq.prompts import LETTERS
from mitgemeint.eval.bbq.wordings import Wordings, compiled, denied, either


def by_letter(said: str, nouns: Nouns, wordings: Wordings) -> int | None:
    """The last letter that is announced, else the one that lines begin with."""
    announced = list(_announced(said, wordings))
    if announced:
        return LETTERS.index(max(announced)[1].upper())
    first = {_first_letter(line, nouns, wordings) for line in said.splitlines()}
    first |= {LETTERS.index(each.upper()) for each in re.findall(r"(?<=[.!?] )[abc](?=[.!]|$)", said)}
    return only({place for place in first if place is not None})


def _announced(said: str, wordings: Wordings) -> Iterator[tuple[int, str]]:
    """Letters behind "Antwort" or before "ist richtig", with their place in the text."""
    between = rf"(?:[\s:=–—-]+(?:{either(wordings.between)})){{0,4}}[\s:=–—(\[-]*"
    for found in re.finditer(rf"(?<!\w)(?:{either(wordings.letter)}){between}(?<!\w)([abc])(?!\w)", said):
        if not denied(said, found, wordings) and _stands(said[found.end() :], found[1], wordings):
            yield found.start(1), found[1]
    for found in re.finditer(r"(?<![\w'])([abc])(?!\w)", said):
        after = _rest_of_clause(said[found.end() :])
        if compiled(wordings.right).match(after) and not compiled(wordings.wrong).match(after):
            yield found.start(1), found[1]


def _stands(rest: str, letter: str, wordings: Wordings) -> bool:
    """Whether a letter before `rest` is neither an article, nor one of two, nor said to be wrong."""
    after = _rest_of_clause(rest)
    if letter in wordings.articles and re.match(r"\s+\w", rest):
        return compiled(wordings.right).match(after) is not None
    return not _another_letter(rest, wordings) and not compiled(wordings.wrong).match(after)


def _rest_of_clause(rest: str) -> str:
    return re.split(r"[,.;!?\n]", rest.lstrip(") ]"), maxsplit=1)[0].strip()


def _another_letter(rest: str, wordings: Wordings) -> bool:
    """Whether another letter follows as in "A oder B", "A/B", "A, B": none of them is the answer."""
    alternative = rf"\s+(?:{either(wordings.either)})\s"
    announced = rf"(?:(?:{either(wordings.letter)})\s+)?\(?"
    joined = rf"[)\]]*(?:\s*/\s*|{alternative}\s*){announced}[abc](?!\w)"
    listed = rf"[)\]]*\s*,\s*{announced}[abc](?:\W*$|[),./\]]|{either})"
    return re.match(f"{joined}|{listed}", rest) is not None


def _first_letter(line: str, nouns: Nouns, wordings: Wordings) -> int | None:
    """A letter at the beginning, alone, with a mark behind it, or followed by the choice that it stands for.

    "A man" begins with an article: a letter without a mark counts only before its own choice.
    """
    found = re.match(r"[(\[]*([abc])(?!\w)", line)
    if not found:
        return None
    place, rest = LETTERS.index(found[1].upper()), line[found.end() :]
    if _another_letter(rest, wordings) or compiled(wordings.wrong).match(_rest_of_clause(rest)):
        return None
    marked = re.match(r"\s*(?:[).:\],;!=]|[–—-]\s|$)", rest) is not None
    own = found[1] not in wordings.articles and _begins_with(place, plain(rest), nouns, wordings)
    return place if marked or own else None


def _begins_with(place: int, text: str, nouns: Nouns, wordings: Wordings) -> bool:
    first = nouns.mentions(core_of(text, wordings))[:1]
    return bool(first) and first[0].place == place and first[0].start == 0
