"""Suggestions: how far up the list of proposed texts stands what a person wrote.

Run it as `python -m mitgemeint.eval.suggestions FOLDER`. The terms are those of Pomerenke 2022, "INCLUSIFY:
A benchmark and a model for gender-inclusive German", arXiv:2212.02564, measures of the suggestion task:

- A system proposes a ranked list of whole texts (`candidates`). Ours are the combinations of one suggestion
  for each finding; a finding is left alone only where it has none. They are ordered by the sum of the ranks
  of their suggestions (0 for a finding's first); at equal sum those that keep to one notation come first,
  then those with the better suggestion at the earlier finding. Texts that come twice count once; the list
  ends after `MOST_CANDIDATES`.
- The target is *in the candidates*, among the *first five*, or the *first*: compared by words (punctuation
  too, spaces not) and by German lemmas, which forgives number and agreement. Lemmas are those of the bundled
  analyzer, gender forms read as their feminine.
- Every gender character of a target is read as a star (`normalised`), so that notations that differ in the
  character alone are one.
- Whether gender characters may be used is given to the system, not guessed: it runs under the policy
  `genderstern` for targets with one, and without them for the others.
- The score of a rank is the mean of three families (`ranks.py`), over the rank adjusted by the number of
  exclusive phrases of the text; a target that is absent has 0.

Input: `amrhein-*.jsonl` (star; every masculine counts) and `lou-*.jsonl` (star, pair, neutral); texts without
an exclusive phrase are left out. A Lou text may have several sentences and is ranked as one.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import islice
from pathlib import Path
from typing import Any

from mitgemeint.analysis import Finding, Pipeline, Settings, resources
from mitgemeint.analysis.gender_forms import FormKind, mask, recognise
from mitgemeint.eval.combinations import applied
from mitgemeint.eval.command import print_report, sets, share, table
from mitgemeint.eval.ranks import FAMILIES, score
from mitgemeint.eval.words import normalised, texts, words

# Far below this every family gives next to nothing.
MOST_CANDIDATES = 1000
FIRST = 5

SETTINGS = {
    "star": Settings(policy="genderstern", report_specific=True, compound_modifiers=True),
    "pair": Settings(notations=["pair", "neutral"]),
    "neutral": Settings(notations=["neutral", "pair"]),
}

Reading = Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Task:
    """A text, what a person wrote instead, and the number of exclusive phrases."""

    exclusive: str
    target: str
    phrases: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """Where the target of a task stands among the candidates, from 0; None where it does not."""

    phrases: int
    by_words: int | None
    by_lemmas: int | None


def candidates(text: str, findings: Sequence[Finding], most: int = MOST_CANDIDATES) -> Iterator[str]:
    """The proposed texts, the best first, at most `most`; the text itself where nothing is suggested."""
    options = [finding.suggestions for finding in findings if finding.suggestions]
    seen: set[str] = set()
    # All choices of one sum are on the heap before the first of them is taken: each comes from one below.
    start = (0,) * len(options)
    heap, known = [(0, False, start)], {start}
    while heap and len(seen) < most:
        total, _, ranks = heappop(heap)
        made = applied(text, [options[place][rank] for place, rank in enumerate(ranks)])
        if made is not None and made not in seen:
            seen.add(made)
            yield made
        for place, rank in enumerate(ranks):
            following = (*ranks[:place], rank + 1, *ranks[place + 1 :])
            if rank + 1 < len(options[place]) and following not in known:
                known.add(following)
                used = {options[at][chosen].notation for at, chosen in enumerate(following)}
                heappush(heap, (total + 1, len(used) > 1, following))


def words_of(text: str) -> tuple[str, ...]:
    """The words and punctuation marks of a text, gender characters as stars."""
    return tuple(texts(words(normalised(text))))


def lemmas_of(text: str) -> tuple[str, ...]:
    """The German lemmas of a text; a gender form has that of its feminine, a pair those of its words."""
    loaded = resources.load("bundled")
    forms = recognise(normalised(text), loaded.database.is_feminine)
    plain, _ = mask(normalised(text), [form for form in forms if form.kind is not FormKind.PAIR])
    return tuple(
        lemma
        for sentence in loaded.analyzer.segment(plain)
        for lemma in _sentence_lemmas(tuple(word.text for word in sentence.words))
    )


@cache
def _sentence_lemmas(sentence: tuple[str, ...]) -> tuple[str, ...]:
    """The candidates of a text share most sentences, so each is parsed once."""
    (tokens,) = resources.load("bundled").analyzer.parse([sentence])
    return tuple(token.lemma for token in tokens)


def rank(proposed: Sequence[str], target: str, reading: Reading) -> int | None:
    """The place of the first candidate that reads like the target, from 0; None if there is none."""
    wanted = reading(target)
    return next((place for place, text in enumerate(proposed) if reading(text) == wanted), None)


def ranked(pipeline: Pipeline, task: Task) -> Ranked:
    """Rank the target of a task among the candidates of a pipeline."""
    findings = pipeline.analyze(task.exclusive).findings
    proposed = list(islice(candidates(task.exclusive, findings), MOST_CANDIDATES))
    by_words = rank(proposed, task.target, words_of)
    # What is the same word by word is the same lemma by lemma, so that only the texts above need parsing.
    above = proposed if by_words is None else proposed[: by_words + 1]
    return Ranked(task.phrases, by_words, rank(above, task.target, lemmas_of))


def tasks(rows: Iterable[Mapping[str, Any]], style: str) -> list[Task]:
    """The tasks of the rows that have an exclusive phrase and a target in this style."""
    found = []
    for row in rows:
        target = row["targets"].get(style) if "targets" in row else row["inclusive"]
        if target is not None and row["spans"]:
            found.append(Task(row["exclusive"], target, len(row["spans"])))
    return found


def measure(folder: Path) -> dict[str, list[Ranked]]:
    """The ranks of every set of a folder, by the name shown for it."""
    wanted = [(name, rows, "star") for name, rows in sets(folder, "amrhein-*").items()]
    wanted += [(name, rows, style) for name, rows in sets(folder, "lou-*").items() for style in SETTINGS]
    pipelines = {style: Pipeline(chosen) for style, chosen in SETTINGS.items()}
    result = {}
    for name, rows, style in wanted:
        if todo := tasks(rows, style):
            result[f"{name}, {style}"] = [ranked(pipelines[style], task) for task in todo]
    return result


def report(folder: Path, show: int = 0) -> Iterable[str]:
    """The lines of a Markdown report on the sets that a folder holds; nothing of them is shown."""
    measured = measure(folder)
    measured["together"] = [item for items in measured.values() for item in items]
    header = ("set", "compared by", "texts", "in candidates", "first five", "first", "score", *FAMILIES)
    yield from table(
        header,
        (
            (name, by, *_figures([(getattr(item, f"by_{by}"), item.phrases) for item in items]))
            for name, items in measured.items()
            for by in ("words", "lemmas")
        ),
    )


def _figures(ranks: Sequence[tuple[int | None, int]]) -> tuple[object, ...]:
    found = [place for place, _ in ranks if place is not None]
    by_family = [
        share(sum(score(place, phrases, family) for place, phrases in ranks), len(ranks))
        for family in FAMILIES.values()
    ]
    return (
        len(ranks),
        share(len(found), len(ranks)),
        share(sum(place < FIRST for place in found), len(ranks)),
        share(sum(place == 0 for place in found), len(ranks)),
        sum(by_family) / len(by_family),
        *by_family,
    )


def main() -> int:
    """Print the report on a folder of sets."""
    return print_report(__doc__, report)


if __name__ == "__main__":
    sys.exit(main())
