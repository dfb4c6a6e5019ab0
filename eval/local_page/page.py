"""The frame of every local page: its application, its language, and what goes wrong while it is used."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.eval.local_page.guard import TOKEN, Guard
from mitgemeint.eval.problems import EvalError

LARGEST = 4_000_000
"""Bytes of what a page sends at most: far more than any sentence."""
FORBIDDEN, MISSING, CONFLICT, UNPROCESSABLE, FAILED = 403, 404, 409, 422, 500


class RefusedError(Exception):
    """What a page has sent cannot be taken as it is: a line for the person, and what else the page needs."""

    def __init__(self, message: str, status: int = UNPROCESSABLE, **more: Any) -> None:
        super().__init__(message)
        self.message, self.status, self.more = message, status, more


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages are made with: their texts, who may use them, and what happens at the end.

    `summary` is a line that says what has been done and what is left; `finish` is called when the person
    says that it is enough, after the answer has been sent.
    """

    catalogue: Catalogue
    guard: Guard
    summary: Callable[[], str]
    finish: Callable[[], None]


def make_app(frame: Frame, pages: Blueprint) -> Flask:
    """The application that shows `pages` within the frame and answers none but the browser of its user."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.jinja_env.globals.update(
        text=frame.catalogue.text, language=frame.catalogue.language, token=frame.guard.token
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    frame.guard.attach(app)
    app.register_blueprint(pages)

    def finish() -> AnyResponse:
        answer = jsonify(message=frame.summary())
        answer.call_on_close(frame.finish)
        return answer

    def refused(error: RefusedError) -> AnyResponse:
        return make_response(jsonify(message=error.message, **error.more), error.status)

    def failed(error: EvalError) -> AnyResponse:
        return make_response(jsonify(message=str(error)), FAILED)

    def stopped(error: HTTPException) -> AnyResponse:
        status = error.code or FAILED
        key = f"page.status-{status}"
        told = frame.catalogue.text(key if key in frame.catalogue else "page.status-other", status=status)
        # What a script has asked for gets an answer that a script can read.
        if TOKEN in request.headers:
            return make_response(jsonify(message=told), status)
        return make_response(render_template("local_page/refused.html", told=told), status)

    app.add_url_rule("/finish", view_func=finish, methods=["POST"])
    app.register_error_handler(RefusedError, refused)
    app.register_error_handler(EvalError, failed)
    app.register_error_handler(HTTPException, stopped)
    return app


def sent(catalogue: Catalogue) -> Mapping[str, Any]:
    """The JSON object that the page has sent; RefusedError where it is none."""
    try:
        values = request.get_json(silent=True)
    except RecursionError:  # brackets in brackets without end
        values = None
    if not isinstance(values, dict):
        raise RefusedError(catalogue.text("page.not-understood"))
    return values
