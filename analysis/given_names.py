"""Given names, and whether men or women bear them.

From `data/lexicon/given_names.tsv` (built from Faker) and the names of the full-form lexicon (Wiktionary).
A name that both bear decides nothing about the gender.
"""

from functools import cache

from mitgemeint.analysis.features import Gender
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.data import resource

FILE = "given_names.tsv"
LETTERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE}


class GivenNames:
    """Looks given names up; a double name (Karl-Heinz) counts as its first."""

    def __init__(self, genders: dict[str, frozenset[Gender]], forms: FormLexicon) -> None:
        self._genders = genders
        self._forms = forms

    @classmethod
    def load(cls, forms: FormLexicon) -> "GivenNames":
        """The list that ships."""
        return cls(_table(), forms)

    def genders(self, name: str) -> frozenset[Gender]:
        """Who bears the name; empty where it is no given name."""
        first = name.partition("-")[0]
        known = {
            LETTERS[mark[-1]]
            for entry in self._forms.entries(first)
            for mark in entry.marks
            if mark in {"given:m", "given:f"}
        }
        return self._genders.get(first, frozenset()) | known

    def is_unmistakable(self, name: str) -> bool:
        """Whether a word is a given name and nothing else in German texts (unlike Ernst, Rose, Jordan)."""
        first = name.partition("-")[0]
        entries = self._forms.entries(first)
        given = any("given" in entry.marks for entry in entries)
        other = any(entry.pos != "PROPN" or "place" in entry.marks for entry in entries)
        return given and not other and not self._forms.entries(first.lower())


def is_listed(name: str) -> bool:
    """Whether a word, or its first part before a hyphen, is in the list that ships."""
    return name.partition("-")[0] in _table()


@cache
def _table() -> dict[str, frozenset[Gender]]:
    text = resource("lexicon", FILE).read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: frozenset(LETTERS[letter] for letter in letters) for name, letters in rows}
