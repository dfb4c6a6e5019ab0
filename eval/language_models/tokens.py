"""From texts to tokens: where a prompt ends and its continuation begins.

The border is drawn as lm-evaluation-harness draws it (`_encode_pair` of its models), so that both score the
same tokens: white space at the end of a prompt belongs to the continuation, and for a decoder prompt and
continuation are cut into tokens together, of which as many as the prompt has alone are the prompt.
"""

from collections.abc import Sequence
from typing import Any

from mitgemeint.eval.language_models.token_tree import TokenSequence
from mitgemeint.eval.problems import EvalError


class Tokens:
    """Cuts texts by a tokenizer, with the special tokens that it sets by itself at the beginning."""

    def __init__(self, name: str, tokenizer: Any, both: bool) -> None:
        """`name` is the model's for errors; `both` says that it is an encoder–decoder."""
        self._name = name
        self._tokenizer = tokenizer
        self._both = both
        self._leading = () if both else _leading(tokenizer)

    @property
    def leading(self) -> str:
        """The special tokens before every text that does not begin with them itself, as text."""
        return "".join(self._tokenizer.convert_ids_to_tokens(list(self._leading)))

    def prompts(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """What the model reads before it writes; EvalError for a text of which nothing is left."""
        found = self._encoded([_clean(text) for text in texts])
        return [ids or self._beginning() for ids in found]

    def sequences(self, pairs: Sequence[tuple[str, str]]) -> list[TokenSequence]:
        """Prompts with a continuation each; EvalError for a continuation without tokens."""
        moved = [_moved(_clean(prompt), _clean(text)) for prompt, text in pairs]
        different = list(dict.fromkeys(prompt for prompt, _ in moved))
        alone = dict(zip(different, self._encoded(different), strict=True))
        if self._both:
            behind = self._cut([text for _, text in moved])
            split = [(alone[prompt], tuple(ids)) for (prompt, _), ids in zip(moved, behind, strict=True)]
        else:
            whole = self._encoded([prompt + text for prompt, text in moved])
            split = [_split(ids, alone[prompt]) for (prompt, _), ids in zip(moved, whole, strict=True)]
        return [self._sequence(*ids, text) for ids, (_, text) in zip(split, moved, strict=True)]

    def _sequence(self, prompt: tuple[int, ...], continuation: tuple[int, ...], text: str) -> TokenSequence:
        if not continuation:
            raise EvalError(self._name, f"its tokenizer leaves nothing of {text!r}", "leave the text out")
        prompt = prompt or self._beginning()
        return TokenSequence(prompt + continuation, len(prompt))

    def _encoded(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """With special tokens; a chat template may have set the first of them in the text itself."""
        if self._both:
            return [tuple(ids) for ids in self._cut(texts, special=True)]
        first = self._tokenizer.bos_token
        cut = self._cut(texts)
        return [
            tuple(ids) if first and text.startswith(first) else (*self._leading, *ids)
            for text, ids in zip(texts, cut, strict=True)
        ]

    def _cut(self, texts: Sequence[str], special: bool = False) -> list[list[int]]:
        if not texts:
            return []
        made = self._tokenizer(
            list(texts), add_special_tokens=special, verbose=False, return_attention_mask=False
        )
        ids: list[list[int]] = made["input_ids"]
        return ids

    def _beginning(self) -> tuple[int, ...]:
        """What stands for an empty prompt: something has to be there that predicts the first token."""
        for token in (self._tokenizer.bos_token_id, self._tokenizer.eos_token_id):
            if token is not None:
                return (int(token),)
        raise EvalError(self._name, "it has no token for the beginning of a text", "give a prompt with words")


def _leading(tokenizer: Any) -> tuple[int, ...]:
    """The special tokens that a tokenizer sets before a text by itself, and none of those behind it."""
    plain = list(tokenizer("a", add_special_tokens=False)["input_ids"])
    full = list(tokenizer("a")["input_ids"])
    places = range(len(full) - len(plain) + 1)
    start = next((place for place in places if full[place : place + len(plain)] == plain), 0)
    return tuple(full[:start])


def _moved(prompt: str, text: str) -> tuple[str, str]:
    kept = prompt.rstrip()
    return kept, prompt[len(kept) :] + text


def _split(ids: tuple[int, ...], prompt: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens of the prompt and those behind it, of which there are none where the text left none.

    Where the end of the prompt and the whole continuation are one token, that one is the continuation.
    """
    if ids == prompt:
        return ids, ()
    length = min(len(prompt), len(ids) - 1)
    return ids[:length], ids[length:]


def _clean(text: str) -> str:
    """Without halves of surrogate pairs, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
