"""The page of `inclusive annotate`: a sentence at a time, and the three options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, url_for
from werkzeug.wrappers import Response

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.eval import stored
from mitgemeint.eval.inclusive.annotation import (
    Annotation,
    Choice,
    Decision,
    kept,
    with_exclusive,
)
from mitgemeint.eval.inclusive.benchmark_set import INCLUSIVE_STYLES, Style
from mitgemeint.eval.inclusive.masculine_draft import masculine_draft
from mitgemeint.eval.inclusive.phrase_comparison import changed_phrases
from mitgemeint.eval.inclusive.sentence_reader import SentenceReader, Span, TextRead
from mitgemeint.eval.local_page.marking import Piece, pieces
from mitgemeint.eval.local_page.page import CONFLICT, RefusedError, sent
from mitgemeint.eval.local_page.steps import StaleError

FOLDER = Path(__file__).parent / "pages"
NOTES = ("uncertain", "comment")
"""What an annotator may add to a sentence; it goes into its metadata."""


@dataclass(frozen=True, slots=True)
class Form:
    """What the fields of a sentence hold when it is shown: what was decided, or else what is proposed."""

    exclusive: str
    phrases: tuple[Span, ...]
    style: Style
    domain: str
    gender_characters: bool
    uncertain: bool = False
    comment: str = ""
    proposed: bool = False
    """Whether the exclusive version was made by program."""


def annotation_pages(work: Annotation, reader: SentenceReader, catalogue: Catalogue) -> Blueprint:
    """The pages for some work."""
    pages = Blueprint(
        "annotate",
        __name__,
        template_folder=str(FOLDER / "templates"),
        static_folder=str(FOLDER / "static"),
        static_url_path="/annotate",
    )
    view = _View(work, reader, catalogue)
    pages.add_url_rule("/", "start", view.start)
    pages.add_url_rule("/sentence/<int:number>", "sentence", view.sentence)
    pages.add_url_rule("/sentence/<int:number>/decide", "decide", view.decide, methods=["POST"])
    pages.add_url_rule("/sentence/<int:number>/reopen", "reopen", view.reopen, methods=["POST"])
    pages.add_url_rule("/sentence/<int:number>/phrases", "phrases", view.phrases, methods=["POST"])
    pages.add_url_rule("/undo", "undo", view.undo, methods=["POST"])
    return pages


def summary(work: Annotation, catalogue: Catalogue) -> str:
    """How far the work is, in a line."""
    counts = work.counts()
    return catalogue.text(
        "annotate.counts",
        exclusive=counts[Choice.EXCLUSIVE],
        keep=counts[Choice.KEEP],
        discard=counts[Choice.DISCARD],
        open=len(work.sentences) - sum(counts.values()),
    )


class _View:
    """Answers what the browser asks."""

    def __init__(self, work: Annotation, reader: SentenceReader, catalogue: Catalogue) -> None:
        self._work, self._reader, self._catalogue = work, reader, catalogue

    def start(self) -> Response:
        """Go to the first sentence that is open."""
        return redirect(self._address(self._work.next_open() or 0))

    def sentence(self, number: int) -> str:
        """The page of a sentence; they are counted from 1."""
        place = self._place(number)
        work = self._work
        sentence, decision = work.sentences[place], work.steps.values[place]
        read = self._reader.read(sentence.text)
        last = len(work.sentences) - 1
        open_place = work.next_open(place)
        return render_template(
            "annotate/sentence.html",
            number=number,
            total=len(work.sentences),
            done=sum(work.counts().values()),
            counts=summary(work, self._catalogue),
            sentence=sentence,
            inclusive=_marked(sentence.text, sentence.matches, read),
            details=self._details(sentence.metadata),
            decision=decision,
            decided="" if decision is None else self._told(decision),
            version=work.steps.version(place),
            form=self._form(place, read),
            styles=[(style, self._style(style)) for style in INCLUSIVE_STYLES],
            domains=work.domains(),
            can_undo=work.steps.can_undo,
            before=self._address(place - 1) if place else "",
            after=self._address(place + 1) if place < last else "",
            next_open="" if open_place in (None, place) else self._address(open_place),
        )

    def decide(self, number: int) -> Response:
        """Save what was chosen, and say where to go next."""
        place = self._place(number)
        values = self._checked(sent(self._catalogue))
        if not values["choice"]:
            raise RefusedError(self._catalogue.text("page.not-understood"))
        try:
            decision = self._decision(place, values)
        except ValueError as error:
            raise RefusedError(self._catalogue.text("annotate.not-fitting", reason=error)) from error
        self._save(place, decision, values["version"])
        following = self._work.next_open(place)
        return jsonify(next=self._address(place if following is None else following))

    def reopen(self, number: int) -> Response:
        """Take a decision back."""
        place = self._place(number)
        values = self._checked(sent(self._catalogue))
        self._save(place, None, values["version"])
        return jsonify(next=self._address(place))

    def undo(self) -> Response:
        """Take back the last decision, and go to its sentence."""
        place = self._work.steps.undo()
        if place is None:
            raise RefusedError(self._catalogue.text("page.nothing-to-undo"))
        return jsonify(next=self._address(place))

    def phrases(self, number: int) -> Response:
        """The phrases of an exclusive version that differ from the inclusive sentence."""
        place = self._place(number)
        values = self._checked(sent(self._catalogue))
        inclusive = self._work.sentences[place].text
        changed = changed_phrases(values["exclusive"], inclusive, self._reader.is_person)
        found = self._reader.whole_phrases(values["exclusive"], changed)
        return jsonify(phrases=[{"start": start, "end": end} for start, end in found])

    # ---- what is shown ----

    def _form(self, place: int, read: TextRead) -> Form:
        decision, sentence = self._work.steps.values[place], self._work.sentences[place]
        made = decision.annotated if decision else None
        if made is not None:
            return Form(
                made.exclusive,
                made.phrases,
                read.style if made.style is Style.NONE else made.style,
                made.domain,
                made.gender_characters,
                made.metadata.get("uncertain") is True,
                str(made.metadata.get("comment", "")),
            )
        domain = sentence.domain or self._work.last_domain
        draft = masculine_draft(sentence.text, read, self._reader)
        text, phrases = (sentence.text, ()) if draft is None else (draft.text, draft.phrases)
        return Form(
            text, phrases, read.style, domain, read.style is Style.ABBREVIATED, proposed=draft is not None
        )

    def _told(self, decision: Decision) -> str:
        return self._catalogue.text(f"annotate.decided-{decision.choice}")

    def _style(self, style: Style) -> str:
        return self._catalogue.text(f"annotate.style-{style.replace(' ', '-')}")

    def _address(self, place: int | None) -> str:
        return url_for("annotate.sentence", number=(place or 0) + 1)

    def _place(self, number: int) -> int:
        if not 1 <= number <= len(self._work.sentences):
            abort(404)
        return number - 1

    def _details(self, metadata: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
        """The metadata by name, and whether a value is the address of a page."""
        return [
            (self._detail(name), str(value), str(value).startswith(("https://", "http://")))
            for name, value in metadata.items()
            if name not in NOTES and value not in (None, "")
        ]

    def _detail(self, name: str) -> str:
        key = f"annotate.origin-{name}"
        return self._catalogue.text(key) if key in self._catalogue else name

    # ---- what is saved ----

    def _checked(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            stored.check(values, _FITS)
            return {**_EMPTY, **values}
        except ValueError as error:
            raise RefusedError(self._catalogue.text("page.not-understood")) from error

    def _decision(self, place: int, values: Mapping[str, Any]) -> Decision:
        choice = Choice(values["choice"])
        if choice is Choice.DISCARD:
            return Decision(choice)
        notes = {name: values[name] for name in NOTES if values[name]}
        plain = kept(
            self._work.sentences[place],
            values["domain"].strip(),
            gender_characters=values["gender_characters"],
            notes=notes,
        )
        if choice is Choice.KEEP:
            return Decision(choice, plain)
        exclusive = values["exclusive"]
        if exclusive.strip() == plain.inclusive:
            raise RefusedError(self._catalogue.text("annotate.same"))
        phrases = [Span(phrase["start"], phrase["end"]) for phrase in values["phrases"]]
        if not phrases:
            raise RefusedError(self._catalogue.text("annotate.no-phrase"))
        if any(
            exclusive[start:end] != each["text"]
            for (start, end), each in zip(phrases, values["phrases"], strict=True)
        ):
            raise ValueError("places and words of the phrases differ")
        return Decision(choice, with_exclusive(plain, exclusive, phrases, Style(values["style"])))

    def _save(self, place: int, decision: Decision | None, version: str) -> None:
        try:
            self._work.decide(place, decision, version)
        except StaleError as error:
            present = self._work.steps.values[place]
            told = self._catalogue.text("annotate.reopened") if present is None else self._told(present)
            message = self._catalogue.text("page.stale", state=told)
            raise RefusedError(message, CONFLICT, version=error.version) from error


def _marked(text: str, matches: Iterable[Span], read: TextRead) -> list[Piece]:
    """The inclusive sentence with what makes it inclusive marked."""
    return pieces(text, [(start, end, "form") for start, end in (*matches, *read.matches)])


def _is_phrases(value: Any) -> bool:
    if not isinstance(value, list):
        return False
    return all(
        isinstance(each, dict)
        and stored.count(each.get("start"))
        and stored.count(each.get("end"))
        and stored.text(each.get("text"))
        for each in value
    )


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


_FITS: Mapping[str, stored.Fits] = {
    "choice": lambda value: value in tuple(Choice),
    "version": stored.text,
    "exclusive": stored.text,
    "phrases": _is_phrases,
    "style": lambda value: value in tuple(Style),
    "domain": stored.text,
    "gender_characters": _is_truth,
    "uncertain": _is_truth,
    "comment": stored.text,
}
_EMPTY: Mapping[str, Any] = {
    "choice": "",
    "version": "",
    "exclusive": "",
    "phrases": [],
    "style": Style.NEUTRAL,
    "domain": "",
    "gender_characters": False,
    "uncertain": False,
    "comment": "",
}
