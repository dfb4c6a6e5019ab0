"""What a model has thought aloud before its answer."""

import re

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_END_OF_THINKING = re.compile(r"\A.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)


def without_thinking(text: str) -> str:
    """The answer alone: nothing of it where the thinking has no end, what follows where it has no begin."""
    return _END_OF_THINKING.sub("", _THINKING.sub(" ", text))
