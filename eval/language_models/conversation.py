"""How a prompt is put to a server: as a text to continue, or as a conversation."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mitgemeint.eval.language_models.model import Prompt


class Opening(StrEnum):
    """Where the beginning of an answer goes."""

    IN_TEXT = "after a line break, at the end of the text"
    IN_ANSWER = "as the beginning of the model's own turn"
    IN_MESSAGE = "after a line break, at the end of the user's message"


@dataclass(frozen=True, slots=True)
class Form:
    """How prompts are put to a server: `chat` as a conversation."""

    chat: bool
    opening: Opening
    continues: bool = False
    """The server must be told that the last message goes on (vLLM)."""
    repeats: bool = False
    """The server gives the opening back with what the model writes (llama.cpp)."""

    def text(self, prompt: Prompt) -> str:
        """The text that a model without conversations continues."""
        return "\n".join(filter(None, (prompt.system, prompt.text, prompt.opening)))

    def messages(self, prompt: Prompt, answer: str = "") -> dict[str, Any]:
        """The part of a request that holds the conversation; `answer` follows the opening."""
        ends_in_message = self.opening == Opening.IN_MESSAGE
        said = "\n".join(filter(None, (prompt.text, prompt.opening))) if ends_in_message else prompt.text
        begun = answer if ends_in_message else prompt.opening + answer
        messages = [{"role": "system", "content": prompt.system}] if prompt.system else []
        messages.append({"role": "user", "content": said})
        if not begun:
            return {"messages": messages}
        messages.append({"role": "assistant", "content": begun})
        told = {"continue_final_message": True, "add_generation_prompt": False} if self.continues else {}
        return {"messages": messages, **told}

    def is_begun(self, prompt: Prompt) -> bool:
        """Whether an answer follows a text, and not the beginning of the model's turn."""
        return not self.chat or (self.opening == Opening.IN_ANSWER and bool(prompt.opening))

    def own(self, prompt: Prompt, text: str) -> str:
        """What the model wrote of an answer, without the opening."""
        return text.removeprefix(prompt.opening) if self.repeats else text
