"""Translation models: any encoder–decoder of transformers that was trained to translate.

NLLB, M2M100 and mBART have tokens for languages (the target's begins what they write), multilingual Marian
models a mark before the text (`>>deu<<`), T5 a prefix in words; other Marian models have one direction.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol

from mitgemeint.eval.models.batches import batches
from mitgemeint.eval.models.checkpoint import ENCODER_DECODER, Checkpoint, Part, load_checkpoint
from mitgemeint.eval.models.library import libraries, quiet
from mitgemeint.eval.models.longest_input import longest_input
from mitgemeint.eval.problems import EvalError

Progress = Callable[[int, Mapping[int, str]], None]
"""Told how many texts are done, and the translations of a batch by the place of the text."""

_SPARE = re.compile(r"<extra_id_\d+>|\[unused\d+\]|<unused\d+>|madeupword\d+")
_MARK = re.compile(r">>[\w-]+<<")
_CODE = re.compile(r"[a-z]{2,3}_[A-Z]\w+")
_PIECES = 2048
"""Pieces of a batch, padding counted."""
_ROOM = 16
"""Pieces that a translation may have more than twice its source."""


class Translator(Protocol):
    """A translation model with its two languages."""

    @property
    def name(self) -> str:
        """The model as it was asked for."""

    @property
    def settings(self) -> Mapping[str, str]:
        """What results state about it."""

    @property
    def fingerprint(self) -> str:
        """A hash of all that its translations depend on."""

    @property
    def spare_tokens(self) -> Sequence[str]:
        """Tokens that have no meaning, which may stand for anything."""

    def keeps(self, word: str) -> bool:
        """Whether its tokenizer gives a word back as it was."""

    def check_lengths(self, texts: Sequence[str]) -> None:
        """EvalError for a text that is too long for it."""

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        """The translations of texts, in their order."""


@dataclass(frozen=True, slots=True)
class Languages:
    """From which language into which, as the model calls them (`eng_Latn`, `deu_Latn`; `en`, `de`)."""

    source: str
    target: str


def load_translator(
    name: str,
    languages: Languages,
    *,
    revision: str | None = None,
    prefix: str | None = None,
    beams: int = 4,
    dtype: str = "float32",
    device: str = "cpu",
    local_only: bool = False,
) -> "TransformersTranslator":
    """The translation model of a folder or of the hub.

    `prefix` stands before every text (T5); where none is given, the one in the model's configuration. Raises
    EvalError where there is no such model, it is no encoder–decoder, or does not know a language.
    """
    checkpoint = load_checkpoint(
        name, revision, part=Part.WHOLE, dtype=dtype, device=device, local_only=local_only
    )
    if checkpoint.kind != ENCODER_DECODER:
        reason = f"it is no translation model ({checkpoint.kind})"
        raise EvalError(name, reason, "choose an encoder-decoder such as NLLB, M2M100, Marian or T5")
    if beams < 1:
        raise EvalError("--beams", f"{beams} is too few", "give 1 or more")
    return TransformersTranslator(checkpoint, languages, prefix, beams, device, dtype)


class TransformersTranslator:
    """An encoder–decoder of transformers, decoded by beam search without chance."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        languages: Languages,
        prefix: str | None,
        beams: int,
        device: str,
        dtype: str,
    ) -> None:
        self._checkpoint = checkpoint
        self._model, self._tokenizer = checkpoint.model, checkpoint.tokenizer
        self._device = device
        self._first: dict[str, int] = {}
        self._prefix = configured_prefix(self._model.config, languages) if prefix is None else prefix
        self._name_languages(languages)
        self._spare = sorted(token for token in self._tokenizer.get_vocab() if _SPARE.fullmatch(token))
        special = set(self._tokenizer.all_special_ids) | set(self._first.values())
        self._unsaid = special - set(self._tokenizer.convert_tokens_to_ids(self._spare))
        around = len(self._tokenizer("")["input_ids"])
        self._longest = longest_input(checkpoint.name, self._model, self._tokenizer, around)
        self._settings = {
            "model": checkpoint.name,
            "revision": checkpoint.revision,
            "from": languages.source,
            "to": languages.target,
            "prefix": self._prefix,
            "beams": str(beams),
            "dtype": dtype,
        }
        self._beams = beams

    @property
    def name(self) -> str:
        """The model as it was asked for."""
        return self._checkpoint.name

    @property
    def settings(self) -> Mapping[str, str]:
        """What results state about it."""
        return self._settings

    @property
    def fingerprint(self) -> str:
        """A hash of the settings with the revision; the name of the model does not matter."""
        values = sorted((key, value) for key, value in self._settings.items() if key != "model")
        return sha256(repr(values).encode()).hexdigest()

    @property
    def spare_tokens(self) -> Sequence[str]:
        """Tokens of the tokenizer for any use, as `<extra_id_0>` of T5."""
        return self._spare

    def keeps(self, word: str) -> bool:
        """Whether the tokenizer gives a word back as it was: it has pieces for all of it."""
        pieces = self._tokenizer(word, add_special_tokens=False)["input_ids"]
        if self._tokenizer.unk_token_id in pieces:
            return False
        text: str = self._tokenizer.decode(pieces, skip_special_tokens=False)
        return text.strip() == word

    def check_lengths(self, texts: Sequence[str]) -> None:
        """EvalError for the first text that has more pieces than the model takes."""
        for text in texts:
            size = len(self._pieces(text))
            if self._longest is not None and size > self._longest:
                reason = f"{text[:40]!r}… has {size} pieces, the model takes {self._longest}"
                raise EvalError(self.name, reason, "translate sentence by sentence, or split the sentence")

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        """The translations of texts, in their order; those of similar length are computed together."""
        pieces = [self._pieces(text) for text in texts]
        found: dict[int, str] = {}
        for batch in batches([len(each) for each in pieces], _PIECES // self._beams):
            written = dict(zip(batch, self._written([pieces[place] for place in batch]), strict=True))
            found.update(written)
            if progress is not None:
                progress(len(found), written)
        return [found[place] for place in range(len(texts))]

    def _pieces(self, text: str) -> list[int]:
        pieces: list[int] = self._tokenizer(self._prefix + text, truncation=False)["input_ids"]
        return pieces

    def _written(self, pieces: Sequence[Sequence[int]]) -> list[str]:
        torch, transformers = libraries()
        longest = max(len(each) for each in pieces)
        inputs = self._tokenizer.pad({"input_ids": [list(each) for each in pieces]}, return_tensors="pt")
        room = 2 * longest + _ROOM
        if self._longest is not None:
            room = min(room, self._longest - 1)
        with quiet(transformers), torch.inference_mode():
            rows = self._model.generate(
                input_ids=inputs["input_ids"].to(self._device),
                attention_mask=inputs["attention_mask"].to(self._device),
                num_beams=self._beams,
                do_sample=False,
                max_new_tokens=room,
                **self._first,
            )
        return [self._text(row.tolist()) for row in rows]

    def _text(self, row: Sequence[int]) -> str:
        """The text of tokens without special ones, but for those that may stand for something."""
        kept = [token for token in row if token not in self._unsaid]
        text: str = self._tokenizer.decode(kept, skip_special_tokens=False)
        return " ".join(text.split())

    def _name_languages(self, languages: Languages) -> None:
        """Tells the tokenizer and the model the languages; EvalError for one that they do not know."""
        tokenizer, vocabulary = self._tokenizer, self._tokenizer.get_vocab()
        if hasattr(type(tokenizer), "src_lang"):
            _token(self.name, "--from", languages.source, tokenizer)
            tokenizer.src_lang = languages.source
            self._first = {"forced_bos_token_id": _token(self.name, "--to", languages.target, tokenizer)}
            return
        marks = sorted(token for token in vocabulary if _MARK.fullmatch(token))
        if marks:
            target = f">>{languages.target}<<"
            if target not in marks:
                known = ", ".join(mark.strip("<>") for mark in marks[:8])
                reason = f"{self.name} does not know the language {languages.target!r}"
                raise EvalError("--to", reason, f"choose of {known}")
            self._prefix = f"{target} {self._prefix}"


def _token(name: str, option: str, language: str, tokenizer: Any) -> int:
    """The token of a language: from the tokenizer's own table (M2M100), else the token of its name."""
    table = getattr(tokenizer, "lang_code_to_id", None)
    if not isinstance(table, Mapping):
        added = {str(token): number for number, token in tokenizer.added_tokens_decoder.items()}
        table = {token: number for token, number in added.items() if _CODE.fullmatch(token)}
    if language in table:
        return int(table[language])
    near = [code for code in sorted(table) if code[:2] == language[:2]] or sorted(table)
    reason = f"{name} does not know the language {language!r}"
    raise EvalError(option, reason, f"choose of {', '.join(near[:8])}" if near else "choose another model")


_SHORT = {"eng": "en", "deu": "de", "ger": "de", "fra": "fr", "ron": "ro"}


def configured_prefix(config: Any, languages: Languages) -> str:
    """The prefix that a configuration has for a direction (T5: translate English to German)."""
    codes = [language.split("_")[0] for language in (languages.source, languages.target)]
    source, target = (_SHORT.get(code, code) for code in codes)
    tasks = getattr(config, "task_specific_params", None)
    task = tasks.get(f"translation_{source}_to_{target}", {}) if isinstance(tasks, Mapping) else {}
    prefix = task.get("prefix", "") if isinstance(task, Mapping) else ""
    return prefix if isinstance(prefix, str) else ""
