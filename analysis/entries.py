"""Entries of the database: what a person noun is, and how entries are read from the bundled and from users'
files.

Users' files (TOML or CSV, see `docs/lexicon.md`) never raise: what cannot be used becomes an `EntryProblem`
with file, line and reason, and everything else is loaded.
"""

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.paradigm import Paradigms

_KEYS = ("masculine", "feminine", "paradigm", "sense", "head", "demonym", "organisation")
_WORD = re.compile(r"[A-ZÄÖÜÉÀÅÇØŠŽÁÍÓÚÈÊ][\w'’-]*[a-zäöüßéèáàíóúçñøåšž]")
_HEADER = re.compile(r"^\s*\[\[?\s*(\w+)\s*\]\]?\s*(#.*)?$")
_AT_LINE = re.compile(r"\(at (?:line (\d+), column \d+|end of document)\)")
_TRUE = {"true", "yes", "1", "ja", "x"}
_FALSE = {"false", "no", "0", "nein", ""}
OFTEN = "often"
FITS = ("nearly-always", OFTEN)
MAXIMUM_BYTES = 16 * 1024 * 1024


class Sense(StrEnum):
    """How far a noun names people (see `docs/lexicon.md`)."""

    PERSON = "person"
    AMBIGUOUS = "ambiguous"
    POLICY = "policy"
    KIN = "kin"


@dataclass(frozen=True, slots=True)
class PersonNoun:
    """A masculine person noun with its feminine.

    `masculine` is the citation form (nominalised adjectives in the strong form: Angestellter); `paradigm` an
    id of `paradigms.toml`; `head` says that it may end a compound, `demonym` that the word is also an
    adjective or stands for a region (Schweizer), `organisation` that firms and authorities often bear the
    role (Betreiber). `variants` are further feminines that are understood but not written (Friseuse).
    """

    masculine: str
    feminine: str
    paradigm: str
    sense: Sense = Sense.PERSON
    head: bool = True
    demonym: bool = False
    organisation: bool = False
    sources: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """A neutral word or phrase that can stand for a masculine, within its limits.

    `form` is the nominative singular (of a participle the strong masculine, and then `gender` is None; of a
    plural-only word the plural, and then only the plural is replaced). `replaces` names the numbers of the
    masculine that it may replace; a `collective` is a singular group noun in place of a plural, `bare` where
    it needs no article, `article` where it takes the definite one though the plural stood bare (die Polizei).
    `attribute` is an uninflected adjective phrase before it, `rest` (`rest_plural`) what follows it
    unchanged. `compound` says that it takes over the first part of a compound; `person`, of a participle,
    that "…ende Person" may be formed of it. `fits` says in how many sentences with the masculine it is right
    (one of `FITS`). `note` tells when it fits, by language.
    """

    form: str
    gender: Gender | None
    plural: str = ""
    dative_plural: str = ""
    genitive: str = ""
    attribute: str = ""
    rest: str = ""
    rest_plural: str = ""
    replaces: tuple[Number, ...] = (Number.SINGULAR, Number.PLURAL)
    collective: bool = False
    bare: bool = False
    article: bool = False
    kind: str = "noun"
    compound: bool = True
    person: bool = True
    fits: str = FITS[0]
    note: tuple[tuple[str, str], ...] = ()

    def inflected(self, case: Case, number: Number) -> str | None:
        """The form in `case` and `number`; None where there is none or an adjective ending decides it."""
        if self.gender is None:
            return None
        if number is Number.PLURAL:
            return self._plural(case)
        if self.form == self.plural and Number.SINGULAR not in self.replaces and not self.collective:
            return None
        if self.gender is Gender.FEMININE or case is Case.NOMINATIVE:
            return self.form
        if case is Case.GENITIVE:
            return self.genitive or self.form + "s"
        weak = self.gender is Gender.MASCULINE and self.genitive.endswith("n")
        return self.genitive if weak else self.form

    def rest_in(self, number: Number) -> str:
        """What follows the form in `number`; empty where nothing does."""
        return (self.rest_plural if number is Number.PLURAL else "") or self.rest

    def _plural(self, case: Case) -> str | None:
        if not self.plural or case is not Case.DATIVE:
            return self.plural or None
        if self.dative_plural:
            return self.dative_plural
        return self.plural if self.plural.endswith(("n", "s")) else self.plural + "n"


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """A row or file of entries that could not be used; `line` counts from 1.

    `whole` says that nothing of the file is used; `line` is then 0 or where the trouble is.
    """

    file: str
    line: int
    reason: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One wish of a user's file: add, change or remove the entry of a masculine."""

    action: Literal["add", "change", "remove"]
    masculine: str
    values: Mapping[str, Any]
    alternatives: tuple[Alternative, ...] | None
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class EntryFile:
    """What one user file holds."""

    changes: tuple[EntryChange, ...] = ()
    problems: tuple[EntryProblem, ...] = ()


class EntryError(ValueError):
    """One entry cannot be used; the message is the reason."""


