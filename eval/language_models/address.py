"""Where a server of language models is: `MODEL@URL`, taken apart, and without what nobody else should see."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from mitgemeint.eval.problems import EvalError

_URL = re.compile(r"@(?=[A-Za-z][\w+.-]*://)")
_CREDENTIALS = re.compile("//.*@", re.DOTALL)
_VERSION = re.compile(r"v\d+\w*")
_REMEDY = "give it as server:MODEL@http://HOST:PORT"


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server. It holds no user and password: names of models stand in results."""

    root: str
    """Where the server's own services lie: http://localhost:8000."""
    api: str
    """Where those of OpenAI lie: mostly `root` and /v1."""
    local: bool
    """On this machine: nobody listens in, and no proxy is asked."""

    @property
    def encrypted(self) -> bool:
        """Whether what is sent can be read on the way."""
        return self.root.startswith("https:")


def split_model(text: str) -> tuple[str, str]:
    """Model and URL of `MODEL@URL`; names of models may hold an @ themselves. EvalError without a URL."""
    parts = _URL.split(text, maxsplit=1)
    if len(parts) < 2:
        raise EvalError(f"server:{_shown(text)}", "it names no server", _REMEDY)
    return parts[0], parts[1]


def read_address(url: str) -> Address:
    """The address that a URL names, with or without /v1; EvalError where it is none that can be used."""
    place = _shown(url)
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise EvalError(place, "it is no URL", _REMEDY) from error
    if parts.scheme not in ("http", "https"):
        raise EvalError(place, "only http and https are spoken", _REMEDY)
    if not host or re.search(r"[\s\x00-\x1f]", url.strip()):
        raise EvalError(place, "it is no URL", _REMEDY)
    if parts.query or parts.fragment:
        raise EvalError(place.partition("?")[0].partition("#")[0], "it has more than a path", _REMEDY)
    if "@" in parts.netloc:
        remedy = "leave them out and set MITGEMEINT_API_KEY (for HTTP's own: Basic and the two in Base64)"
        raise EvalError(place, "user and password would stand in the results", remedy)
    network = f"[{host}]" if ":" in host else host
    path = parts.path.rstrip("/")
    base = f"{parts.scheme}://{network}{'' if port is None else f':{port}'}{path}"
    versioned = any(_VERSION.fullmatch(part) for part in path.split("/"))
    api = base if versioned else f"{base}/v1"
    return Address(api.removesuffix("/v1"), api, _is_local(host))


def _shown(text: str) -> str:
    """A text that may be a URL, as it can be printed: without user and password, on one line, not long."""
    return " ".join(_CREDENTIALS.sub("//", text).split())[:120]


def _is_local(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
