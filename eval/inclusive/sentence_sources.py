"""Inclusive sentences that wait for their exclusive versions: a line of text each, or what was mined."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.inclusive.sentence_reader import Span, in_one_line, stripped
from mitgemeint.eval.problems import EvalError

JSON_LINES = (".jsonl", ".ndjson")
_REMEDY = "give a text file with a sentence in each line, or the JSON lines of `inclusive mine`"


@dataclass(frozen=True, slots=True)
class InclusiveSentence:
    """A sentence as it was found. `matches` are the inclusive forms by which it was, `id` is unique."""

    id: str
    text: str
    matches: tuple[Span, ...] = ()
    domain: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)


Split = Callable[[str], list[Span]]
"""Where the sentences of a text are."""


def read_sentences(path: Path, split: Split, *, matching: bool = False) -> tuple[InclusiveSentence, ...]:
    """The sentences of a file in its order, each text once.

    A file named .jsonl or .ndjson holds a text a line, as `inclusive mine` writes it: {"id", "text",
    "matches": [{"start", "end", "text"}], "metadata": {…}}; it is split into sentences, of which `matching`
    leaves those that hold a match. Any other file holds a sentence a line. Line breaks within a sentence
    become spaces. Raises EvalError with the line where the file cannot be read or holds none.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise EvalError(path, error.strerror or "cannot be read", _REMEDY) from error
    except UnicodeDecodeError as error:
        raise EvalError(path, f"is no UTF-8 (byte {error.start})", "save it as UTF-8") from error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if path.suffix.lower() in JSON_LINES:
        found = [each for number, line in lines for each in _record(f"{path}:{number}", line, split)]
        found = [sentence for sentence in found if sentence.matches or not matching]
    else:
        found = [InclusiveSentence(f"{path.stem}-{number:04}", in_one_line(line)) for number, line in lines]
    _check_ids(path, found)
    sentences: dict[str, InclusiveSentence] = {}
    for sentence in found:
        sentences.setdefault(sentence.text, sentence)
    if not sentences:
        raise EvalError(path, "holds no sentence", _REMEDY)
    return tuple(sentences.values())


def _check_ids(path: Path, found: list[InclusiveSentence]) -> None:
    texts: dict[str, str] = {}
    for sentence in found:
        if texts.setdefault(sentence.id, sentence.text) != sentence.text:
            raise EvalError(path, f"two sentences have the id {sentence.id!r}", "give each text its own id")


def _record(place: str, line: str, split: Split) -> Iterator[InclusiveSentence]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvalError(place, "is no JSON", _REMEDY) from error
    try:
        stored.check(values, _FITS)
        text, matches = values["text"], [_match(match) for match in values.get("matches", ())]
    except KeyError as error:
        raise EvalError(place, f"has no {error.args[0]}", _REMEDY) from error
    except ValueError as error:
        raise EvalError(place, str(error), _REMEDY) from error
    if wrong := next((match for match in matches if match.end > len(text)), None):
        raise EvalError(place, f"a match ends at {wrong.end}, beyond the text", _REMEDY)
    metadata = dict(values.get("metadata") or {})
    name = values.get("id") or f"{Path(place.rpartition(':')[0]).stem}-{place.rpartition(':')[2]}"
    spans = split(text)
    for number, span in enumerate(spans, 1):
        start, end = stripped(text, span)
        inside = (match for match in matches if start <= match.start and match.end <= end)
        yield InclusiveSentence(
            f"{name}-{number}" if len(spans) > 1 else name,
            in_one_line(text[start:end]),
            tuple(Span(match.start - start, match.end - start) for match in inside),
            str(values.get("domain") or metadata.get("domain") or ""),
            metadata,
        )


def _match(values: Mapping[str, Any]) -> Span:
    stored.check(values, {"start": stored.count, "end": stored.count})
    match = Span(values["start"], values["end"])
    if match.start >= match.end:
        raise ValueError(f"a match begins at {match.start} and ends at {match.end}")
    return match


def _plain(value: Any) -> bool:
    """What can be written again as JSON in UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (ValueError, RecursionError):
        return False
    return True


_FITS: Mapping[str, stored.Fits] = {
    "id": stored.optional(stored.text),
    "text": lambda value: stored.text(value) and bool(value.strip()),
    "matches": lambda value: isinstance(value, list),
    "domain": stored.optional(stored.text),
    "metadata": lambda value: value is None or (isinstance(value, dict) and _plain(value)),
}
