"""Reading sets of the benchmark: the report's own format, and the sets of other papers.

- The format of Pomerenke 2022 (JSON): a list of entries, or an object with `name`, `version`, `licence` and
  `sentences`. An entry has `exclusive`, `phrases` (spans as {"start", "end", "text"}, or plain texts that are
  looked for), `inclusive`, `gender_characters`, and may have `id`, `domain`, `style`, `metadata`, and
  `accepted` (further texts that are right).
- JSON lines, an entry in each: the same, or `spans` ([start, end]) with `exclusive_phrases` in the place of
  `phrases`, and one `inclusive` text (Amrhein et al. 2023) or `targets` by notation (Lou, Waldis et al.
  2024).
- Hard cases (JSON with `cases`): texts with words that must be found, and every accepted rewrite.

Offsets count code points, ends are exclusive. A byte order mark is no part of a text. Unknown fields are told
in a line and left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.data import resource
from mitgemeint.eval import stored
from mitgemeint.eval.files import expanded, read_text
from mitgemeint.eval.inclusive.benchmark_set import COMMON, TOGETHER, BenchmarkSet, Conventions, Sentence
from mitgemeint.eval.inclusive.phrase_spans import MalformedError
from mitgemeint.eval.inclusive.set_rows import entry, fields_of, hard_case
from mitgemeint.eval.problems import EvalError, readable, warn

SHIPPED = ("sentences",)
"""Sets of `data/benchmarks/inclusive`, by name without ending."""

ENDINGS = (".json", ".jsonl")
AMRHEIN = "amrhein"
OUTPUTS = "published"
"""How files with the outputs of a system begin, which lie beside sets."""

LONGEST_NAME = 100
LONGEST_ID = 200
MOST_TOLD = 5
"""Unknown fields that a warning names."""
HEAD_FIELDS = frozenset({"name", "version", "licence", "sentences", "discarded", "cases", "meta", "metadata"})

_REMEDY = "mend the set, or name another with --set"
_AMONG = "mend it, or name the sets of the folder one by one, each with --set"
_KEYS = ("exclusive", "text")
"""One of these is in an entry of any layout."""

_Read = Callable[[Mapping[str, Any], str, str], Iterator[Sentence]]


class _NoSetError(MalformedError):
    """A file that holds something else: no entry of it looks like one of a set."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """The entries of a file with their numbers, and what those are: `line` or `entry`."""

    counted: str
    values: Sequence[tuple[int, Any]]


def shipped_sets() -> list[str]:
    """The sets that ship and are there."""
    return [name for name in SHIPPED if _shipped(name) is not None]


def load_sets(source: str) -> list[BenchmarkSet]:
    """The sets of a file, of a folder (its files in order), or of a name that ships.

    EvalError names file and entry where a set is malformed, above all where a span does not match its text.
    Files of a folder that hold something else are told, and left out.
    """
    path = _shipped(source) or expanded(source)
    try:
        if not path.is_dir():
            return [load_set(path)]
        files = sorted(file for file in path.iterdir() if _may_be_set(file))
    except OSError as error:
        raise EvalError(readable(source)[:200], error.strerror or "cannot be read", _REMEDY) from error
    found = [chosen for file in files if (chosen := _one_of(file)) is not None]
    if not found:
        reason = f"has no set ({', '.join(ENDINGS)})"
        raise EvalError(readable(source), reason, "name a file or folder with sets")
    return found


def load_set(path: Path) -> BenchmarkSet:
    """The set in a file; EvalError where there is none or it is malformed."""
    place = readable(str(path))
    try:
        return _read(path, place)
    except MalformedError as error:
        raise EvalError(place, str(error), _REMEDY) from error


def _one_of(path: Path) -> BenchmarkSet | None:
    """The set in a file of a folder, None where the file is none."""
    place = readable(str(path))
    try:
        return _read(path, place)
    except _NoSetError as error:
        warn(place, f"is left out, as it is no set: {error}")
        return None
    except MalformedError as error:
        raise EvalError(place, str(error), _AMONG) from error


def _shipped(name: str) -> Path | None:
    try:
        return Path(str(resource("benchmarks", "inclusive", f"{name}.json"))) if name in SHIPPED else None
    except FileNotFoundError:
        return None


def _may_be_set(path: Path) -> bool:
    return path.suffix in ENDINGS and not path.name.startswith((OUTPUTS, ".")) and not path.is_dir()


def _read(path: Path, place: str) -> BenchmarkSet:
    known = ", ".join(shipped_sets()) or "none"
    text = read_text(path, f"name a file, a folder, or a set that ships ({known})")
    name = readable(path.stem)
    try:
        return _of_lines(name, text, place) if path.suffix == ".jsonl" else _of_json(name, text, place)
    except MalformedError:
        raise
    except ValueError as error:
        raise MalformedError(str(error)) from error


# ---- the whole file ----


def _of_json(name: str, text: str, place: str) -> BenchmarkSet:
    content = stored.json_value(text)
    head = content if isinstance(content, dict) else {"sentences": content}
    if not {"sentences", "cases"} & set(head):
        raise _NoSetError("has neither sentences nor cases")
    _tell_unknown(place, sorted(set(head) - HEAD_FIELDS))
    own = head.get("name", name)
    version, licence = (_about(head, each) for each in ("version", "licence"))
    if "cases" in head:
        sentences = _sentences(_numbered(head["cases"]), hard_case, "hard cases", place)
    else:
        sentences = _sentences(_numbered(head["sentences"]), entry, "", place)
    return BenchmarkSet(checked_name(own), version, licence, sentences)


def _of_lines(name: str, text: str, place: str) -> BenchmarkSet:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    rows = _Rows("line", [(number, _line(number, line)) for number, line in lines])
    amrhein = name.startswith(AMRHEIN)
    domain = "newspaper" if amrhein else "political comments" if name.startswith("lou") else ""
    sentences = _sentences(rows, entry, domain, place)
    # There every masculine is rewritten, known men and first parts of compounds too.
    return BenchmarkSet(checked_name(name), "", "", sentences, Conventions(amrhein, amrhein))


def _line(number: int, line: str) -> Any:
    try:
        return stored.json_value(line)
    except ValueError as error:
        raise MalformedError(f"line {number} {error}") from error


def _numbered(value: Any) -> _Rows:
    if not isinstance(value, list):
        raise MalformedError("has no list of entries")
    return _Rows("entry", [*enumerate(value, 1)])


def _about(head: Mapping[str, Any], key: str) -> str:
    value = head.get(key, "")
    if not stored.text(value) and not stored.number(value):
        raise MalformedError(f"{key} is no text")
    return str(value)


def checked_name(value: Any) -> str:
    """The name of a set; MalformedError for what cannot be one."""
    if not stored.name(LONGEST_NAME)(value):
        reason = f"is no text in a line of 1 to {LONGEST_NAME} characters"
        raise MalformedError(f"the name of the set (`name`, or that of the file) {reason}")
    if value in (TOGETHER, COMMON):
        raise MalformedError(f"the name {value} is that of several sets in the tables")
    return str(value)


# ---- entries ----


def _sentences(rows: _Rows, read: _Read, domain: str, place: str) -> tuple[Sentence, ...]:
    """The sentences of all entries; MalformedError names the entry."""
    unknown: dict[str, str] = {}
    try:
        found = tuple(_each(rows, read, domain, unknown))
    except MalformedError as error:
        values = [row for _, row in rows.values if isinstance(row, Mapping)]
        if any(key in row for row in values for key in _KEYS):
            raise
        raise _NoSetError(str(error)) from error
    if not found:
        raise MalformedError("holds no sentence")
    _tell_unknown(place, [f"{name} (first in {where})" for name, where in unknown.items()])
    return found


def _each(rows: _Rows, read: _Read, domain: str, unknown: dict[str, str]) -> Iterator[Sentence]:
    """The sentences of the entries; fields that are not known go into `unknown`, with the first entry."""
    ids: dict[str, int] = {}
    for number, row in rows.values:
        here = f"{rows.counted} {number}"
        if not isinstance(row, Mapping):
            raise MalformedError(f"{here} is no object")
        name = _id(row, number, here)
        shown = here if name == f"{number}" else f"{here} ({name})"
        if (broken := stored.unwritable(row)) is not None:
            raise MalformedError(f"{shown}: {broken} holds half a surrogate pair, which is no character")
        try:
            for sentence in read(row, name, domain):
                if (other := ids.setdefault(sentence.id, number)) != number:
                    raise MalformedError(f"{rows.counted} {other} has the same id")
                yield sentence
        except MalformedError as error:
            raise MalformedError(f"{shown}: {error}") from error
        for field in sorted(set(row) - fields_of(row)):
            unknown.setdefault(field, shown)


def _id(row: Mapping[str, Any], number: int, here: str) -> str:
    metadata = row.get("metadata")
    if metadata is not None and not isinstance(metadata, Mapping):
        raise MalformedError(f"{here}: its metadata are no object")
    own = row.get("id", (metadata or {}).get("id", number))
    if isinstance(own, int) and not isinstance(own, bool):
        return str(own)
    if not stored.name(LONGEST_ID)(own):
        raise MalformedError(f"{here}: its id is no text in a line of 1 to {LONGEST_ID} characters")
    return str(own)


def _tell_unknown(place: str, fields: Sequence[str]) -> None:
    """Warn of fields that nobody reads: a name may be misspelt."""
    if fields:
        shown = ", ".join(field[:LONGEST_NAME] for field in fields[:MOST_TOLD])
        more = f" and {len(fields) - MOST_TOLD} more" if len(fields) > MOST_TOLD else ""
        warn(place, f"unknown fields are left out: {shown}{more}")
