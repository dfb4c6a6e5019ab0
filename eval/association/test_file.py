"""Test files: two target sets and two attribute sets of texts, in the layout of sent-bias.

A file holds one JSON object with the keys `targ1`, `targ2`, `attr1` and `attr2`, each with a `category` and
its `examples` (May et al. 2019, "On Measuring Social Biases in Sentence Encoders"; targets X and Y and
attributes A and B in Caliskan et al. 2017). Files of one row a line are tables of tests.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mitgemeint.eval.problems import EvalError, readable

Level = Literal["word", "sentence"]

KEYS = {"x": "targ1", "y": "targ2", "a": "attr1", "b": "attr2"}
LAYOUT = "write one object with targ1, targ2, attr1 and attr2, each with a category and a list of examples"
QUOTES = "\"'“”»«’"
SENTENCE_ENDS = (".", "!", "?", "…")


@dataclass(frozen=True, slots=True)
class TextSet:
    """Texts that stand for one idea, under its name (`category`), in the order of the file."""

    category: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """What a text was made of: the template, with slots in braces, and the word that filled them."""

    template: str
    word: str


@dataclass(frozen=True, slots=True)
class Templates:
    """The origins of all texts of a test, set by set in the order of the texts."""

    x: tuple[Origin, ...]
    y: tuple[Origin, ...]
    a: tuple[Origin, ...]
    b: tuple[Origin, ...]


@dataclass(frozen=True, slots=True)
class AssociationTest:
    """Whether targets X rather than Y go with attributes A rather than B.

    `level` is "word" or "sentence". `templates` says what each text was made of, where that is known: it is
    what a bootstrap over templates draws from.
    """

    name: str
    x: TextSet
    y: TextSet
    a: TextSet
    b: TextSet
    level: Level = "word"
    templates: Templates | None = None

    @property
    def sets(self) -> dict[str, TextSet]:
        """The four sets by their letters: x, y, a, b."""
        return {"x": self.x, "y": self.y, "a": self.a, "b": self.b}


def read_test(path: Path) -> AssociationTest:
    """The test in a file; its name is that of the file.

    Raises EvalError where the file cannot be read, is no JSON or JSON of another shape, has two sets
    of one kind under one category, an empty set or an empty text, or holds several tests (`read_rows` reads
    those).
    """
    text = file_text(path)
    try:
        value = _decoded(path, text)
    except json.JSONDecodeError as error:
        rows = [line for line in text.splitlines() if line.strip()]
        if error.msg == "Extra data" and len(rows) > 1:
            raise EvalError(
                path,
                "holds more than one JSON value",
                "put each test into a file of its own, one object each",
            ) from None
        raise _no_json(path, error) from None
    return decoded_test(value, name=name_from(path), place=str(path))


def read_rows(path: Path) -> tuple[AssociationTest, ...]:
    """The tests of a table, one object a line; a row is called after the file and its number.

    Raises EvalError as `read_test` does, with the line.
    """
    tests = []
    for number, line in enumerate(file_text(path).split("\n"), start=1):
        if line.strip():
            place = f"{path}:{number}"
            try:
                value = _decoded(place, line)
            except json.JSONDecodeError as error:
                raise _no_json(place, error) from None
            tests.append(decoded_test(value, name=f"{readable(path.stem)}:{number}", place=place))
    return tuple(tests)


def holds_rows(path: Path) -> bool:
    """Whether a file is a table of several tests: more than one line, each of them one JSON object."""
    rows = [line for line in file_text(path).split("\n") if line.strip()]
    return len(rows) > 1 and all(row.lstrip().startswith("{") and row.rstrip().endswith("}") for row in rows)


def decoded_test(value: object, *, name: str, place: str) -> AssociationTest:
    """The test that a decoded JSON value describes; EvalError names `place` if there is none."""
    if not isinstance(value, dict):
        raise EvalError(place, f"is {_kind(value)} where an object is wanted", LAYOUT)
    missing = [key for key in KEYS.values() if key not in value]
    if missing:
        raise EvalError(place, f"lacks {', '.join(missing)}", LAYOUT)
    sets = {letter: _text_set(value[key], f"{place}: {key}") for letter, key in KEYS.items()}
    for one, other in (("x", "y"), ("a", "b")):
        if sets[one].category == sets[other].category:
            raise EvalError(
                place,
                f"{KEYS[one]} and {KEYS[other]} are both called {sets[one].category!r}",
                "give the two sets that are compared different categories",
            )
    return AssociationTest(name, sets["x"], sets["y"], sets["a"], sets["b"], level=_level(sets.values()))


def rendered(test: AssociationTest) -> str:
    """The text of a test file: one JSON object on one line, so that it is JSON and JSON Lines."""
    value = {
        KEYS[letter]: {"category": texts.category, "examples": list(texts.texts)}
        for letter, texts in test.sets.items()
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


def name_from(path: Path) -> str:
    """What results call the test of a file: its stem, where -religous is read as -religious."""
    return readable(path.stem).replace("-religous", "-religious")


def file_text(path: Path) -> str:
    """The UTF-8 text of a file; raises EvalError where there is none, or it has a byte order mark."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise EvalError(path, "there is no such file", "check the path") from None
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise EvalError(path, f"cannot be read ({reason})", "check the path and its rights") from None
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise EvalError(path, "begins with a byte order mark", "save it as UTF-8 without one")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EvalError(path, f"is not UTF-8 at byte {error.start}", "save it as UTF-8") from None