@dataclass(slots=True)
class _Reader:
    file: str
    paradigms: Paradigms
    changes: list[EntryChange] = field(default_factory=list)
    problems: list[EntryProblem] = field(default_factory=list)

    def problem(self, line: int, reason: str, whole: bool = False) -> None:
        self.problems.append(EntryProblem(self.file, line, reason, whole or line == 0))

    def change(self, action: str, line: int, raw: object) -> None:
        try:
            self.changes.append(_change(action, raw, self.file, line, self.paradigms))
        except EntryError as error:
            self.problem(line, str(error))
        except (ValueError, RecursionError):  # it cannot even be shown: 0xfff…, or a.a.a.… = 1
            self.problem(line, "a value is too large or nested too deeply")


def read_entries(path: Path, paradigms: Paradigms) -> EntryFile:
    """The entries of a user's file; never raises, problems are part of the result."""
    reader = _Reader(str(path), paradigms)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAXIMUM_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        reader.problem(0, f"cannot be read: {error.strerror or error}")
    except ValueError as error:  # not UTF-8, or a path that no file can have
        reader.problem(0, f"is not UTF-8 text: {error}" if isinstance(error, UnicodeError) else str(error))
    else:
        if len(data) > MAXIMUM_BYTES:
            reader.problem(0, f"is larger than {MAXIMUM_BYTES} bytes")
        elif path.suffix.lower() == ".toml":
            _read_toml(text, reader)
        elif path.suffix.lower() == ".csv":
            _read_csv(text, reader)
        else:
            reader.problem(0, "is neither a .toml nor a .csv file")
    return EntryFile(tuple(reader.changes), tuple(reader.problems))


def _read_toml(text: str, reader: _Reader) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    starts = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    try:
        whole = tomllib.loads(text)
    except (ValueError, RecursionError):  # numbers too long for Python are a plain ValueError
        _read_blocks(lines, starts, reader)
        return
    by_action: dict[str, list[int]] = {}
    for start in starts:
        header = _HEADER.match(lines[start])
        if header:
            by_action.setdefault(header[1], []).append(start + 1)
    for action, rows in whole.items():
        numbers = by_action.get(action, [])
        for index, raw in enumerate(rows if isinstance(rows, list) else [rows]):
            reader.change(action, numbers[index] if index < len(numbers) else 0, raw)


def _read_blocks(lines: Sequence[str], starts: Sequence[int], reader: _Reader) -> None:
    """Read table by table, so that a syntax error costs only its own table."""
    bounds = [0, *starts, len(lines)]
    for start, end in pairwise(bounds):
        try:
            tables = tomllib.loads("\n".join(lines[start:end]))
        except (ValueError, RecursionError) as error:
            found = _AT_LINE.search(str(error))
            line = start + 1  # where the parser does not tell, the table
            if found:
                line = start + int(found[1]) if found[1] else max(start + 1, end)
            reader.problem(line, f"is not TOML: {_AT_LINE.sub('', str(error)).strip()}", whole=not starts)
            continue
        for action, rows in tables.items():
            for raw in rows if isinstance(rows, list) else [rows]:
                reader.change(action, start + 1, raw)


def _read_csv(text: str, reader: _Reader) -> None:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip() for name in next(rows, [])]
        if "masculine" not in header:
            reader.problem(1, "the first line must name the columns; 'masculine' is missing", whole=True)
            return
        unknown = sorted(set(header) - {"action", *_KEYS})
        if unknown:
            reader.problem(1, f"unknown column: {', '.join(unknown)}")
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(header):
                reader.problem(rows.line_num, f"has {len(row)} cells, the header {len(header)}")
                continue
            raw = {name: cell.strip() for name, cell in zip(header, row, strict=False) if name not in unknown}
            action = raw.pop("action", "") or "add"
            reader.change(action, rows.line_num, {name: cell for name, cell in raw.items() if cell})
    except csv.Error as error:
        reader.problem(rows.line_num, f"is not CSV: {error}")


def _change(action: str, raw: object, file: str, line: int, paradigms: Paradigms) -> EntryChange:
    if action not in ("add", "change", "remove"):
        raise EntryError(f"unknown action {action!r}; known are add, change, remove")
    if not isinstance(raw, dict):
        raise EntryError(f"{action} is not a table")
    values = dict(raw)
    alternatives = values.pop("alternative", None)
    unknown = sorted(str(key) for key in set(values) - set(_KEYS))
    if unknown:
        raise EntryError(f"unknown key: {', '.join(unknown)}")
    masculine = _word(values.pop("masculine", ""), "masculine")
    checked = {key: _value(key, value, paradigms) for key, value in values.items()}
    if action == "add" and "feminine" not in checked:
        raise EntryError(f"{masculine}: feminine is missing")
    if str(checked.get("paradigm", "")).startswith("mann-") and not masculine.endswith("mann"):
        raise EntryError(f"{masculine}: paradigm {checked['paradigm']} is for nouns in -mann")
    if checked.get("paradigm") in paradigms.adjectival and not masculine.endswith("er"):
        raise EntryError(f"{masculine}: a nominalised adjective is entered in its form in -er")
    parsed = None if alternatives is None else tuple(read_alternatives(alternatives, masculine))
    return EntryChange(action, masculine, checked, parsed, file, line)  # type: ignore[arg-type]


