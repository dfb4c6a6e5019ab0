"""The longest input that a model takes, by its configuration and its tokenizer."""

from typing import Any

from mitgemeint.eval.problems import EvalError

_ENDLESS = 1_000_000  # tokenizers give a huge number where they know no limit


def longest_input(name: str, model: Any, tokenizer: Any, special: int = 0) -> int | None:
    """The most pieces with special tokens that both take, None without a limit.

    EvalError for a limit that is none, or that leaves no room beside the `special` tokens of every input.
    """
    check_number(name, tokenizer.model_max_length)
    limits = [tokenizer.model_max_length]
    positions = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    if positions:
        limits.append(positions - _first_position(model))
    longest = min(limits)
    if not longest > special:
        reason = f"its longest input is {longest} pieces, of which {special} are special tokens"
        remedy = "mend model_max_length in tokenizer_config.json, or max_position_embeddings in config.json"
        raise EvalError(name, reason, remedy)
    return None if longest > _ENDLESS else int(longest)


def check_number(name: str, limit: object) -> None:
    """EvalError for a limit in tokenizer_config.json that is no number."""
    if not isinstance(limit, int | float):
        reason = f"its longest input is {str(limit)[:40]!r}"
        raise EvalError(name, reason, "write a number for model_max_length in tokenizer_config.json")


def _first_position(model: Any) -> int:
    """RoBERTa and its kin count positions from behind that of padding."""
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and getattr(module, "padding_idx", None) is not None:
            return int(module.padding_idx) + 1
    return 0