def _decoded(place: object, text: str) -> object:
    """JSON as Python values; raises EvalError where an object has a key twice."""

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _ in items]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice:
            raise EvalError(place, f"has the key {twice[0]!r} twice", "keep one of them")
        return dict(items)

    if not text.strip():
        raise EvalError(place, "is empty", LAYOUT)
    try:
        return json.loads(text, object_pairs_hook=pairs)
    except RecursionError:
        raise EvalError(place, "is nested too deeply", LAYOUT) from None
    except json.JSONDecodeError:
        raise
    except ValueError as error:  # a number of more digits than Python reads
        raise EvalError(place, f"cannot be read ({error})"[:200], LAYOUT) from None


def _no_json(place: object, error: json.JSONDecodeError) -> EvalError:
    return EvalError(
        place, f"is no JSON at line {error.lineno}, column {error.colno} ({error.msg})", "mend the JSON there"
    )


def _text_set(value: object, place: str) -> TextSet:
    if not isinstance(value, dict):
        raise EvalError(place, f"is {_kind(value)} where an object is wanted", LAYOUT)
    category, texts = (_member(value, key, place) for key in ("category", "examples"))
    if not isinstance(category, str):
        raise EvalError(f"{place}.category", f"is {_kind(category)}", "write a name in quotes")
    if not category.strip():
        raise EvalError(f"{place}.category", "is empty", "give the set a name")
    _check_surrogates(category, f"{place}.category")
    if not isinstance(texts, list):
        raise EvalError(f"{place}.examples", f"is {_kind(texts)}", "write a list of texts")
    if not texts:
        raise EvalError(f"{place}.examples", "is empty", "add at least one text")
    return TextSet(category, tuple(_text(text, f"{place}.examples[{at}]") for at, text in enumerate(texts)))


def _member(value: Mapping[str, object], key: str, place: str) -> object:
    if key not in value:
        raise EvalError(place, f"lacks {key}", LAYOUT)
    return value[key]


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise EvalError(place, f"is {_kind(value)}", "write the text in quotes")
    if not value.strip():
        raise EvalError(place, "is empty", "write a text there or take the entry out")
    _check_surrogates(value, place)
    return value


def _check_surrogates(text: str, place: str) -> None:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise EvalError(place, "holds half of a surrogate pair", "write the character itself")


def _kind(value: object) -> str:
    """What a JSON value is, in JSON's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, dict) else "a number"


def _level(sets: Iterable[TextSet]) -> Level:
    """Sentences end with a full stop or the like, words do not; files do not say which they hold."""
    texts = [text for texts in sets for text in texts.texts]
    ended = sum(text.rstrip().rstrip(QUOTES).endswith(SENTENCE_ENDS) for text in texts)
    return "sentence" if ended * 2 > len(texts) else "word"
