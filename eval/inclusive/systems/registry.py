"""Systems by name, as the command line has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from mitgemeint.eval.extras import REFERENCE, missing, remedy
from mitgemeint.eval.files import expanded
from mitgemeint.eval.inclusive.systems.assistant import Assistant
from mitgemeint.eval.inclusive.systems.nothing import Nothing
from mitgemeint.eval.inclusive.systems.outputs import Outputs, split_name
from mitgemeint.eval.inclusive.systems.system import System
from mitgemeint.eval.language_models.model import LanguageModel
from mitgemeint.eval.problems import EvalError, readable

KINDS = {
    "default": "this project's assistant as it ships",
    "nothing": "the text as it is",
    "spacy:MODEL": "the assistant with an installed German spaCy model (a name or a folder)",
    "reference:MODEL[,stanza=FOLDER][,s0=NUMBER]": (
        "the set-up of Pomerenke 2022: a spaCy model, lemmas by Stanza, first parts by compound-split"
    ),
    "model:NAME": (
        "a language model by prompt: a hub id, a folder, a .gguf file, or server:MODEL@URL for a server that "
        "speaks as OpenAI's does, with the key in MITGEMEINT_API_KEY where it wants one"
    ),
    "replacer:NAME": "a sequence-to-sequence model with the task Ersetze … durch … (Diversiformer, mT5)",
    "outputs:[SET=]FILE": (
        "the outputs of another system: a text file with a line for each sentence of a set, in order; or "
        "JSON lines (.jsonl) with id, set (its name), output (the rewritten text), labels (exclusive phrases "
        "as [start, end] in code points, end exclusive), candidates (rewritten texts, the best first), of "
        "which id and one of the last three are needed; a run writes its own answers so (outputs/1.jsonl)"
    ),
}
"""What a system can be, and how it is named."""

ANALYZERS = ("spacy", REFERENCE)


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How language models are loaded and run."""

    dtype: str = "float32"
    device: str = "cpu"
    offline: bool = False
    chat: str = "auto"


DEFAULT_OPTIONS = ModelOptions()


def load_system(name: str, options: ModelOptions = DEFAULT_OPTIONS, shown: str = "") -> System:
    """The system of a name, which results call `shown`; EvalError where there is none or it does not load."""
    kind, _, rest = name.partition(":")
    called = shown or name
    if name == "default":
        return Assistant(called)
    if name == "nothing":
        return Nothing()
    if kind in ANALYZERS and rest:
        if kind == REFERENCE:
            _check_reference(called)
        return Assistant(called, analyzer=name)
    if kind == "outputs" and rest:
        set_name, file = split_name(rest)
        return Outputs(called, expanded(file), set_name)
    if kind == "model" and rest:
        from mitgemeint.eval.inclusive.systems.prompted import Prompted

        return Prompted(called, _language_model(rest, options))
    if kind == "replacer" and rest:
        from mitgemeint.eval.inclusive.systems.replacer import Replacer

        return Replacer(called, _language_model(rest, options))
    check_system(name)
    raise LookupError(name)  # a kind that KINDS names and nothing above loads


def _check_reference(name: str) -> None:
    """EvalError where libraries of the extra are missing: all at once, with what installs them here."""
    packages = {"spacy_stanza": "spacy-stanza", "compound_split": "compound-split"}
    if lacking := [packages[package] for package in missing(*packages)]:
        raise EvalError(name, f"not installed: {', '.join(lacking)}", remedy(REFERENCE))


def check_system(name: str) -> None:
    """EvalError for what is no system at all, before any is loaded: a model may take its time."""
    kind, _, rest = name.partition(":")
    if name in KINDS or (rest and any(known.startswith(f"{kind}:") for known in KINDS)):
        return
    if kind == "server":
        named = f"a server is model:{readable(name)}, with its key in MITGEMEINT_API_KEY"
        raise EvalError("--system", f"{readable(name)!r} is no system", named)
    raise EvalError("--system", f"{name!r} is no system", f"take one of {', '.join(KINDS)}")


def short_names(names: Sequence[str]) -> dict[str, str]:
    """How results call each system: by the names of files and folders, where those tell them apart."""
    short = {name: readable(_short(name)) for name in names}
    return {
        name: called if [*short.values()].count(called) == 1 else readable(name)
        for name, called in short.items()
    }


def _short(name: str) -> str:
    kind, colon, rest = name.partition(":")
    return f"{kind}{colon}{','.join(map(_short_path, rest.split(',')))}"


def _short_path(text: str) -> str:
    """A path, maybe after the name of an option, by its last part."""
    option, sign, value = text.rpartition("=")
    try:
        path = Path(value).expanduser()
        there = bool(value) and path.exists()
    except (OSError, ValueError, RuntimeError):  # a name that no file can have
        return text
    return f"{option}{sign}{path.stem if path.is_file() else path.name}" if there else text


def prepare(names: Sequence[str]) -> None:
    """Called before the first of these systems is loaded.

    The bundled model is loaded without torch, which is then lost to spaCy's library in the whole process;
    a spaCy model may be a transformer that needs it, so the library is loaded with it first.
    """
    if any(name.partition(":")[0] in ANALYZERS for name in names):
        import_module("thinc.api")


def _language_model(name: str, options: ModelOptions) -> LanguageModel:
    from mitgemeint.eval.language_models.registry import load_language_model

    return load_language_model(
        name,
        dtype=options.dtype,
        device=options.device,
        local_only=options.offline,
        chat=options.chat,
        writes_only=True,
    )
