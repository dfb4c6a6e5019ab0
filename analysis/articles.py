"""How a notation joins articles, pronouns and adjectives: der*die, eine*n, zum*zur, vom*von der.

Two things are a matter of house style and are settings: which gender comes first, and whether endings are
shortened. A shortened word is the same in either order (ein*e, jede*r); words that are written out show it.
"""

from dataclasses import dataclass
from enum import StrEnum

from mitgemeint.analysis.affixes import shared_beginning, shared_end

# A shared beginning shorter than this is chance (der/die), not a stem (einem/einer).
SHORTEST_STEM = 3
# A shared end of at least this length is a second part of its own: derjenige/diejenige.
SHORTEST_TAIL = 5


class ArticleOrder(StrEnum):
    """Which gender is written first before and after a sign: der*die or die*der."""

    MASCULINE_FIRST = "masculine-first"
    FEMININE_FIRST = "feminine-first"


class ArticleForms(StrEnum):
    """Whether articles and pronouns are shortened: ein*e, jede*r, vom*von der; or ein*eine, jeder*jede,
    von dem*der.
    """

    SHORT = "short"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class ArticleStyle:
    """The house style of articles and pronouns (`article_order` and `article_forms` of the settings)."""

    order: ArticleOrder = ArticleOrder.MASCULINE_FIRST
    forms: ArticleForms = ArticleForms.SHORT

    @property
    def full(self) -> bool:
        """Whether no ending is shortened."""
        return self.forms is ArticleForms.FULL


DEFAULT_STYLE = ArticleStyle()


@dataclass(frozen=True, slots=True)
class Joint:
    """What stands between two forms: `mark` before an ending (ein*e, ein/-e), `link` before a whole word
    (der/die). With `closing` both are brackets: ein(e), der (die).
    """

    mark: str
    link: str
    closing: str = ""


def joined(masculine: str, feminine: str, joint: Joint, style: ArticleStyle = DEFAULT_STYLE) -> str:
    """The joined form of two forms of one word in the same case and number."""
    if masculine == feminine:
        return masculine
    if " " in masculine or " " in feminine:
        return _contracted(masculine, feminine, joint, style)
    shortened = None if style.full else _shortened(masculine, feminine, joint)
    if shortened:
        return shortened
    first, second = _ordered(masculine, feminine, style)
    tail = shared_end(first, second)
    if len(tail) >= SHORTEST_TAIL and not style.full and not joint.closing:
        first = first[: -len(tail)]
    return f"{first}{joint.link}{second}{joint.closing}"


def bracketed(longer: str, shorter: str, opening: str = "(", closing: str = ")") -> str | None:
    """One form inside the other: neue(r), Absolvent(inn)en; None where the shorter is not what is left."""
    head = shared_beginning(longer, shorter)
    tail = shorter[len(head) :]
    if not longer.endswith(tail) or len(head) + len(tail) > len(longer):
        return None
    inside = longer[len(head) : len(longer) - len(tail)]
    return f"{head}{opening}{inside}{closing}{tail}"


def _shortened(masculine: str, feminine: str, joint: Joint) -> str | None:
    """ein*e, jede*r, einem*r; None where no ending can be told (der, die)."""
    longer, shorter = (feminine, masculine) if len(feminine) > len(masculine) else (masculine, feminine)
    stem = shared_beginning(masculine, feminine)
    if joint.closing:
        return bracketed(longer, shorter) if len(stem) >= SHORTEST_STEM else None
    if longer.startswith(shorter):
        return f"{shorter}{joint.mark}{longer[len(shorter) :]}"
    if len(stem) >= SHORTEST_STEM and joint.mark == joint.link:
        return f"{masculine}{joint.mark}{feminine[len(stem) :]}"
    return None


def _contracted(masculine: str, feminine: str, joint: Joint, style: ArticleStyle) -> str:
    """vom and von der: vom*von der; in full von dem*der.

    Where the masculine is a contraction that can be split, `masculine` may be given split (von dem).
    """
    first, second = _ordered(masculine, feminine, style)
    preposition, space, article = first.partition(" ")
    if style.full and space and second.startswith(preposition + space):
        second = second.removeprefix(preposition + space)
        return f"{preposition} {article}{joint.link}{second}{joint.closing}"
    return f"{first}{joint.link}{second}{joint.closing}"


def _ordered(masculine: str, feminine: str, style: ArticleStyle) -> tuple[str, str]:
    if style.order is ArticleOrder.FEMININE_FIRST:
        return feminine, masculine
    return masculine, feminine
