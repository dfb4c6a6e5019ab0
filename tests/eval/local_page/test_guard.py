"""Who gets an answer from a local page."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Blueprint, Flask, jsonify, request
from werkzeug.test import TestResponse

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.eval.local_page.guard import Guard
from mitgemeint.eval.local_page.page import Frame, RefusedError, make_app

HOME = "http://127.0.0.1:4711"


class Visit:
    """An application with one page and one thing to change, and somebody who asks it."""

    def __init__(self) -> None:
        self.guard = Guard(4711)
        self.finished = False
        pages = Blueprint("pages", __name__)
        pages.add_url_rule("/", "home", lambda: "the page")
        pages.add_url_rule("/change", "change", lambda: jsonify(changed=True), methods=["POST"])
        pages.add_url_rule("/refuse", "refuse", self._refuse, methods=["POST"])
        frame = Frame(Catalogue.load("en"), self.guard, lambda: "3 of 4", self._finish)
        self.app: Flask = make_app(frame, pages)
        self.client = self.app.test_client()

    def _finish(self) -> None:
        self.finished = True

    def _refuse(self) -> str:
        raise RefusedError("that does not fit", more=3)

    def enter(self) -> None:
        """Open the address, as its user does."""
        assert self.get(self.guard.address.removeprefix(HOME)).status_code == 302

    def get(self, path: str, home: str = HOME, **headers: str) -> TestResponse:
        return self.client.get(path, base_url=home, headers=headers)

    def post(self, path: str, changed: Mapping[str, str | None] | None = None, **more: Any) -> TestResponse:
        headers = {"Origin": HOME, "X-Page-Token": self.guard.token, **(changed or {})}
        kept = {name: value for name, value in headers.items() if value is not None}
        return self.client.post(path, base_url=HOME, headers=kept, **({"json": {}} | more))


@pytest.fixture
def visit() -> Visit:
    return Visit()


def test_the_address_opens_the_page_and_loses_its_secret(visit: Visit) -> None:
    answer = visit.get(visit.guard.address.removeprefix(HOME))
    assert (answer.status_code, answer.location) == (302, "/")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert visit.get("/").text == "the page"


def test_the_address_for_a_browser_that_is_started_works_once(visit: Visit) -> None:
    address = visit.guard.address_once.removeprefix(HOME)
    assert visit.get(address).status_code == 302
    visit.client.delete_cookie("mitgemeint-4711", domain="127.0.0.1")
    assert visit.get(address).status_code == 403
    assert visit.guard.address_once.removeprefix(HOME) != address


@pytest.mark.parametrize("path", ["/", "/?secret=", "/?secret=guess", "/?secret=%C3%A4", "/nothing"])
def test_without_the_secret_there_is_no_page(visit: Visit, path: str) -> None:
    answer = visit.get(path)
    assert answer.status_code == 403
    assert "the page" not in answer.text
    assert visit.guard.key not in answer.text


def test_a_wrong_cookie_is_none(visit: Visit) -> None:
    visit.client.set_cookie("mitgemeint-4711", "guess", domain="127.0.0.1")
    assert visit.get("/").status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example:4711", "127.0.0.1.evil.example:4711", "127.0.0.1:80", "[::1]:4711"]
)
def test_under_another_name_there_is_nothing(visit: Visit, host: str) -> None:
    visit.enter()
    assert visit.get("/", Host=host).status_code == 421
    assert visit.post("/change", {"Host": host, "Origin": f"http://{host}"}).status_code == 421
    assert visit.get(visit.guard.address.removeprefix(HOME), Host=host).status_code == 421


def test_the_page_itself_may_change_things(visit: Visit) -> None:
    visit.enter()
    assert visit.post("/change").json == {"changed": True}


@pytest.mark.parametrize(
    "changed",
    [
        {"Origin": None},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:4712"},
        {"X-Page-Token": None},
        {"X-Page-Token": "guess"},
    ],
)
def test_other_pages_may_not(visit: Visit, changed: Mapping[str, str | None]) -> None:
    visit.enter()
    assert visit.post("/change", changed).status_code == 403
    assert visit.post("/finish", changed).status_code == 403
    assert not visit.finished


def test_a_form_of_another_page_may_not(visit: Visit) -> None:
    visit.enter()
    assert visit.post("/change", json=None, data={"x": "1"}).status_code == 403
    assert visit.post("/change", json=None, data="{}", content_type="text/plain").status_code == 403


def test_without_the_cookie_the_token_does_not_help(visit: Visit) -> None:
    assert visit.post("/change").status_code == 403


def test_what_is_sent_is_bounded(visit: Visit) -> None:
    visit.enter()
    visit.app.config["MAX_CONTENT_LENGTH"] = 100
    visit.app.view_functions["pages.change"] = lambda: jsonify(read=bool(request.json))
    answer = visit.post("/change", json={"text": "x" * 200})
    assert (answer.status_code, answer.json) == (413, {"message": "That is too long."})


def test_a_refusal_is_a_line_and_what_the_page_needs(visit: Visit) -> None:
    visit.enter()
    answer = visit.post("/refuse")
    assert (answer.status_code, answer.json) == (422, {"message": "that does not fit", "more": 3})


def test_pages_load_nothing_from_elsewhere_and_stand_in_no_frame(visit: Visit) -> None:
    visit.enter()
    for answer in (visit.get("/"), visit.get("/nothing"), visit.post("/refuse")):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert not re.search(r"unsafe|https?:|\*", policy)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"


def test_the_end_comes_after_the_answer(visit: Visit) -> None:
    visit.enter()
    answer = visit.post("/finish")
    assert answer.json == {"message": "3 of 4"}
    answer.close()
    assert visit.finished
