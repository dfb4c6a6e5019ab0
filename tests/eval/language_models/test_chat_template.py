"""How prompts become texts, with templates that differ in what they allow."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.eval.language_models.chat_template import Chat, Conversation, Plain, wording
from mitgemeint.eval.language_models.model import Prompt
from mitgemeint.eval.language_models.registry import load_language_model
from mitgemeint.eval.problems import EvalError

pytestmark = pytest.mark.skipif(
    find_spec("transformers") is None and "CI" not in os.environ, reason="the extra eval is not installed"
)

Checkpoint = Callable[[str], Path]
PROMPT = Prompt("Wer war es?", "Antwort:", "Sei kurz.")
TURN = "{% if add_generation_prompt %}[assistant]{% endif %}"
MESSAGES = "{% for m in messages %}[{{ m.role }}]{{ m.content }}</s>{% endfor %}"
REFUSES_SYSTEM = (
    "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
)
DROPS_SYSTEM = "{% for m in messages if m.role != 'system' %}[{{ m.role }}]{{ m.content }}</s>{% endfor %}"
USERS_ALONE = "{% for m in messages if m.role != 'assistant' %}[{{ m.role }}]{{ m.content }}{% endfor %}"
DATED = "{% if not date_string is defined %}{{ strftime_now('%d %b %Y') }}{% endif %}{{ date_string }}"
MERGED = "[user]Sei kurz.\n\nWer war es?</s>"
IN_TURN = "in the model's turn"
BEHIND = "behind the start of the model's turn"


@pytest.fixture(scope="module")
def tokenizer(checkpoint: Checkpoint) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(checkpoint("llama"))


@pytest.mark.parametrize(
    ("template", "text", "system", "opening"),
    [
        (
            MESSAGES + TURN,
            "[system]Sei kurz.</s>[user]Wer war es?</s>[assistant]Antwort:",
            "own role",
            IN_TURN,
        ),
        (
            REFUSES_SYSTEM + MESSAGES + TURN,
            f"{MERGED}[assistant]Antwort:",
            "before the user's text",
            IN_TURN,
        ),
        (DROPS_SYSTEM + TURN, f"{MERGED}[assistant]Antwort:", "before the user's text", IN_TURN),
        (
            USERS_ALONE + TURN,
            "[system]Sei kurz.[user]Wer war es?[assistant]Antwort:",
            "own role",
            BEHIND,
        ),
        (
            DATED + MESSAGES + TURN,
            "26 Jul 2024[system]Sei kurz.</s>[user]Wer war es?</s>[assistant]Antwort:",
            "own role",
            IN_TURN,
        ),
    ],
    ids=["all roles", "system refused", "system dropped", "no open turns", "dated"],
)
def test_templates(tokenizer: Any, template: str, text: str, system: str, opening: str) -> None:
    tokenizer.chat_template = template
    conversation = Conversation("model", tokenizer)
    assert conversation.text(PROMPT) == text
    assert conversation.settings["system message"] == system
    assert conversation.settings["opening"] == opening
    assert conversation.text(Prompt("Wer?")).endswith("[assistant]")


def test_a_base_model_continues_the_text() -> None:
    assert Plain().text(PROMPT) == "Sei kurz.\nWer war es?\nAntwort:"
    assert Plain().text(Prompt("", "Antwort:")) == "Antwort:"


def test_whether_a_template_is_used(tokenizer: Any) -> None:
    tokenizer.chat_template = None
    assert isinstance(wording("m", tokenizer, Chat.AUTO), Plain)
    with pytest.raises(EvalError, match="--chat: m has no chat template; use auto or off"):
        wording("m", tokenizer, Chat.ON)
    tokenizer.chat_template = MESSAGES + TURN
    assert isinstance(wording("m", tokenizer, Chat.AUTO), Conversation)
    assert isinstance(wording("m", tokenizer, Chat.OFF), Plain)


@pytest.mark.parametrize("template", ["{{ nothing.at.all() }}", "{% if %}", "{{ raise_exception('no') }}"])
def test_a_template_that_cannot_be_filled(tokenizer: Any, template: str) -> None:
    tokenizer.chat_template = template
    with pytest.raises(EvalError, match=r"its chat template cannot be filled .*; use --chat off") as raised:
        Conversation("m", tokenizer)
    assert "\n" not in str(raised.value)


def test_several_templates_without_a_usual_one(tokenizer: Any) -> None:
    tokenizer.chat_template = {"tools": MESSAGES, "search": MESSAGES}
    with pytest.raises(EvalError, match="no chat template by default"):
        Conversation("m", tokenizer)


def test_results_state_the_template(checkpoint: Checkpoint) -> None:
    chat = load_language_model(str(checkpoint("llama-chat"))).settings
    base = load_language_model(str(checkpoint("llama-chat")), chat="off").settings
    assert chat["chat"] == "by the chat template"
    assert chat["chat template"].startswith("sha256:")
    assert base["chat"] == "off"
    assert "chat template" not in base
