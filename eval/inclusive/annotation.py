"""The work of an annotator: what was decided of each sentence, and the set that comes of it.

Pomerenke 2022 gives the annotator three options for a sentence: discard it, keep it as one without exclusive
phrases, or write its exclusive version and mark the exclusive phrases in that. The set is a JSON file in the
format of the benchmark; beside its sentences it lists those that were discarded, so that nobody is asked for
them again. It is written whole after each decision.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any

from mitgemeint.eval import stored
from mitgemeint.eval.files import write
from mitgemeint.eval.inclusive.benchmark_set import Style
from mitgemeint.eval.inclusive.sentence_reader import Span, in_one_line, stripped
from mitgemeint.eval.inclusive.sentence_sources import InclusiveSentence
from mitgemeint.eval.local_page.steps import Steps, next_place
from mitgemeint.eval.local_page.watched_file import WatchedFile
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
    style: Style
    exclusive: str
    phrases: tuple[Span, ...]
    inclusive: str
    gender_characters: bool
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
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


class SetFile:
    """The set as a file, which is written anew with every decision.

    Decisions are known by the text of their inclusive sentence. `head` is what the set says of itself (name,
    version, licence): it takes the place of what the file says. Raises EvalError where the file is there and
    is no such set, cannot be written, or was changed by another program since it was read.
    """

    def __init__(self, path: Path, head: Mapping[str, str]) -> None:
        self._file = WatchedFile(path, "name a file with --out")
        content = {} if self._file.is_new else _content(path)
        self._decisions = dict(_decisions(path, content))
        self._head = {"name": path.stem, "version": "1", "licence": "", **_without(content), **head}

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """The decisions by the text of the sentence."""
        return self._decisions

    def save(self, decisions: Mapping[str, Decision]) -> None:
        """Put other decisions in the place of those that the file holds."""
        content = _as_json(self._head, decisions)
        self._file.save(lambda path: write(path, content))
        self._decisions = dict(decisions)


class Annotation:
    """The sentences and what is decided of them, None where nothing is yet. Threads wait for each other."""

    def __init__(self, sentences: Sequence[InclusiveSentence], file: SetFile) -> None:
        self.sentences = tuple(sentences)
        self._file = file
        known = [file.decisions.get(sentence.text) for sentence in sentences]
        self.steps: Steps[Decision | None] = Steps(known, self._save)
        self._domain = next((each for each in reversed(self._domains()) if each), "")

    def decide(self, number: int, decision: Decision | None, version: str) -> None:
        """Save a decision, or take it back with None.

        Raises StaleError where `version` is not that of the present one, EvalError where it cannot be saved;
        then nothing is changed.
        """
        self.steps.put(number, decision, version)
        if decision is not None and decision.annotated:
            self._domain = decision.annotated.domain

    def next_open(self, after: int = -1) -> int | None:
        """The next sentence that nothing is decided of, from the begin again if need be; None at the end."""
        made = self.steps.values
        return next_place(len(made), after, lambda place: made[place] is None)

    def counts(self) -> dict[Choice, int]:
        """How many sentences of those to annotate were decided in which way."""
        made = [each.choice for each in self.steps.values if each]
        return {choice: made.count(choice) for choice in Choice}

    @property
    def last_domain(self) -> str:
        """The domain that was given last, which most often is the next one's, too."""
        return self._domain

    def domains(self) -> list[str]:
        """All domains that were given."""
        return sorted(set(self._domains()) - {""})

    def _domains(self) -> list[str]:
        return [each.annotated.domain for each in self._file.decisions.values() if each.annotated]

    def _save(self, values: Sequence[Decision | None]) -> None:
        """Save the decisions in the order of the sentences, after those of other sources."""
        own = {sentence.text for sentence in self.sentences}
        decisions = {text: each for text, each in self._file.decisions.items() if text not in own}
        taken = {each.annotated.id for each in decisions.values() if each.annotated}
        for sentence, decision in zip(self.sentences, values, strict=True):
            if decision is not None:
                decisions[sentence.text] = _with_free_id(decision, taken)
        self._file.save(decisions)


def kept(
    sentence: InclusiveSentence, domain: str, *, gender_characters: bool, notes: Mapping[str, Any]
) -> Annotated:
    """A sentence without exclusive phrases, as it is."""
    return Annotated(
        sentence.id,
        domain,
        Style.NONE,
        sentence.text,
        (),
        sentence.text,
        gender_characters,
        {**sentence.metadata, **notes, "annotated": date.today().isoformat()},
    )


def with_exclusive(plain: Annotated, exclusive: str, phrases: Sequence[Span], style: Style) -> Annotated:
    """The same with an exclusive version; ValueError where its phrases do not fit it.

    Space around the version and its phrases is cut off, and line breaks in it become spaces.
    """
    lead = len(exclusive) - len(exclusive.lstrip())
    trimmed = (stripped(exclusive, phrase) for phrase in sorted(phrases))
    moved = tuple(Span(start - lead, end - lead) for start, end in trimmed)
    return replace(plain, exclusive=in_one_line(exclusive), phrases=moved, style=style)


def _with_free_id(decision: Decision, taken: set[str]) -> Decision:
    """The decision with an id that is not taken, as by another source; then it is taken."""
    if decision.annotated is None:
        return decision
    name, number = decision.annotated.id, 2
    while name in taken:
        name, number = f"{decision.annotated.id}-{number}", number + 1
    taken.add(name)
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
        "style": annotated.style.value,
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
        content = json.loads(path.read_bytes().decode("utf-8-sig"))
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
    names = ("id", "domain", "exclusive", "inclusive", "gender_characters")
    return Annotated(
        **{name: values[name] for name in names},
        style=Style(values["style"]),
        phrases=tuple(sorted(phrases)),
        metadata=values.get("metadata") or {},
    )


_FITS: Mapping[str, stored.Fits] = {
    **dict.fromkeys(("id", "domain", "exclusive", "inclusive"), stored.text),
    "style": lambda value: value in tuple(Style),
    "gender_characters": lambda value: isinstance(value, bool),
    "phrases": _is_list,
    "metadata": stored.optional(lambda value: isinstance(value, dict)),
}