def _word(value: object, key: str) -> str:
    if not isinstance(value, str) or not value:
        raise EntryError(f"{key} is missing")
    if not _WORD.fullmatch(value) or len(value) > 80:
        raise EntryError(f"{key} is not a noun: {value[:80]!r}")
    return value


def _value(key: str, value: object, paradigms: Paradigms) -> object:
    if key == "feminine":
        return "" if value == "-" else _word(value, key)
    if key == "paradigm":
        if not isinstance(value, str) or value not in paradigms:
            raise EntryError(f"unknown paradigm {value!r}; known are {', '.join(paradigms.ids)}")
        return value
    if key == "sense":
        try:
            return Sense(value)  # type: ignore[arg-type]
        except ValueError:
            raise EntryError(f"unknown sense {value!r}; known are {', '.join(Sense)}") from None
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _TRUE | _FALSE:
        return value.lower() in _TRUE
    raise EntryError(f"{key} must be true or false, not {value!r}")


def read_alternatives(raw: object, owner: str) -> Iterator[Alternative]:
    """Neutral alternatives from parsed TOML (`neutral.toml` or a user's file); raises EntryError."""
    if not isinstance(raw, list):
        raise EntryError(f"{owner}: alternative must be a list of tables")
    for row in raw:
        if not isinstance(row, dict):
            raise EntryError(f"{owner}: an alternative is not a table")
        if row.get("kind") != "paraphrase":
            yield _alternative(row, owner)


_TEXT_KEYS = (
    "form",
    "plural",
    "dative_plural",
    "genitive",
    "attribute",
    "rest",
    "rest_plural",
    "kind",
)
_FLAG_KEYS = ("bare", "article", "compound", "person")
_GENDERS: Mapping[str, Gender | None] = {
    "masc": Gender.MASCULINE,
    "fem": Gender.FEMININE,
    "neut": Gender.NEUTER,
    "adjectival": None,
    "plural": Gender.FEMININE,  # of no account: a plural-only word has no singular to agree with
}


def _alternative(row: Mapping[str, Any], owner: str) -> Alternative:
    unknown = sorted(set(row) - {*_TEXT_KEYS, *_FLAG_KEYS, "gender", "number", "replaces", "fits", "note"})
    if unknown:
        raise EntryError(f"{owner}: unknown key of an alternative: {', '.join(unknown)}")
    texts = {key: row[key] for key in _TEXT_KEYS if key in row}
    flags = {key: row[key] for key in _FLAG_KEYS if key in row}
    for values, kind in ((texts, str), (flags, bool)):
        wrong = [key for key, value in values.items() if not isinstance(value, kind)]
        if wrong:
            raise EntryError(f"{owner}: {wrong[0]} of an alternative must be {_KIND_NAMES[kind]}")
    form, gender, number = texts.get("form"), row.get("gender"), row.get("number", "same")
    fits = row.get("fits", FITS[0])
    if not form:
        raise EntryError(f"{owner}: an alternative has no form")
    if not isinstance(gender, str) or gender not in _GENDERS:
        raise EntryError(f"{owner}: gender of {form!r} must be one of {', '.join(_GENDERS)}")
    if number not in ("same", "collective"):
        raise EntryError(f"{owner}: number of {form!r} must be same or collective")
    if fits not in FITS:
        raise EntryError(f"{owner}: fits of {form!r} must be {' or '.join(FITS)}")
    if gender == "adjectival" and not form.endswith("er"):
        raise EntryError(f"{owner}: {form!r} is a participle and must be given in its form in -er")
    if flags.get("article") and number != "collective":
        raise EntryError(f"{owner}: article of {form!r} is for collectives only")
    if flags.get("article") and flags.get("bare"):
        raise EntryError(f"{owner}: {form!r} cannot be bare and take an article")
    if "person" in flags and gender != "adjectival":
        raise EntryError(f"{owner}: person of {form!r} is for participles only")
    if gender == "plural":
        texts["plural"] = form
    return Alternative(
        **texts,
        **flags,
        gender=_GENDERS[gender],
        collective=number == "collective",
        fits=fits,
        replaces=_replaces(row.get("replaces", ["pl"] if gender == "plural" else ["sg", "pl"]), form, owner),
        note=_note(row.get("note", {}), form, owner),
    )


_KIND_NAMES: Mapping[type, str] = {str: "text", bool: "true or false"}


def _replaces(value: object, form: str, owner: str) -> tuple[Number, ...]:
    if isinstance(value, list) and value and all(item in ("sg", "pl") for item in value):
        return tuple(Number(item) for item in value)
    raise EntryError(f"{owner}: replaces of {form!r} must hold sg, pl or both")


def _note(value: object, form: str, owner: str) -> tuple[tuple[str, str], ...]:
    if isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
        return tuple(sorted(value.items()))
    raise EntryError(f"{owner}: note of {form!r} must be a table of texts by language")
