"""Templates of BBQ and GG-BBQ: contexts, questions and answers with slots, and what is known of them.

GG-BBQ (Satheesh et al. 2025) keeps them as CSV with its own columns, dictionaries as Python literals, lists
of groups as JSON and two column names with a blank at their end. English BBQ (Parrish et al. 2022) has
`new_templates - CATEGORY.csv` with other columns and words as `WORD1: [one, other]; WORD2: [third]`. Both are
read, the former is written.
"""

import ast
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.files import write
from mitgemeint.eval.problems import EvalError

Groups = Mapping[str, str]
"""The group that fills a slot, by the slot: `NAME1` → `F`."""
Words = Mapping[str, tuple[str, ...]]
"""The words that fill a slot, by the slot: `WORD1` → `das Picknick`, `die Party`."""

TEXTS = (
    "ambiguous_context",
    "disambiguating_context",
    "question_negative",
    "question_non_negative",
    "answer_negative",
    "answer_non_negative",
)
"""The fields of a template that are texts with slots, in the order in which they are read."""

SLOT = re.compile(r"\{\{([A-Z]+\d*)\}\}")
"""A slot: two braces, a name in capitals with a number, two braces."""

_WORDS = re.compile(r"\{*\s*([A-Z]+\d*)\s*\}*\s*:\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Template:
    """A template: two contexts, two questions and their right answers, in which slots (`{{NAME1}}`) stand.

    The disambiguating context follows the ambiguous one. `answer_negative` answers `question_negative` after
    both contexts, `answer_non_negative` the other question. `groups` says which group must fill a slot of a
    name where the texts are made for one (pronouns, endings), `names` which texts fill it where they are no
    proper names, `variants` which words fill the other slots. Texts are kept as they are written, with
    blanks at their ends.
    """

    id: str
    """Unique in its file."""
    bbq_id: str
    """The row of the English template that it comes from."""
    question_index: str
    """The question, which templates of both orientations share."""
    category: str
    ambiguous_context: str
    disambiguating_context: str
    question_negative: str
    question_non_negative: str
    answer_negative: str
    answer_non_negative: str
    groups: Groups = field(default_factory=dict)
    variants: Words = field(default_factory=dict)
    names: Words = field(default_factory=dict)
    proper_nouns_only: bool = False
    social_values: str = ""
    stereotyped: tuple[str, ...] = ()
    notes: str = ""
    other: Mapping[str, str] = field(default_factory=dict)
    """Columns that no other field holds, by their name (`version`, `subcategory`)."""

    @property
    def texts(self) -> dict[str, str]:
        """The texts by the names of their fields."""
        return {name: getattr(self, name) for name in TEXTS}


def slots(text: str) -> tuple[str, ...]:
    """The slots of a text in their order, each as often as it stands there, without braces."""
    return tuple(SLOT.findall(text))


def damaged_slots(text: str) -> tuple[str, ...]:
    """Pieces of a text with braces that are no slot: `{WORD1}}`, as in a row of GG-BBQ."""
    return tuple(re.findall(r"[{}]+[^{}\s]*[{}]*", SLOT.sub(" ", text)))


def filled(text: str, words: Mapping[str, str]) -> str:
    """A text with words in its slots; slots that `words` does not name stay."""
    return SLOT.sub(lambda match: words.get(match[1], match[0]), text)


# ---- JSON ------------------------------------------------------------------------------------------


def as_json(template: Template) -> dict[str, Any]:
    """A template as JSON holds it, by the names of its fields."""
    return {each.name: _plain(getattr(template, each.name)) for each in fields(Template)}


def from_json(values: Any) -> Template:
    """The template of such a value; ValueError where it is none, with the field."""
    stored.check(values, _FITS)
    if unknown := sorted(values.keys() - _FITS.keys()):
        raise ValueError(f"{unknown[0]!r} is no field of a template")
    if missing := [name for name in (*_IDENTITY, *TEXTS) if name not in values]:
        raise ValueError(f"{missing[0]} is missing")
    made = {
        name: {slot: tuple(words) for slot, words in value.items()}
        if name in ("variants", "names")
        else value
        for name, value in values.items()
    }
    return Template(**made | {"stereotyped": tuple(values.get("stereotyped", ()))})


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(stored.text(each) for each in value)


def _by_name(fits: stored.Fits) -> stored.Fits:
    return lambda value: (
        isinstance(value, Mapping) and all(stored.text(key) and fits(each) for key, each in value.items())
    )


_IDENTITY = ("id", "bbq_id", "question_index", "category")
_FITS: Mapping[str, stored.Fits] = {
    **dict.fromkeys((*_IDENTITY, *TEXTS, "social_values", "notes"), stored.text),
    **dict.fromkeys(("groups", "other"), _by_name(stored.text)),
    **dict.fromkeys(("variants", "names"), _by_name(_texts)),
    "proper_nouns_only": lambda value: isinstance(value, bool),
    "stereotyped": _texts,
}

# ---- CSV -------------------------------------------------------------------------------------------

# The columns of GG-BBQ in its order, two of them with a blank at the end.
_COLUMNS: Mapping[str, str] = {
    "id": "id",
    "bbq_id": "bbq_id",
    "question_index": "question_index",
    "category": "category",
    "ambiguous_context ": "ambiguous_context",
    "disambiguous_context ": "disambiguating_context",
    "name_info": "groups",
    "lexical_diversity": "variants",
    "proper_nouns_only": "proper_nouns_only",
    "question_negative_stereotype": "question_negative",
    "question_non_negative": "question_non_negative",
    "correct_answer_negative": "answer_negative",
    "correct_answer_non_negative": "answer_non_negative",
    "relevant_social_values": "social_values",
    "known_stereotyped_groups": "stereotyped",
    "Notes": "notes",
}
# How English BBQ calls the same, without capitals, and the words for names, which GG-BBQ does not have.
_OTHER_NAMES: Mapping[str, str] = {
    "q_id": "question_index",
    "disambiguating_context": "disambiguating_context",
    "answer_negative": "answer_negative",
    "answer_non_negative": "answer_non_negative",
    "names": "names",
}
_FIELD_OF = {**{column.strip().lower(): name for column, name in _COLUMNS.items()}, **_OTHER_NAMES}
_GROUP_COLUMN = re.compile(r"(name\d+)_info")
_WANTED = ("question_index", "category", *TEXTS, "stereotyped")
_LAYOUT = "name the columns as the templates of GG-BBQ or BBQ do, separated by commas"
_TRUTHS = {"true": True, "1": True, "yes": True, "": False, "false": False, "0": False, "no": False}


def read_templates(path: Path) -> tuple[Template, ...]:
    """The templates of a CSV file in the layout of GG-BBQ or of English BBQ, in its order.

    Rows without an ambiguous context are left out, as in BBQ's own generator. Where there are no ids (BBQ),
    the number of the row from 0 takes their place, as in GG-BBQ. Raises EvalError with line and column where
    the file cannot be read, lacks a column, holds a cell that is no such value, or one id twice.
    """
    rows = _rows(path)
    try:
        _, header = next(rows)
    except StopIteration:
        raise EvalError(path, "is empty", "name a CSV file with templates") from None
    known = _header(path, header)
    templates: list[Template] = []
    lines: dict[str, int] = {}
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            reason = f"has {len(cells)} cells where the header has {len(header)}"
            raise EvalError(f"{path}:{line}", reason, "put texts with commas into quotation marks")
        template = _template(f"{path}:{line}", dict(zip(header, cells, strict=True)), known, len(lines))
        if template.id in lines:
            reason = f"id {template.id!r} stands in line {lines[template.id]} too"
            raise EvalError(f"{path}:{line}", reason, "number the templates anew")
        lines[template.id] = line
        if template.ambiguous_context.strip():
            templates.append(template)
    if not templates:
        raise EvalError(path, "holds no template", "name a CSV file with templates")
    return tuple(templates)


def write_templates(path: Path, templates: Iterable[Template]) -> None:
    """Write templates as GG-BBQ does; columns that it lacks follow where a template needs them.

    Raises OSError where the file cannot be written.
    """
    templates = tuple(templates)
    further = list(dict.fromkeys(name for template in templates for name in template.other))
    has_names = any(template.names for template in templates)
    rows = [[*_COLUMNS, *(["names"] if has_names else []), *further]]
    for template in templates:
        cells = [_cell(getattr(template, name)) for name in _COLUMNS.values()]
        names = [_cell(template.names)] if has_names else []
        rows.append([*cells, *names, *(template.other.get(name, "") for name in further)])
    write(path, "\n".join(",".join(map(_quoted, row)) for row in rows))


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file, each with the number of its first line."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise EvalError(path, reason, "name a CSV file with templates") from error
    except UnicodeDecodeError as error:
        raise EvalError(path, f"is no UTF-8 (byte {error.start})", "save it as UTF-8") from error
    header = text.partition("\n")[0]
    # Spreadsheet programs with German settings write semicolons.
    delimiter = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise EvalError(f"{path}:{line}", f"is no CSV ({error})", "close quotation marks") from error
        yield line, cells
        line = reader.line_num + 1


def _header(path: Path, header: list[str]) -> dict[str, str]:
    """The field of each column that has one; EvalError where a column is missing or there twice."""
    known: dict[str, str] = {}
    for column in header:
        name = _FIELD_OF.get(column.strip().lower())
        if name in known.values():
            raise EvalError(f"{path}:1", f"two columns are {name} ({column.strip()!r})", "take one out")
        if name is not None:
            known[column] = name
    missing = [name for name in _WANTED if name not in known.values()]
    if missing:
        columns = {name: column.strip() for column, name in _COLUMNS.items()}
        raise EvalError(f"{path}:1", f"there is no column {columns[missing[0]]}", _LAYOUT)
    if len(set(header)) < len(header):
        twice = next(column for column in header if header.count(column) > 1)
        raise EvalError(f"{path}:1", f"two columns are called {twice!r}", "take one out")
    return known


def _template(place: str, row: Mapping[str, str], known: Mapping[str, str], number: int) -> Template:
    values: dict[str, Any] = {"id": str(number), "bbq_id": str(number)}
    groups: dict[str, str] = {}
    other: dict[str, str] = {}
    for column, cell in row.items():
        name = known.get(column)
        group = _GROUP_COLUMN.fullmatch(column.strip().lower())
        if name is not None:
            values[name] = _value(f"{place}: {column.strip()}", name, cell)
        elif group and cell.strip():
            groups[group[1].upper()] = cell.strip()
        elif not group and column.strip() and cell:
            other[column] = cell
    return Template(**{"groups": groups, "other": other} | values)


def _value(place: str, name: str, cell: str) -> Any:
    if name in TEXTS or name in ("social_values", "notes"):
        return cell
    if name in _IDENTITY:
        return cell.strip()
    if name == "proper_nouns_only":
        if cell.strip().lower() not in _TRUTHS:
            raise EvalError(place, f"{cell[:40]!r} is not true or false", "write True, or leave it empty")
        return _TRUTHS[cell.strip().lower()]
    if name == "stereotyped":
        return _list(place, cell)
    if name == "groups":
        return _groups(place, cell)
    return _words(place, cell)


def _list(place: str, cell: str) -> tuple[str, ...]:
    if not cell.strip():
        return ()
    value = _literal(cell)
    if not _texts(value):
        raise EvalError(place, f"{cell[:40]!r} is no list of groups", 'write a list such as ["F", "trans"]')
    return tuple(value)


def _groups(place: str, cell: str) -> dict[str, str]:
    if not cell.strip():
        return {}
    value = _literal(cell)
    if not _by_name(stored.text)(value):
        raise EvalError(place, f"{cell[:40]!r} names no groups", "write {'NAME1': 'F', 'NAME2': 'M'}")
    return dict(value)


def _words(place: str, cell: str) -> dict[str, tuple[str, ...]]:
    """The words of slots: a dictionary as GG-BBQ writes it, or the list with semicolons of BBQ."""
    if not cell.strip():
        return {}
    value = _literal(cell)
    if value is None:
        value = _word_list(cell)
    if value is None or not _by_name(_texts)(value) or not all(value.values()):
        remedy = "write {'WORD1': ['one', 'other']} or WORD1: [one, other]; WORD2: [third]"
        raise EvalError(place, f"{cell[:40]!r} names no words for slots", remedy)
    return {slot: tuple(words) for slot, words in value.items()}


def _word_list(cell: str) -> dict[str, list[str]] | None:
    found: dict[str, list[str]] = {}
    for part in cell.strip().rstrip(";").split(";"):
        match = _WORDS.fullmatch(part.strip())
        if match is None or match[1] in found:
            return None
        words = [word.strip() for word in match[2].strip().removeprefix("[").removesuffix("]").split(",")]
        found[match[1]] = [word for word in words if word]
    return found


def _literal(cell: str) -> Any:
    """The value of a cell that is JSON or a Python literal, None where it is neither."""
    for read in (json.loads, ast.literal_eval):
        try:
            return read(cell.strip())
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    return None


def _quoted(cell: str) -> str:
    """A cell in quotation marks where it needs them. The library's writer forgets a lone carriage return."""
    return '"' + cell.replace('"', '""') + '"' if re.search('[,"\r\n]', cell) else cell


def _cell(value: Any) -> str:
    """A value as GG-BBQ writes it: dictionaries as Python literals, lists as JSON."""
    if isinstance(value, bool):
        return "True" if value else ""
    if isinstance(value, Mapping):
        plain = {key: list(each) if isinstance(each, tuple) else each for key, each in value.items()}
        return str(plain) if plain else ""
    if isinstance(value, tuple):
        return json.dumps(value, ensure_ascii=False) if value else ""
    return str(value)
