"""Language models behind an OpenAI-compatible server: vLLM, llama.cpp, Ollama, LM Studio, OpenAI."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from mitgemeint.eval.language_models import replies
from mitgemeint.eval.language_models.address import Address, read_address
from mitgemeint.eval.language_models.connection import Connection, Session
from mitgemeint.eval.language_models.discovery import CHATS, Abilities, find_abilities
from mitgemeint.eval.language_models.model import (
    Continuations,
    Decoding,
    Generated,
    Likelihood,
    Progress,
    Prompt,
)
from mitgemeint.eval.language_models.retries import Patience
from mitgemeint.eval.models.content import settings_hash
from mitgemeint.eval.problems import EvalError

KEY = "MITGEMEINT_API_KEY"
OPENAI_KEY = "OPENAI_API_KEY"
_OPENAI = "openai.com"
_MOST_STOPS = 4
"""OpenAI takes no more texts that end an answer; the rest is cut here."""


def load_server_model(
    model: str,
    url: str,
    *,
    chat: str = "auto",
    concurrency: int = 4,
    patience: Patience | None = None,
    writes_only: bool = False,
    environment: Mapping[str, str] = os.environ,
) -> "ServerModel":
    """The model of a server, by the name that the server has for it; empty for the only one it has.

    The URL is the server's, with or without /v1. `chat` puts prompts as conversations (`on`), as texts to
    continue (`off`, for base models), or as the server can (`auto`: conversations, where it answers one). No
    more than `concurrency` requests are under way at once. The key is that of MITGEMEINT_API_KEY (with a
    scheme before it where it is no bearer token: `Basic …`); OPENAI_API_KEY is sent to OpenAI and to servers
    on this machine alone.

    What the server can do is tried with a few short requests; with `writes_only` it is not tried whether and
    how it tells likelihoods, and openings stand at the end of the user's message. Raises EvalError where it
    cannot be reached, does not have the model, wants another key, or the URL is none.
    """
    if chat not in CHATS:
        raise EvalError("--chat", f"{chat!r} is no choice", f"choose from {', '.join(CHATS)}")
    address = read_address(url)
    key = _key(address, environment)
    connection = Connection(address, key, patience or Patience(), concurrency)
    if key and not (address.encrypted or address.local):
        connection.tell(f"{address.root}: warning: the key is sent without encryption; https protects it")
    return _connected(connection, model, chat, writes_only)


def _connected(connection: Connection, model: str, chat: str, writes_only: bool) -> "ServerModel":
    """The model behind a connection."""
    place = connection.address.api
    found = partial(find_abilities, place=place, model=model, chat=chat, writes_only=writes_only)
    return ServerModel(connection, connection.run(found))


def _key(address: Address, environment: Mapping[str, str]) -> str:
    name, key = KEY, environment.get(KEY, "").strip()
    if not key and (address.local or _is_openai(address)):
        name, key = OPENAI_KEY, environment.get(OPENAI_KEY, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise EvalError(name, "it holds a character that no key has", "copy the key again")
    return key


def _is_openai(address: Address) -> bool:
    host = urlsplit(address.root).hostname or ""
    return host == _OPENAI or host.endswith(f".{_OPENAI}")


@dataclass(frozen=True, slots=True)
class ServerModel:
    """A language model of a server.

    Results are given out when all of a call are there: a caller who keeps a journal asks in chunks. The
    first request that stays unanswered ends a call, with the rest of it.
    """

    connection: Connection
    abilities: Abilities

    @property
    def name(self) -> str:
        """The model and the server."""
        return f"server:{self.abilities.model.name}@{self.connection.address.root}"

    @property
    def settings(self) -> Mapping[str, str]:
        """What results state: model and server, how prompts are put, how likelihoods come about."""
        form, way = self.abilities.form, self.abilities.way
        plain = "no penalties or cut-offs besides" if self.abilities.plain else "others are the server's own"
        values = {
            "kind": "server",
            "model": self.abilities.model.name,
            "url": self.connection.address.root,
            **{f"served_{name}": value for name, value in self.abilities.model.about.items()},
            "prompts": "conversations" if form.chat else "texts",
            "opening": form.opening.value,
            "likelihoods": "" if not self.abilities.tried else "none" if way is None else way.name,
            "decoding": f"temperature, top_p and seed; {plain}",
            "system_fingerprint": self.abilities.system,
        }
        return {name: value for name, value in values.items() if value}

    @property
    def fingerprint(self) -> str:
        """A hash of the settings. What the server calls its own fingerprint is not in it: it may change
        within a run, and another server at this URL with a model of this name cannot be told apart.
        """
        return settings_hash(self.settings, "system_fingerprint")

    def likelihoods(
        self, requests: Sequence[Continuations], progress: Progress | None = None
    ) -> list[tuple[Likelihood, ...]]:
        """How likely each continuation is after its prompt; EvalError where the server cannot tell."""
        way = self.abilities.way
        if way is None:
            reason = "this server does not tell how likely a given answer is"
            raise EvalError(self.name, reason, "let the model write its answer instead (generation)")
        return self.connection.run_all(way.likelihoods, requests, progress)

    def generate(
        self, prompts: Sequence[Prompt], decoding: Decoding, progress: Progress | None = None
    ) -> list[Generated]:
        """What the model writes after each prompt; EvalError where the server does not answer."""

        form = self.abilities.form
        path = "chat/completions" if form.chat else "completions"

        async def write(session: Session, prompt: Prompt) -> Generated:
            asked = form.messages(prompt) if form.chat else {"prompt": form.text(prompt)}
            body = {"model": self.abilities.model.name, **asked, **self._settings(decoding)}
            written = await session.post(path, body, replies.generated)
            own = Generated(form.own(prompt, written.text), written.finished)
            return replies.ended(own, decoding.stop)

        return self.connection.run_all(write, prompts, progress)

    def _settings(self, decoding: Decoding) -> dict[str, Any]:
        stop = {"stop": list(decoding.stop[:_MOST_STOPS])} if decoding.stop else {}
        return {
            self.abilities.limit: decoding.longest,
            "temperature": decoding.temperature,
            "top_p": decoding.top_p,
            "seed": decoding.seed,
            **stop,
            **self.abilities.plain,
        }
