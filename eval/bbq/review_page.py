"""The page of `bbq review`: a template at a time, its source beside its translation."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.eval import stored
from mitgemeint.eval.bbq.answer_groups import FEMALE, MALE, TRANS
from mitgemeint.eval.bbq.draft import Entry, Problem, State
from mitgemeint.eval.bbq.review import (
    Review,
    accepted,
    edited,
    is_blocking,
    opened,
    person_slots,
    rejected,
    same_versions,
    split,
    versions_of,
)
from mitgemeint.eval.bbq.template import SLOT, TEXTS, Template
from mitgemeint.eval.local_page.marking import Piece, pieces
from mitgemeint.eval.local_page.page import CONFLICT, RefusedError, sent
from mitgemeint.eval.local_page.steps import StaleError, next_place

FOLDER = Path(__file__).parent / "pages"
SHOWN = ("all", "open", "warnings")
"""Which templates are gone through."""
CHANGES = ("save", "split", "copy", "remove", "reset", "accept", "reject", "reopen")
GROUPS = (FEMALE, MALE, TRANS)


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages of the source and of the translation, as HTML calls them (BCP 47)."""

    source: str
    translation: str


def review_pages(work: Review, languages: Languages, catalogue: Catalogue) -> Blueprint:
    """The pages for some work."""
    pages = Blueprint(
        "review",
        __name__,
        template_folder=str(FOLDER / "templates"),
        static_folder=str(FOLDER / "static"),
        static_url_path="/review",
    )
    view = _View(work, languages, catalogue)
    pages.add_url_rule("/", "start", view.start)
    pages.add_url_rule("/template/<int:number>", "template", view.template)
    pages.add_url_rule("/template/<int:number>/check", "check", view.check, methods=["POST"])
    pages.add_url_rule(
        "/template/<int:number>/<any({}):change>".format(",".join(CHANGES)),
        "change",
        view.change,
        methods=["POST"],
    )
    pages.add_url_rule("/undo", "undo", view.undo, methods=["POST"])
    return pages


def summary(work: Review, catalogue: Catalogue) -> str:
    """How far the work is, in a line."""
    states = [entry.state for entry in work.steps.values]
    versions = sum(len(entry.versions) for entry in work.steps.values if entry.state is State.ACCEPTED)
    counts = {state.value: states.count(state) for state in State}
    return catalogue.text("review.page.counts", versions=versions, **counts)


