"""The work of an annotator: what was decided of each sentence, and the set that comes of it.

Pomerenke 2022 gives the annotator three options for a sentence: discard it, keep it as one without exclusive
phrases, or write its exclusive version and mark the exclusive phrases in that. The set is a JSON file in the
format of the benchmark; beside its sentences it lists those that were discarded, so that nobody is asked for
them again. It is written whole after each decision.
"""

import hashlib
import json
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.inclusive.sentence_reader import NONE, STYLES, Span, in_one_line, stripped
from mitgemeint.eval.inclusive.sentence_sources import InclusiveSentence
from mitgemeint.eval.problems import EvalError

_HEAD = ("name", "version", "licence")
_REMEDY = "mend the file, or name another one with --out"


class Choice(StrEnum):
    """The three options."""

    DISCARD = "discard"
    KEEP = "keep"
    EXCLUSIVE = "exclusive"


@dataclass(frozen=True, slots=True)
class Annotated:
    """A sentence of the set. A kept one has no phrases, and its exclusive version is the inclusive one.

    `phrases` are the exclusive phrases: spans of `exclusive` in code points, in order, without overlaps.
    `gender_characters` says whether suggestions may have them.
    """

    id: str
    domain: str
    style: str
    exclusive: str
    phrases: tuple[Span, ...]
    inclusive: str
    gender_characters: bool
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise ValueError(f"{self.style!r} is no style")
        if bool(self.phrases) == (self.exclusive == self.inclusive):
            raise ValueError("the versions differ where there are exclusive phrases, and only there")
        end = 0
        for phrase in self.phrases:
            if not self.exclusive[phrase.start : phrase.end].strip():
                raise ValueError("a phrase without letters")
            if not end <= phrase.start < phrase.end <= len(self.exclusive):
                raise ValueError(f"phrases that overlap, or beyond the sentence: {[*phrase]}")
            end = phrase.end


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided of a sentence; `annotated` is None where it was discarded."""

    choice: Choice
    annotated: Annotated | None = None


class StaleError(Exception):
    """Another tab has decided since. `version` is the version of what it has decided."""

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.version = version


class SetFile:
    """The set as a file, which is written anew with every decision.

    Decisions are known by the text of their inclusive sentence. `head` is what the set says of itself (name,
    version, licence): it takes the place of what the file says. Raises EvalError where the file is there and
    is no such set, cannot be written, or was changed by another program since it was read.
    """

    def __init__(self, path: Path, head: Mapping[str, str]) -> None:
        self._path = path
        check_folder(path.parent)
        self._stamp = self._check()
        content = _content(path) if self._stamp else {}
        self._decisions = dict(_decisions(path, content))
        self._head = {"name": path.stem, "version": "1", "licence": "", **_without(content), **head}

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """The decisions by the text of the sentence."""
        return self._decisions

    def save(self, decisions: Mapping[str, Decision]) -> None:
        """Put other decisions in the place of those that the file holds."""
        if self._check() != self._stamp:
            reason = "was changed by another program"
            raise EvalError(self._path, reason, "stop, look at it, and start again")
        try:
            write(self._path, _as_json(self._head, decisions))
        except OSError as error:
            reason = error.strerror or "cannot be written"
            raise EvalError(self._path, reason, "nothing was lost: mend that and save again") from error
        self._decisions = dict(decisions)
        self._stamp = self._check()

    def _check(self) -> tuple[int, int] | None:
        """When and how long the file is, None where there is none; EvalError where it may not be written."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise EvalError(self._path, error.strerror or "cannot be read", _REMEDY) from error
        if not self._path.is_file():
            raise EvalError(self._path, "is no file", "name a file with --out")
        if not os.access(self._path, os.W_OK):
            raise EvalError(self._path, "may not be written", "allow it, or name another file with --out")
        return found.st_mtime_ns, found.st_size


class Annotation:
    """The sentences and what is decided of them. Threads wait for each other."""

    def __init__(self, sentences: Sequence[InclusiveSentence], file: SetFile) -> None:
        self.sentences = tuple(sentences)
        self._file = file
        self._before: list[tuple[int, Decision | None]] = []
        self._lock = threading.Lock()

    def decision(self, number: int) -> Decision | None:
        """What was decided of the sentence at a place (from 0), None if nothing."""
        return self._file.decisions.get(self.sentences[number].text)

    def version(self, number: int) -> str:
        """Something that is another whenever the decision is another."""
        return hashlib.sha256(repr(self.decision(number)).encode("utf-8")).hexdigest()[:16]

    def decide(self, number: int, decision: Decision | None, version: str) -> None:
        """Save a decision, or take it back with None.

        Raises StaleError where `version` is not that of the present one, EvalError where it cannot be saved;
        then nothing is changed.
        """
        with self._lock:
            if version != self.version(number):
                raise StaleError(self.version(number))
            before = self.decision(number)
            self._put(number, decision)
            self._before.append((number, before))

    def undo(self) -> int | None:
        """Take back the last decision of this run; the place of its sentence, None where there is none."""
        with self._lock:
            if not self._before:
                return None
            number, before = self._before[-1]
            self._put(number, before)
            self._before.pop()
            return number

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision of this run to take back."""
        return bool(self._before)

    def next_open(self, after: int = -1) -> int | None:
        """The next sentence that nothing is decided of, from the begin again if need be; None at the end."""
        places = [*range(after + 1, len(self.sentences)), *range(after + 1)]
        return next((place for place in places if self.decision(place) is None), None)

    def counts(self) -> dict[Choice, int]:
        """How many sentences of those to annotate were decided in which way."""
        made = [self.decision(number) for number in range(len(self.sentences))]
        return {choice: sum(each is not None and each.choice is choice for each in made) for choice in Choice}

    def last_domain(self) -> str:
        """The domain that was given last, which most often is the next one's, too."""
        made = [each.annotated.domain for each in self._file.decisions.values() if each.annotated]
        return made[-1] if made else ""

    def domains(self) -> list[str]:
        """All domains that were given."""
        given = {each.annotated.domain for each in self._file.decisions.values() if each.annotated}
        return sorted(given - {""})

    def _put(self, number: int, decision: Decision | None) -> None:
        key = self.sentences[number].text
        decisions = {text: each for text, each in self._file.decisions.items() if text != key}
        if decision is not None:
            decisions[key] = _with_free_id(decision, decisions.values())
        self._file.save(decisions)


