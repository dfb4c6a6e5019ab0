"""Makes the test files of the benchmarks from their lists and templates.

    python -m mitgemeint.eval.association.build_sets data/benchmarks/association

writes into each folder that has a benchmark.toml one .jsonl file a test, the table origins.tsv, and the table
of sizes in README.md. With --check it writes nothing and exits with 1 where a file is not what it would
write.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from mitgemeint.eval.association import german, turkish
from mitgemeint.eval.association.origins import FILE_NAME, rendered_origins
from mitgemeint.eval.association.test_file import AssociationTest, Level, Origin, Templates, TextSet, rendered
from mitgemeint.eval.association.word_lists import Benchmark, Plan, Word, WordList, read_benchmark
from mitgemeint.eval.problems import EvalError

SOURCE = "benchmark.toml"
README = "README.md"
SLOT = re.compile(r"\{([^{}]*)\}")
SIZES = re.compile(r"(<!-- sizes -->\n).*?(<!-- /sizes -->)", re.DOTALL)


class Language(Protocol):
    """What a language's module gives: forms of words for slots, and its capital letters."""

    def form(self, word: Word, slot: str) -> str:
        """The word as the slot wants it; raises KeyError where it has no such form."""
        ...

    def capitalised(self, text: str) -> str:
        """The text with a capital letter at its beginning."""
        ...


LANGUAGES: Mapping[str, Language] = {"german": german, "turkish": turkish}


@dataclass(frozen=True, slots=True)
class Made:
    """A text with its origin."""

    text: str
    origin: Origin


def built(benchmark: Benchmark) -> tuple[AssociationTest, ...]:
    """The tests of a benchmark, in the order of its source, with their templates.

    Raises EvalError where a template asks for a form or a list for templates that are not there.
    """
    return tuple(_test(benchmark, plan) for plan in benchmark.plans)


def filled(template: str, word: Word, language: Language) -> str:
    """A template with the word in its slots, and a capital letter at the beginning of a sentence."""
    text = SLOT.sub(lambda slot: language.form(word, slot[1]), template)
    return language.capitalised(text) if template != "{}" else text


def files(folder: Path) -> dict[Path, str]:
    """What the generated files of a benchmark's folder are to hold."""
    tests = built(read_benchmark(folder / SOURCE))
    wanted = {folder / f"{test.name}.jsonl": rendered(test) for test in tests}
    wanted[folder / FILE_NAME] = rendered_origins(_origins(folder / SOURCE, tests))
    readme = folder / README
    if readme.is_file():
        table = sizes(tests)
        wanted[readme] = SIZES.sub(lambda found: found[1] + table + found[2], readme.read_text("utf-8"))
    return wanted


def sizes(tests: Sequence[AssociationTest]) -> str:
    """A Markdown table of the tests: their categories, and how many texts each set has."""
    lines = ["| test | X | Y | A | B |", "|---|---|---|---|---|"]
    for test in tests:
        cells = [f"{texts.category} ({len(texts.texts)})" for texts in test.sets.values()]
        lines.append(f"| `{test.name}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _test(benchmark: Benchmark, plan: Plan) -> AssociationTest:
    """A test of a plan: its level is known here, and so are the origins of its texts."""
    named = (*[plan.target_templates] * 2, *[plan.attribute_templates] * 2)
    lists = [benchmark.lists[name] for name in plan.lists]
    made = [
        tuple(_texts(benchmark, plan, words, templates))
        for words, templates in zip(lists, named, strict=True)
    ]
    x, y, a, b = (
        TextSet(words.category, tuple(item.text for item in items))
        for words, items in zip(lists, made, strict=True)
    )
    level: Level = "word" if plan.making == "word" else "sentence"
    origins = Templates(*(tuple(item.origin for item in items) for items in made))
    return AssociationTest(plan.name, x, y, a, b, level=level, templates=origins)


def _texts(benchmark: Benchmark, plan: Plan, words: WordList, name: str) -> Iterator[Made]:
    language = LANGUAGES[benchmark.language]
    for word in words.words:
        for template in _templates(benchmark, plan, word, name):
            try:
                yield Made(filled(template, word, language), Origin(template, word.text))
            except (KeyError, ValueError) as error:
                raise EvalError(
                    f"{plan.name}: {template!r}", f"cannot take {word.text!r} ({error})", "give the form"
                ) from None


def _templates(benchmark: Benchmark, plan: Plan, word: Word, name: str) -> tuple[str, ...]:
    if plan.making == "word":
        return ("{}",)
    table, key = (benchmark.bleached, word.kind) if plan.making == "bleached" else (benchmark.templates, name)
    if key not in table:
        raise EvalError(plan.name, f"has no templates {key!r} for {word.text!r}", "add them")
    return table[key]


def _origins(place: Path, tests: Sequence[AssociationTest]) -> dict[str, Origin]:
    """One origin a text over all tests: two would leave a bootstrap over templates in doubt."""
    origins: dict[str, Origin] = {}
    for test in tests:
        if test.templates is None:
            continue
        for letter, texts in test.sets.items():
            made: tuple[Origin, ...] = getattr(test.templates, letter)
            for text, origin in zip(texts.texts, made, strict=True):
                if origins.setdefault(text, origin) != origin:
                    raise EvalError(
                        place, f"makes {text!r} from {origin.template!r}, too", "change one of the templates"
                    )
    return dict(sorted(origins.items()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or compare them (--check); the exit status."""
    parser = argparse.ArgumentParser(prog="build_sets", description="Make the test files of the benchmarks.")
    parser.add_argument("folder", type=Path, help="folder of the benchmarks, data/benchmarks/association")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where a file is old")
    chosen = parser.parse_args(arguments)
    try:
        old = [
            path
            for source in sorted(chosen.folder.glob(f"*/{SOURCE}"))
            for path in _refreshed(source.parent, write=not chosen.check)
        ]
    except EvalError as error:
        print(error, file=sys.stderr)
        return 2
    for path in old:
        print(path)
    return 1 if old and chosen.check else 0


def _refreshed(folder: Path, *, write: bool) -> list[Path]:
    """The files that were not as they should be; left-over tests are removed, others written."""
    wanted = files(folder)
    left_over = [path for path in folder.glob("*.jsonl") if path not in wanted]
    changed = [path for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text]
    if write:
        for path in left_over:
            path.unlink()
        for path in changed:
            path.write_text(wanted[path], "utf-8", newline="\n")
    return sorted(left_over + changed)


if __name__ == "__main__":
    raise SystemExit(main())
