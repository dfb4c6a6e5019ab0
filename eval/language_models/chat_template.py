"""From a prompt to the text that a model reads: as it is, or a conversation by its chat template."""

import hashlib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from mitgemeint.eval.language_models.model import Prompt
from mitgemeint.eval.problems import EvalError

_DATE = "26 Jul 2024"
"""Templates of Llama 3 write the date of the day unless they are given one; by this they do without."""


class Chat(StrEnum):
    """Whether prompts are put to a model as conversations."""

    AUTO = "auto"
    """Where it has a chat template."""
    ON = "on"
    OFF = "off"


class Plain:
    """Prompts as a base model continues them: what the system says, the text and how the answer begins, with
    line breaks between them."""

    @property
    def settings(self) -> Mapping[str, str]:
        """What results state about it."""
        return {"chat": "off"}

    def text(self, prompt: Prompt) -> str:
        """All that stands before the answer."""
        return "\n".join(part for part in (prompt.system, prompt.text, prompt.opening) if part)


class Conversation:
    """Prompts as messages of a user, by the chat template of a tokenizer.

    The opening is the beginning of the model's turn, written as the template writes such a turn
    (`continue_final_message` of transformers, as lm-evaluation-harness does it); where a template cannot be
    left in the middle of a turn, it follows the beginning of one. What a system has to say is put before the
    user's text where the template has no such role.
    """

    def __init__(self, name: str, tokenizer: Any) -> None:
        """Raises EvalError where the template cannot be filled."""
        self._name = name
        self._tokenizer = tokenizer
        try:
            self._template = str(tokenizer.get_chat_template())
        except ValueError as error:  # several templates, and none for conversations
            reason = f"it has no chat template by default ({' '.join(str(error).split())[:150]})"
            raise EvalError(name, reason, "use --chat off") from error
        self._knows_system = self._shows_system()
        self._continues = self._leaves_turns_open()
        self.text(Prompt("a", "b", "c"))

    @property
    def settings(self) -> Mapping[str, str]:
        """What results state about it."""
        return {
            "chat": "by the chat template",
            "chat template": f"sha256:{hashlib.sha256(self._template.encode()).hexdigest()}",
            "system message": "own role" if self._knows_system else "before the user's text",
            "opening": "in the model's turn" if self._continues else "behind the start of the model's turn",
        }

    def text(self, prompt: Prompt) -> str:
        """The conversation up to the point where the answer goes on; EvalError where that cannot be made."""
        messages = self._messages(prompt)
        try:
            if prompt.opening and self._continues:
                return self._rendered([*messages, _message("assistant", prompt.opening)], open_turn=True)
            return self._rendered(messages) + prompt.opening
        except Exception as error:  # templates are programs and raise anything
            reason = f"its chat template cannot be filled ({' '.join(str(error).split())[:150]})"
            raise EvalError(self._name, reason, "use --chat off") from error

    def _messages(self, prompt: Prompt) -> list[dict[str, str]]:
        if not prompt.system:
            return [_message("user", prompt.text)]
        if self._knows_system:
            return [_message("system", prompt.system), _message("user", prompt.text)]
        return [_message("user", f"{prompt.system}\n\n{prompt.text}")]

    def _rendered(self, messages: Sequence[Mapping[str, str]], open_turn: bool = False) -> str:
        return str(
            self._tokenizer.apply_chat_template(
                list(messages),
                tokenize=False,
                add_generation_prompt=not open_turn,
                continue_final_message=open_turn,
                date_string=_DATE,
            )
        )

    def _shows_system(self) -> bool:
        """Some templates refuse a system's message, others leave it out."""
        try:
            return "xsystemx" in self._rendered([_message("system", "xsystemx"), _message("user", "a")])
        except Exception:
            return False

    def _leaves_turns_open(self) -> bool:
        try:
            found = self._rendered(
                [_message("user", "a"), _message("assistant", "xopeningx")], open_turn=True
            )
        except Exception:
            return False
        return found.endswith("xopeningx")


Wording = Plain | Conversation
"""How prompts become texts."""


def wording(name: str, tokenizer: Any, chat: Chat) -> Wording:
    """How a model's prompts become texts; EvalError where a chat template is asked for and it has none."""
    has_template = bool(getattr(tokenizer, "chat_template", None))
    if chat is Chat.OFF or (chat is Chat.AUTO and not has_template):
        return Plain()
    if not has_template:
        raise EvalError("--chat", f"{name} has no chat template", "use auto or off")
    return Conversation(name, tokenizer)


def _message(role: str, text: str) -> dict[str, str]:
    return {"role": role, "content": text}
