"""What a server can do, found out by trying: its models, conversations, openings, likelihoods."""

import re
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from mitgemeint.eval.language_models import replies
from mitgemeint.eval.language_models.connection import Session, UnusableError
from mitgemeint.eval.language_models.conversation import Form, Opening
from mitgemeint.eval.language_models.model import Prompt
from mitgemeint.eval.language_models.refusals import RefusedError, UnansweredError
from mitgemeint.eval.language_models.ways import Echo, FirstTokens, ForcedTokens, ReadConversation, Way
from mitgemeint.eval.problems import EvalError

CHATS = ("auto", "on", "off")

_KEY_WANTED = (401, 403)
_UNKNOWN_FIELD = (400, 422)
_UNUSABLE = 200  # the answer is none
_BROKEN = (500, 501)  # llama-cpp-python answers so to what the model was not loaded for
_TRIED = Prompt("Zähle weiter: eins, zwei, drei.", "Antwort:")

# A server may have other settings of its own (vLLM takes them from the model's generation_config.json), and
# penalties change the likeliest token, too. The first that is not refused is sent with every request.
_PLAIN: tuple[dict[str, float], ...] = (
    {"repetition_penalty": 1.0, "repeat_penalty": 1.0, "min_p": 0.0, "top_k": 0},
    {"repetition_penalty": 1.0, "repeat_penalty": 1.0, "min_p": 0.0, "top_k": -1},
    {},
)

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Served:
    """A model as a server lists it: its name, others that stand for it, and what is said of it."""

    name: str
    others: tuple[str, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a server can do with a model."""

    model: Served
    form: Form
    limit: str
    """What the largest number of tokens is called."""
    plain: Mapping[str, float]
    """Settings that switch penalties and cut-offs off."""
    way: Way | None
    """How it tells likelihoods; None where it does not."""
    system: str = ""
    """The fingerprint that it gives of itself."""
    tried: bool = True
    """Whether it was tried if it tells likelihoods."""


async def find_abilities(
    session: Session, place: str, model: str, chat: str, *, writes_only: bool = False
) -> Abilities:
    """Try what a server can do. `chat` is one of CHATS, `place` the server in errors.

    With `writes_only` nothing is tried that only likelihoods are for.

    Raises EvalError where it does not have the model, does not answer, or wants a key.
    """
    served = await _find_model(session, place, model)
    talk = await _find_talk(session, served.name, chat)
    form = Form(talk.chat, Opening.IN_MESSAGE if talk.chat else Opening.IN_TEXT)
    if writes_only:
        return Abilities(served, form, talk.limit, talk.plain, None, talk.system, tried=False)
    found = await (_in_conversations if talk.chat else _in_texts)(session, served.name, form, talk.limit)
    form, way = found
    return Abilities(served, form, talk.limit, talk.plain, way, talk.system)


async def _find_model(session: Session, place: str, model: str) -> Served:
    """The model by the server's own name; as it was asked for where the server has no list."""
    try:
        listed = await session.get("models", _listed)
    except RefusedError as error:
        if error.status in _KEY_WANTED:
            raise
        if not model:
            reason = "it does not list its models"
            raise EvalError(place, reason, "name one: server:MODEL@URL") from error
        return Served(model)
    names = [each.name for each in listed]
    if not model and len(names) == 1:
        return listed[0]
    for wanted in (model, f"{model}:latest"):  # Ollama's name of a model without a tag
        meant = [each for each in listed if wanted == each.name or wanted in each.others]
        if len(meant) == 1:
            return meant[0]
    known = ", ".join(names[:5]) + (" and so on" if len(names) > 5 else "")
    reason = f"it has no model {model}" if model else "it has several models, and none is named"
    raise EvalError(place, reason, f"name one of {known}" if known else "load one there")


def _listed(body: Any) -> list[Served]:
    found = [_served(entry) for entry in body["data"]]
    if not all(each.name for each in found):
        raise UnusableError("a model has no name")
    return found


def _served(entry: Mapping[str, Any]) -> Served:
    """What stands there of a model itself; when it was loaded is no part of it."""
    meta = entry.get("meta") or {}
    facts = {
        "root": entry.get("root"),
        "context": entry.get("max_model_len"),
        "parameters": meta.get("n_params"),
        "bytes": meta.get("size"),
    }
    about = {name: str(value) for name, value in facts.items() if isinstance(value, str | int) and value}
    name = str(entry["id"])
    aliases = [str(each) for each in entry.get("aliases") or ()]
    return Served(name, (*aliases, *_file_names(name)), about)


def _file_names(name: str) -> tuple[str, ...]:
    """llama.cpp calls a model by the path of its file."""
    file = re.split(r"[/\\]", name)[-1]
    return (file, file.removesuffix(".gguf")) if file.endswith(".gguf") else ()


@dataclass(frozen=True, slots=True)
class _Talk:
    chat: bool
    limit: str
    plain: Mapping[str, float]
    system: str


async def _find_talk(session: Session, model: str, chat: str) -> _Talk:
    """Whether a model talks or continues texts, by asking it for a token."""
    if chat == "off":
        return await _try_talk(session, model, False)
    try:
        return await _try_talk(session, model, True)
    except (RefusedError, UnansweredError) as error:
        if chat == "on" or error.status == _UNUSABLE or not _is_no(error):
            raise
        try:
            return await _try_talk(session, model, False)
        except (RefusedError, UnansweredError):
            raise error from None


async def _try_talk(session: Session, model: str, chat: bool) -> _Talk:
    form = Form(chat, Opening.IN_MESSAGE)
    asked = form.messages(_TRIED) if chat else {"prompt": form.text(_TRIED)}
    path = "chat/completions" if chat else "completions"
    tries = [("max_tokens", plain) for plain in _PLAIN] + ([("max_completion_tokens", {})] if chat else [])
    refused: RefusedError | None = None
    for limit, plain in tries:
        body = {"model": model, **asked, limit: 1, "temperature": 0, **plain}
        try:
            return _Talk(chat, limit, plain, await session.post(path, body, _system))
        except RefusedError as error:
            if error.status not in _UNKNOWN_FIELD:
                raise
            refused = refused or error
    assert refused is not None
    raise refused


def _system(body: Any) -> str:
    replies.generated(body)
    return str(body.get("system_fingerprint") or "")


async def _in_conversations(session: Session, model: str, form: Form, limit: str) -> tuple[Form, Way | None]:
    """Where the opening goes, and the way to likelihoods in conversations."""
    going_on = Form(True, Opening.IN_ANSWER, continues=True)
    if await _offered(_goes_on(session, ReadConversation(model, going_on))):
        going_on = await _with_repetition(session, model, going_on, limit)
        return going_on, ReadConversation(model, going_on)
    for told in (False, True):
        going_on = Form(True, Opening.IN_ANSWER, continues=told)
        templated = ForcedTokens(model, going_on).templated(session, going_on.messages(_TRIED))
        text = await _offered(templated)
        if text is None:
            break
        if text.endswith(_TRIED.opening):
            form = await _with_repetition(session, model, going_on, limit)
            forcing = await _forcing(session, ForcedTokens(model, form))
            return form, forcing or await _listing(session, model, form, limit)
    return form, await _listing(session, model, form, limit)


async def _with_repetition(session: Session, model: str, form: Form, limit: str) -> Form:
    """Whether the opening comes back: a single token does not hold it."""
    body = {"model": model, **form.messages(_TRIED), limit: 1, "temperature": 0}
    written = await session.post("chat/completions", body, replies.generated)
    return replace(form, repeats=written.text.startswith(_TRIED.opening))


async def _in_texts(session: Session, model: str, form: Form, limit: str) -> tuple[Form, Way | None]:
    """The way to likelihoods of texts."""
    echo = Echo(model, form)
    if len(await _offered(echo.read(session, form.text(_TRIED))) or ()) > 1:
        return form, echo
    way = await _forcing(session, ForcedTokens(model, form)) or await _listing(session, model, form, limit)
    return form, way


async def _goes_on(session: Session, reading: ReadConversation) -> bool:
    """Whether a conversation whose answer is longer begins with the shorter one: it was not closed."""
    shorter = await reading.read(session, reading.form.messages(_TRIED))
    if len(shorter) < 2:
        return False
    longer = await reading.read(session, reading.form.messages(_TRIED, " vier"))
    tokens = [each.token for each in longer]
    return len(longer) > len(shorter) and tokens[: len(shorter)] == [each.token for each in shorter]


async def _forcing(session: Session, forcing: ForcedTokens) -> Way | None:
    tokens = await _offered(forcing.tokens(session, _TRIED.text))
    if tokens is None or len(tokens) < 2:
        return None
    log = await _offered(forcing.forced(session, tokens[:-1], tokens[-1]))
    return None if log is None else forcing


async def _listing(session: Session, model: str, form: Form, limit: str) -> Way | None:
    for size in (20, 5):  # what vLLM and OpenAI list at most, in conversations and in texts
        listing = FirstTokens(model, form, limit, size)
        if len(await _offered(listing.listed(session, _TRIED)) or ()) > 1:
            return listing
    return None


async def _offered(asking: Awaitable[Value]) -> Value | None:
    """What a server answers, None where it does not know what is asked."""
    try:
        return await asking
    except (RefusedError, UnansweredError) as error:
        if not _is_no(error):
            raise
        return None


def _is_no(error: RefusedError | UnansweredError) -> bool:
    """Whether a server does not have something; it may also be busy, or want a key."""
    if isinstance(error, RefusedError):
        return error.status not in _KEY_WANTED
    return error.status in (_UNUSABLE, *_BROKEN)
