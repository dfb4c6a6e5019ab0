"""Reading sets of the benchmark: the report's own format, and the sets of other papers.

- The format of Pomerenke 2022 (JSON): a list of entries, or an object with `name`, `version`, `licence` and
  `sentences`. An entry has `exclusive`, `phrases` (spans as {"start", "end", "text"}, or plain texts that are
  looked for), `inclusive`, `gender_characters`, and may have `id`, `domain`, `style`, `metadata`.
- JSON lines with one `inclusive` text (Amrhein et al. 2023) or `targets` by notation (Lou, Waldis et al.
  2024), with `spans` and `exclusive_phrases`.
- Hard cases (JSON with `cases`): texts with words that must be found, and every accepted rewrite.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from mitgemeint.analysis.gender_forms import recognise
from mitgemeint.data import resource
from mitgemeint.eval.inclusive.benchmark_set import BenchmarkSet, Conventions, Phrase, Sentence, Style
from mitgemeint.eval.problems import EvalError, readable
from mitgemeint.eval.words import UMLAUTS

SHIPPED = ("sentences",)
"""Sets of `data/benchmarks/inclusive`, by name without ending."""

ENDINGS = (".json", ".jsonl")
AMRHEIN = "amrhein"
OUTPUTS = "published"
"""How files with the outputs of a system begin, which lie beside sets."""

ASKED_STYLES = {"star": Style.ABBREVIATED, "pair": Style.PAIR, "neutral": Style.NEUTRAL}
"""Notations that a set with `targets` by notation is measured in. Others differ in a sign alone."""

STYLES = ", ".join(Style)

_JOINED = re.compile(
    r"([A-Z]\w+)\s+(?:und|oder|sowie|bzw\.|beziehungsweise)\s+(?:[a-z]\w*\s+){0,2}([A-Z]\w+)"
)
_ROOT = 3
"""Letters that the feminine and the masculine of a noun share at least, umlauts aside."""
_REMEDY = "mend the set, or name another with --set"


class _MalformedError(ValueError):
    """What is wrong with an entry."""


def shipped_sets() -> list[str]:
    """The sets that ship and are there."""
    return [name for name in SHIPPED if _shipped(name) is not None]


def load_sets(source: str) -> list[BenchmarkSet]:
    """The sets of a file, of a folder (its files in order), or of a name that ships.

    EvalError names file and entry where a set is malformed, above all where a span does not match its text.
    """
    path = _shipped(source) or Path(source).expanduser()
    try:
        files = sorted(file for file in path.iterdir() if _is_set(file)) if path.is_dir() else [path]
    except OSError as error:
        raise EvalError(source, error.strerror or "cannot be read", _REMEDY) from error
    if not files:
        raise EvalError(source, f"has no set ({', '.join(ENDINGS)})", "name a file or folder with sets")
    return [load_set(file) for file in files]


def load_set(path: Path) -> BenchmarkSet:
    """The set in a file; EvalError where there is none or it is malformed."""
    place = readable(str(path))
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        known = ", ".join(shipped_sets()) or "none"
        remedy = f"name a file, a folder, or a set that ships ({known})"
        raise EvalError(place, error.strerror or "cannot be read", remedy) from error
    except UnicodeDecodeError as error:
        raise EvalError(place, "is not in UTF-8", _REMEDY) from error
    try:
        found = _of_lines(path.stem, text) if path.suffix == ".jsonl" else _of_json(path.stem, text)
        _check(found.sentences)
    except _MalformedError as error:
        raise EvalError(place, str(error), _REMEDY) from error
    except (ValueError, RecursionError) as error:
        raise EvalError(place, f"is no JSON ({error})", _REMEDY) from error
    return found


def _shipped(name: str) -> Path | None:
    try:
        return Path(str(resource("benchmarks", "inclusive", f"{name}.json"))) if name in SHIPPED else None
    except FileNotFoundError:
        return None


def _is_set(path: Path) -> bool:
    return path.suffix in ENDINGS and not path.name.startswith((OUTPUTS, "."))


def _check(sentences: Sequence[Sentence]) -> None:
    if not sentences:
        raise _MalformedError("holds no sentence")
    twice = [name for name, count in Counter(sentence.id for sentence in sentences).items() if count > 1]
    if twice:
        raise _MalformedError(f"two entries have the id {twice[0]}")


# ---- JSON: the report's format, hard cases ----


def _of_json(name: str, text: str) -> BenchmarkSet:
    content = json.loads(text)
    if isinstance(content, dict) and "cases" in content:
        return BenchmarkSet(name, "", "", tuple(_each(_rows(content["cases"]), _hard_case)))
    head = content if isinstance(content, dict) else {"sentences": content}
    if "sentences" not in head:
        raise _MalformedError("has neither sentences nor cases")
    return BenchmarkSet(
        str(head.get("name", name)),
        str(head.get("version", "")),
        str(head.get("licence", "")),
        tuple(_each(_rows(head["sentences"]), _entry)),
    )


def _rows(value: Any) -> Sequence[Any]:
    if not isinstance(value, list):
        raise _MalformedError("has no list of entries")
    return value


def _each(
    rows: Sequence[Any], read: Callable[[Mapping[str, Any], str], Iterator[Sentence]]
) -> Iterator[Sentence]:
    """The sentences of the rows; what is wrong with one is told with its id or number."""
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise _MalformedError(f"entry {number} is no object")
        own = row.get("id", _metadata(row).get("id", f"{number}"))
        if not isinstance(own, str | int) or isinstance(own, bool):
            raise _MalformedError(f"entry {number}: its id is no text")
        try:
            yield from read(row, str(own))
        except _MalformedError as error:
            raise _MalformedError(f"entry {own}: {error}") from error


def _entry(row: Mapping[str, Any], name: str) -> Iterator[Sentence]:
    exclusive, inclusive = _text(row, "exclusive"), _text(row, "inclusive")
    listed = row.get("phrases", row.get("exclusive_phrases", []))
    allowed = row.get("gender_characters", row.get("gender_characters_allowed"))
    if not isinstance(allowed, bool):
        raise _MalformedError("gender_characters is neither true nor false")
    phrases = _phrases(exclusive, listed)
    yield Sentence(
        name,
        exclusive,
        phrases,
        inclusive,
        _style(row.get("style"), inclusive, phrases),
        allowed,
        str(row.get("domain", "")),
    )


def _metadata(row: Mapping[str, Any]) -> Mapping[str, Any]:
    found = row.get("metadata")
    return found if isinstance(found, Mapping) else {}


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _MalformedError(f"{key} is no text")
    return value


def _style(value: Any, inclusive: str, phrases: Sequence[Phrase]) -> Style:
    """The style that an entry names, or that of its inclusive text."""
    if value is not None:
        if value not in tuple(Style):
            raise _MalformedError(f"style {value!r} is none of {STYLES}")
        return Style(value)
    if not phrases:
        return Style.NONE
    if recognise(inclusive, lambda word: word.endswith("in")):
        return Style.ABBREVIATED
    return Style.PAIR if any(map(_is_pair, _JOINED.findall(inclusive.translate(UMLAUTS)))) else Style.NEUTRAL


def _is_pair(nouns: tuple[str, str]) -> bool:
    """Whether two nouns that are joined are the feminine and the masculine of one: Köchin oder Koch."""
    alike = nouns[0][:_ROOT] == nouns[1][:_ROOT]
    return alike and [noun.endswith(("in", "innen")) for noun in nouns].count(True) == 1


# ---- phrases ----


def _phrases(text: str, listed: Any) -> tuple[Phrase, ...]:
    if not isinstance(listed, list):
        raise _MalformedError("phrases are no list")
    plain = [each for each in listed if isinstance(each, str)]
    if plain and len(plain) < len(listed):
        raise _MalformedError("phrases are partly texts and partly spans")
    found = _located(text, plain) if plain else [_span(text, each) for each in listed]
    ordered = sorted(found)
    if any(one.end > other.start for one, other in pairwise(ordered)):
        raise _MalformedError("two phrases overlap")
    return tuple(ordered)


def _span(text: str, value: Any) -> Phrase:
    try:
        start, end, wanted = value["start"], value["end"], value["text"]
    except (TypeError, KeyError) as error:
        raise _MalformedError("a phrase is neither a text nor start, end and text") from error
    return _checked(text, start, end, wanted)


def _checked(text: str, start: Any, end: Any, wanted: Any) -> Phrase:
    whole = all(isinstance(each, int) and not isinstance(each, bool) for each in (start, end))
    if not whole or not 0 <= start < end <= len(text):
        raise _MalformedError(f"{wanted!r} has no span within the text")
    if text[start:end] != wanted:
        raise _MalformedError(f"{wanted!r} is not what stands at {start} to {end}: {text[start:end]!r}")
    return Phrase(start, end, wanted)


def _located(text: str, phrases: Sequence[str]) -> Iterator[Phrase]:
    """Where phrases stand as whole words: each as often as it is listed, and refused where it is not."""
    for phrase, count in Counter(phrases).items():
        starts = [*_occurrences(text, phrase)] if phrase.strip() else []
        if not starts:
            raise _MalformedError(f"{phrase!r} is not in the text")
        if len(starts) != count:
            raise _MalformedError(f"{phrase!r} is in the text {len(starts)} times, and listed {count} times")
        yield from (Phrase(start, start + len(phrase), phrase) for start in starts)


def _occurrences(text: str, phrase: str) -> Iterator[int]:
    start = text.find(phrase)
    while start >= 0:
        before, after = text[:start][-1:], text[start + len(phrase) :][:1]
        if not before.isalnum() and not after.isalnum():
            yield start
        start = text.find(phrase, start + 1)


# ---- hard cases ----


def _hard_case(row: Mapping[str, Any], name: str) -> Iterator[Sentence]:
    """A sentence for each notation that the case has accepted rewrites in; the first is labelled."""
    text = _text(row, "text")
    phrases = tuple(_span(text, each) for each in row.get("flags", []))
    may = tuple(_span(text, each) for each in row.get("maybe", []))
    accepted: dict[str, list[str]] = {}
    for rewrite in row.get("rewrites", []):
        if isinstance(rewrite, Mapping) and rewrite.get("style") in ASKED_STYLES:
            accepted.setdefault(str(rewrite["style"]), []).append(_text(rewrite, "text"))
    if not accepted:
        style = Style.NEUTRAL if phrases else Style.NONE
        yield Sentence(name, text, phrases, text, style, False, "hard cases", "", _format(row), open=may)
    for number, (notation, texts) in enumerate(accepted.items()):
        yield Sentence(
            f"{name}, {notation}",
            text,
            phrases,
            texts[0],
            ASKED_STYLES[notation],
            notation == "star",
            "hard cases",
            notation,
            _format(row),
            tuple(texts[1:]),
            may,
            labelled=number == 0,
        )


def _format(row: Mapping[str, Any]) -> str:
    return str(row.get("format", "plaintext"))


# ---- JSON lines: Amrhein et al., Lou ----


def _of_lines(name: str, text: str) -> BenchmarkSet:
    rows = [_line(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    amrhein = name.startswith(AMRHEIN)
    domain = "newspaper" if amrhein else "political comments" if name.startswith("lou") else ""
    sentences = _each(rows, lambda row, own: _aligned(row, own, domain))
    # There every masculine is rewritten, known men and first parts of compounds too.
    return BenchmarkSet(name, "", "", tuple(sentences), Conventions(amrhein, amrhein))


def _line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise _MalformedError(f"line {number} is no JSON ({error})") from error


def _aligned(row: Mapping[str, Any], name: str, domain: str) -> Iterator[Sentence]:
    exclusive = _text(row, "exclusive")
    spans, texts = row.get("spans"), row.get("exclusive_phrases")
    if not isinstance(spans, list) or not isinstance(texts, list) or len(spans) != len(texts):
        raise _MalformedError("spans and exclusive_phrases are no lists of one length")
    phrases = tuple(_checked(exclusive, *_pair(span), text) for span, text in zip(spans, texts, strict=True))
    if "targets" not in row:
        notation = str(row.get("style", ""))
        style = ASKED_STYLES.get(notation, Style.NEUTRAL) if phrases else Style.NONE
        yield Sentence(
            name, exclusive, phrases, _text(row, "inclusive"), style, _allowed(row), domain, notation
        )
        return
    targets = row["targets"]
    if not isinstance(targets, Mapping):
        raise _MalformedError("targets are no object")
    wanted = [notation for notation in ASKED_STYLES if notation in targets]
    if not wanted:
        raise _MalformedError(f"has no target in {', '.join(ASKED_STYLES)}")
    for number, notation in enumerate(wanted):
        yield Sentence(
            f"{name}, {notation}",
            exclusive,
            phrases,
            _text(targets, notation),
            ASKED_STYLES[notation] if phrases else Style.NONE,
            notation == "star",
            domain,
            notation,
            labelled=number == 0,
        )


def _pair(span: Any) -> tuple[Any, Any]:
    if not isinstance(span, list) or len(span) != 2:
        raise _MalformedError("a span is no list of two numbers")
    return span[0], span[1]


def _allowed(row: Mapping[str, Any]) -> bool:
    allowed = row.get("gender_characters_allowed", row.get("gender_characters"))
    if not isinstance(allowed, bool):
        raise _MalformedError("gender_characters_allowed is neither true nor false")
    return allowed