def kept(
    sentence: InclusiveSentence, domain: str, *, gender_characters: bool, notes: Mapping[str, Any]
) -> Annotated:
    """A sentence without exclusive phrases, as it is."""
    return Annotated(
        sentence.id,
        domain,
        NONE,
        sentence.text,
        (),
        sentence.text,
        gender_characters,
        {**sentence.metadata, **notes, "annotated": date.today().isoformat()},
    )


def with_exclusive(plain: Annotated, exclusive: str, phrases: Sequence[Span], style: str) -> Annotated:
    """The same with an exclusive version; ValueError where its phrases do not fit it.

    Space around the version and its phrases is cut off, and line breaks in it become spaces.
    """
    lead = len(exclusive) - len(exclusive.lstrip())
    trimmed = (stripped(exclusive, phrase) for phrase in sorted(phrases))
    moved = tuple(Span(start - lead, end - lead) for start, end in trimmed)
    return replace(plain, exclusive=in_one_line(exclusive), phrases=moved, style=style)


def _with_free_id(decision: Decision, others: Iterable[Decision]) -> Decision:
    """The decision with an id that no other sentence of the file has: it may come of another source."""
    if decision.annotated is None:
        return decision
    taken = {each.annotated.id for each in others if each.annotated}
    name, number = decision.annotated.id, 2
    while name in taken:
        name, number = f"{decision.annotated.id}-{number}", number + 1
    return replace(decision, annotated=replace(decision.annotated, id=name))


# ---- the file -------------------------------------------------------------------------------------------


def _without(content: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in content.items() if name not in ("sentences", "discarded")}


def _as_json(head: Mapping[str, Any], decisions: Mapping[str, Decision]) -> str:
    content = {
        **head,
        "sentences": [_sentence(each.annotated) for each in decisions.values() if each.annotated],
        "discarded": [text for text, each in decisions.items() if each.annotated is None],
    }
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)


def _sentence(annotated: Annotated) -> dict[str, Any]:
    return {
        "id": annotated.id,
        "domain": annotated.domain,
        "style": annotated.style,
        "exclusive": annotated.exclusive,
        "phrases": [
            {"start": start, "end": end, "text": annotated.exclusive[start:end]}
            for start, end in annotated.phrases
        ],
        "inclusive": annotated.inclusive,
        "gender_characters": annotated.gender_characters,
        "metadata": dict(annotated.metadata),
    }


def _content(path: Path) -> Mapping[str, Any]:
    try:
        content = json.loads(path.read_bytes().decode("utf-8"))
        stored.check(
            content, {"sentences": _is_list, "discarded": _is_list, **dict.fromkeys(_HEAD, stored.text)}
        )
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except OSError as error:
        raise EvalError(path, error.strerror or "cannot be read", _REMEDY) from error
    except (ValueError, RecursionError) as error:
        raise EvalError(path, "is no set of annotated sentences", _REMEDY) from error
    if "sentences" not in content:
        raise EvalError(path, "is no set of annotated sentences", _REMEDY)
    return dict(content)


def _decisions(path: Path, content: Mapping[str, Any]) -> Iterable[tuple[str, Decision]]:
    sentences, discarded = content.get("sentences", ()), content.get("discarded", ())
    for number, values in enumerate(sentences, 1):
        place = f"{path}: sentence {number}"
        try:
            annotated = _annotated(values)
        except KeyError as error:
            raise EvalError(place, f"has no {error.args[0]}", _REMEDY) from error
        except (ValueError, TypeError) as error:
            raise EvalError(place, str(error), _REMEDY) from error
        choice = Choice.EXCLUSIVE if annotated.phrases else Choice.KEEP
        yield annotated.inclusive, Decision(choice, annotated)
    for text in discarded:
        yield str(text), Decision(Choice.DISCARD)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _annotated(values: Any) -> Annotated:
    stored.check(values, _FITS)
    phrases = []
    for phrase in values["phrases"]:
        stored.check(phrase, {"start": stored.count, "end": stored.count, "text": stored.text})
        span = Span(phrase["start"], phrase["end"])
        if values["exclusive"][span.start : span.end] != phrase["text"]:
            raise ValueError(f"at {span.start} to {span.end} is not {phrase['text']!r}")
        phrases.append(span)
    names = ("id", "domain", "style", "exclusive", "inclusive", "gender_characters")
    plain = {name: values[name] for name in names}
    return Annotated(**plain, phrases=tuple(sorted(phrases)), metadata=values.get("metadata") or {})


_FITS: Mapping[str, stored.Fits] = {
    **dict.fromkeys(("id", "domain", "style", "exclusive", "inclusive"), stored.text),
    "gender_characters": lambda value: isinstance(value, bool),
    "phrases": _is_list,
    "metadata": stored.optional(lambda value: isinstance(value, dict)),
}
