"""How language models are named on the command line, and the model behind each name."""

from mitgemeint.eval.language_models.chat_template import Chat
from mitgemeint.eval.language_models.model import LanguageModel
from mitgemeint.eval.language_models.retries import Patience
from mitgemeint.eval.models.place import split_revision
from mitgemeint.eval.problems import EvalError

_SERVER = "server:"


def load_language_model(
    name: str,
    *,
    revision: str | None = None,
    dtype: str = "float32",
    device: str = "cpu",
    local_only: bool = False,
    chat: str = Chat.AUTO,
    batch_tokens: int | None = None,
    patience: Patience | None = None,
    concurrency: int = 4,
    writes_only: bool = False,
) -> LanguageModel:
    """The language model that `name` means.

    A folder with config.json, the path of a .gguf file, `owner/model` or `owner/model/file.gguf` on the hub
    (both also with `@revision`) is a model of transformers, `server:MODEL@URL` one behind a server. `dtype`
    (a floating type of torch, or `auto` for the checkpoint's own), `device`, `local_only` (no downloads) and
    `batch_tokens` (of a forward pass) are for transformers, `patience` and `concurrency` (requests under way
    at once) for servers; `chat` is `auto`, `on` or `off`. Who needs no likelihoods says
    `writes_only`: a server is not tried for them then. Raises EvalError where the model cannot be had or
    lacks what is asked of it.
    """
    if chat not in list(Chat):
        raise EvalError("--chat", f"{chat!r} is none of {', '.join(Chat)}", "use auto")
    if batch_tokens is not None and batch_tokens < 1:
        raise EvalError("--batch-tokens", f"{batch_tokens} tokens are none", "give a number from 1")
    if name.startswith(_SERVER):
        if revision:
            raise EvalError("--revision", f"{name} has none", "leave it out")
        from mitgemeint.eval.language_models.address import split_model
        from mitgemeint.eval.language_models.server import load_server_model

        return load_server_model(
            *split_model(name.removeprefix(_SERVER)),
            chat=chat,
            patience=patience,
            concurrency=concurrency,
            writes_only=writes_only,
        )
    model, stated = split_revision(name)
    if stated and revision and stated != revision:
        raise EvalError("--revision", f"{name} states another one", "name one of them")
    from mitgemeint.eval.language_models.transformers_model import load_transformers_model

    return load_transformers_model(
        model,
        revision=revision or stated,
        dtype=dtype,
        device=device,
        local_only=local_only,
        chat=Chat(chat),
        batch_tokens=batch_tokens,
    )
