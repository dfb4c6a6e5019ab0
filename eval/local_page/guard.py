"""Who may use a page: the browser that was given its address, and nobody else.

A page on the loopback address can be reached by every user and every program of the machine, and by any web
page that its user's browser shows. So three things are asked of each request: the name that it calls us by
(a foreign name that resolves to 127.0.0.1 is no name of ours: DNS rebinding), a cookie that only the secret
in the address gives, and of what changes something that our own page has sent it.
"""

import secrets
from dataclasses import dataclass, field
from hmac import compare_digest

from flask import Flask, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

HOST = "127.0.0.1"
SECRET = "secret"
"""The parameter of the address that holds the secret."""
TOKEN = "X-Page-Token"
"""The header by which a page's own script shows that it is that."""
PUBLIC = "static"
"""The style sheets and scripts of all pages, which hold nothing of anybody's."""
MISDIRECTED = 421

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def _secret() -> str:
    return secrets.token_urlsafe(24)


@dataclass
class Guard:
    """The secrets of one run of a page, at a port of this machine."""

    port: int
    key: str = field(default_factory=_secret)
    token: str = field(default_factory=_secret)
    _ticket: str = field(default_factory=_secret)

    @property
    def address(self) -> str:
        """The address for a person; it can be opened again and again."""
        return f"http://{HOST}:{self.port}/?{SECRET}={self.key}"

    @property
    def address_once(self) -> str:
        """The address for the browser that is started: every user sees the arguments of a process, so that it
        can be opened once only.
        """
        return f"http://{HOST}:{self.port}/?{SECRET}={self._ticket}"

    def attach(self, app: Flask) -> None:
        """Let an application answer nobody else, and send the headers that keep its pages to themselves."""
        app.before_request(self._check)
        app.after_request(_with_headers)

    @property
    def _cookie(self) -> str:
        return f"mitgemeint-{self.port}"  # cookies know no ports

    def _check(self) -> AnyResponse | None:
        if request.host not in (f"{HOST}:{self.port}", f"localhost:{self.port}"):
            abort(MISDIRECTED)
        if request.method == "GET" and SECRET in request.args:
            return self._enter(request.args[SECRET])
        if request.endpoint == PUBLIC:
            return None
        if not _is(self.key, request.cookies.get(self._cookie)):
            abort(403)
        if request.method not in ("GET", "HEAD"):
            own_page = request.headers.get("Origin") == f"http://{request.host}"
            if not (own_page and request.is_json and _is(self.token, request.headers.get(TOKEN))):
                abort(403)
        return None

    def _enter(self, secret: str) -> AnyResponse:
        """Give the cookie for the secret of the address, and take the secret out of the address."""
        if _is(self._ticket, secret):
            self._ticket = _secret()
        elif not _is(self.key, secret):
            abort(403)
        answer = redirect(request.path)
        # Not "Strict": a link in a terminal or a mail opens the page, too.
        answer.set_cookie(self._cookie, self.key, httponly=True, samesite="Lax")
        return answer


def _is(known: str, sent: str | None) -> bool:
    return sent is not None and compare_digest(known.encode(), sent.encode("utf-8", "replace"))


def _with_headers(answer: Response) -> Response:
    answer.headers.update(HEADERS)
    return answer
