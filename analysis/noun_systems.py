"""Systems that give person nouns a form of their own: De-e (de Lehrere) and Phettberg (das Lehry).

Sources: Verein für geschlechtsneutrales Deutsch, "Kurzübersicht über das De-e-System" and
"Deklinationstabellen" (geschlechtsneutral.net); Thomas Kronschläger, "Entgendern nach Phettberg" (after
Hermes Phettberg's columns since 1992).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from mitgemeint.analysis.determiners import ClosedClass, cell
from mitgemeint.analysis.features import Case, Gender, Number

UMLAUTS = str.maketrans("äöüÄÖÜ", "aouAOU")
HIS = "sein"
INCLUSIVE_HIS = "ens"
# Words whose second part names a man: no system has a rule for them.
MAN = ("mann", "herr")


@dataclass(frozen=True, slots=True)
class NounForms:
    """The nominatives of a person noun that the systems build on."""

    masculine: str
    feminine: str
    plural: str


@dataclass(frozen=True, slots=True)
class NounSystem:
    """One system: how it forms a noun (None where it has no rule), and the gender that the noun has then.

    `adjectival` says that nominalised adjectives take the endings of that gender (de Angestellte).
    """

    name: str
    gender: Gender
    adjectival: bool
    noun: Callable[[NounForms, Case, Number], str | None]


def de_e_noun(forms: NounForms, case: Case, number: Number) -> str | None:
    """de Schülere, die Schülerne: -e after the masculine, -re after -e; in the plural -rne.

    Where the feminine shortens the masculine, so does the new form (Zauberer, Zauberin: de Zaubere).
    """
    base = forms.masculine
    if base.endswith(MAN):
        return None
    stem = _feminine_stem(forms)
    if stem and base == stem + "er":
        base = stem if stem.endswith("er") else stem + "e"  # Zaubere; Beamte, Beamtere
    singular = base + ("re" if base.endswith("e") else "e")
    if number is Number.SINGULAR:
        return singular + ("s" if case is Case.GENITIVE else "")
    plural = singular[:-1] + "ne" if singular.endswith("re") else singular + "rne"
    return plural + ("n" if case is Case.DATIVE else "")


def phettberg_noun(forms: NounForms, case: Case, number: Number) -> str | None:
    """das Lehry, die Lehrys: -y in the place of -er or -e, or after the whole word (das Professory).

    The plural and the genitive singular have -s, and the plural the umlaut of the masculine (das Kochy, die
    Köchys). None for nouns whose feminine is not in -in: the rule is given for those alone.
    """
    base = forms.masculine
    if not forms.feminine.endswith("in") or base.endswith(MAN):
        return None
    stem = base.removesuffix("er") if base.endswith("er") else base.removesuffix("e")
    if number is Number.SINGULAR:
        return stem + ("ys" if case is Case.GENITIVE else "y")
    umlauted = forms.plural[: len(stem)]
    return (umlauted if umlauted.translate(UMLAUTS) == stem.translate(UMLAUTS) else stem) + "ys"


SYSTEMS: Mapping[str, NounSystem] = MappingProxyType(
    {
        "de-e": NounSystem("de-e", Gender.INCLUSIVE, adjectival=True, noun=de_e_noun),
        "phettberg": NounSystem("phettberg", Gender.NEUTER, adjectival=False, noun=phettberg_noun),
    }
)


def pronoun_in(gender: Gender, pronoun: str, closed: ClosedClass) -> str | None:
    """The pronoun that takes up a noun of `gender` in the place of er, ihm, ihn or a form of sein.

    De-e has en, ens, em, en and the possessive ens with the endings of sein; the neuter es, ihm and sein.
    """
    for case in (Case.NOMINATIVE, Case.DATIVE, Case.ACCUSATIVE):
        if closed.personal["er"][cell(case, Number.SINGULAR, Gender.MASCULINE)] == pronoun:
            return closed.personal["er"].get(cell(case, Number.SINGULAR, gender))
    if not pronoun.startswith(HIS):
        return None
    return pronoun if gender is Gender.NEUTER else INCLUSIVE_HIS + pronoun[len(HIS) :]


def _feminine_stem(forms: NounForms) -> str:
    return forms.feminine.removesuffix("in") if forms.feminine.endswith("in") else ""