class _View:
    """Answers what the browser asks."""

    def __init__(self, work: Review, languages: Languages, catalogue: Catalogue) -> None:
        self._work, self._languages, self._catalogue = work, languages, catalogue

    def start(self) -> Response:
        """Go to the first template that is open."""
        return redirect(self._address(self._next(-1, "open") or 0, "all"))

    def template(self, number: int) -> str:
        """The page of a template; they are counted from 1."""
        place, shown = self._place(number), self._shown()
        entries = self._work.steps.values
        entry = entries[place]
        wanted = [each for each in range(len(entries)) if self._is_shown(each, shown)]
        before = max((each for each in wanted if each < place), default=None)
        after = min((each for each in wanted if each > place), default=None)
        next_open = self._next(place, "open")
        return render_template(
            "review/template.html",
            number=number,
            total=len(entries),
            done=sum(each.state is not State.OPEN for each in entries),
            counts=summary(self._work, self._catalogue),
            entry=entry,
            languages=self._languages,
            source=[(field, _with_slots(text)) for field, text in entry.source.texts.items()],
            texts=TEXTS,
            versions=[self._version(entry, version) for version in versions_of(entry)],
            version=self._work.steps.version(place),
            details=self._details(entry.source),
            groups=GROUPS,
            shown=shown,
            filters=[
                (
                    each,
                    self._address(place, each),
                    sum(self._is_shown(one, each) for one in range(len(entries))),
                )
                for each in SHOWN
            ],
            can_undo=self._work.steps.can_undo,
            before="" if before is None else self._address(before, shown),
            after="" if after is None else self._address(after, shown),
            next_open="" if next_open in (None, place) else self._address(next_open or 0, shown),
        )

    def check(self, number: int) -> Response:
        """What is wrong with a version as it is typed."""
        entry = self._work.steps.values[self._place(number)]
        values = sent(self._catalogue)
        (version,) = self._versions(entry, [values.get("version")])
        return jsonify(problems=self._told(self._work.problems(entry.source, version)))

    def change(self, number: int, change: str) -> Response:
        """Save what is there, do what was asked for, and say where to go next."""
        place, shown = self._place(number), self._shown()
        entry = self._work.steps.values[place]
        values = self._checked(sent(self._catalogue))
        versions = self._versions(entry, values["versions"])
        comment, which = values["comment"].strip(), min(values["which"], len(versions) - 1)
        anchor = ""
        if change == "accept":
            self._check_acceptable(entry, versions)
            made = accepted(entry, versions, comment)
        elif change == "reject":
            if not comment:
                raise RefusedError(self._catalogue.text("review.page.no-reason"), field="comment")
            made = rejected(entry, versions, comment)
        else:
            if change in ("split", "copy"):
                versions[which : which + 1] = (
                    split(versions[which]) if change == "split" else [versions[which]] * 2
                )
                anchor = f"#version-{which + 2}"
            elif change == "remove" and len(versions) > 1:
                del versions[which]
                anchor = f"#version-{max(1, which)}"
            elif change == "reset":
                versions[which] = entry.translation
                anchor = f"#version-{which + 1}"
            made = opened(entry, versions, comment)
        if made != entry:
            self._save(place, made, values["version"])
        if made.state is not State.OPEN:
            following = self._next(place, shown if shown != "all" else "open")
            place = place if following is None else following
        address = self._address(place, shown)
        return jsonify(next=f"{address}{anchor}", version=self._work.steps.version(place), state=made.state)

    def undo(self) -> Response:
        """Take back the last step, and go to its template."""
        place = self._work.steps.undo()
        if place is None:
            raise RefusedError(self._catalogue.text("page.nothing-to-undo"))
        return jsonify(next=self._address(place, self._shown()))

    # ---- what is shown ----

    def _version(self, entry: Entry, version: Template) -> dict[str, Any]:
        described = {**entry.source.variants, **entry.source.names}
        return {
            "texts": version.texts,
            "groups": {slot: version.groups.get(slot, "") for slot in person_slots(version)}
            | dict(version.groups),
            "words": [
                (kind, slot, described.get(slot, ()), words)
                for kind, found in (("variants", version.variants), ("names", version.names))
                for slot, words in found.items()
            ],
            "problems": self._told(self._work.problems(entry.source, version)),
        }

    def _told(self, problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
        return [
            {
                "field": each.field,
                "start": each.start,
                "end": each.end,
                "blocking": is_blocking(each),
                "message": each.messages[self._catalogue.language],
            }
            for each in problems
        ]

    def _details(self, source: Template) -> list[tuple[str, str]]:
        return [
            (name, value)
            for name, value in (
                ("id", source.id),
                ("category", source.category),
                ("stereotyped", ", ".join(source.stereotyped)),
                ("social-values", source.social_values),
                ("notes", source.notes),
            )
            if value
        ]

    def _is_shown(self, place: int, shown: str) -> bool:
        if shown == "open":
            return self._work.steps.values[place].state is State.OPEN
        return shown == "all" or self._work.has_warnings(place)

    def _next(self, after: int, shown: str) -> int | None:
        count = len(self._work.steps.values)
        return next_place(count, after, lambda place: place != after and self._is_shown(place, shown))

    def _address(self, place: int, shown: str) -> str:
        # What is None does not stand in the address.
        return url_for("review.template", number=place + 1, show=None if shown == "all" else shown)

    def _shown(self) -> str:
        shown = request.args.get("show", "all")
        return shown if shown in SHOWN else "all"

    def _place(self, number: int) -> int:
        if not 1 <= number <= len(self._work.steps.values):
            abort(404)
        return number - 1

    # ---- what is saved ----

    def _checked(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            stored.check(values, _FITS)
            return {**_EMPTY, **values}
        except ValueError as error:
            raise RefusedError(self._catalogue.text("page.not-understood")) from error

    def _versions(self, entry: Entry, values: list[Any]) -> list[Template]:
        """The versions as they were sent; what is not edited comes from the translation."""
        try:
            return [edited(entry.translation, value) for value in values] or list(versions_of(entry))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise RefusedError(self._catalogue.text("page.not-understood")) from error

    def _check_acceptable(self, entry: Entry, versions: list[Template]) -> None:
        for number, version in enumerate(versions, 1):
            wrong = next(
                (each for each in self._work.problems(entry.source, version) if is_blocking(each)), None
            )
            if wrong is not None:
                field = self._catalogue.text(f"review.page.{wrong.field.replace('_', '-')}")
                reason = f"{field}: {wrong.messages[self._catalogue.language]}"
                message = self._catalogue.text("review.page.blocked", number=number, reason=reason)
                raise RefusedError(message, field=f"{wrong.field}-{number}")
        if (same := same_versions(versions)) is not None:
            one, other = (place + 1 for place in same)
            raise RefusedError(self._catalogue.text("review.page.same", one=one, other=other))

    def _save(self, place: int, entry: Entry, version: str) -> None:
        try:
            self._work.steps.put(place, entry, version)
        except StaleError as error:
            present = self._work.steps.values[place].state
            told = self._catalogue.text(f"review.page.state-{present}")
            message = self._catalogue.text("page.stale", state=told)
            raise RefusedError(message, CONFLICT, version=error.version) from error


def _with_slots(text: str) -> list[Piece]:
    return pieces(text, [(*match.span(), "slot") for match in SLOT.finditer(text)])


_FITS: Mapping[str, stored.Fits] = {
    "version": stored.text,
    "versions": lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value),
    "comment": stored.text,
    "which": stored.count,
}
_EMPTY: Mapping[str, Any] = {"version": "", "versions": [], "comment": "", "which": 0}
