"""A language model that is asked by prompt: `model:NAME`."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.eval.inclusive.systems import prompts
from mitgemeint.eval.inclusive.systems.answers import MOST_VERSIONS, read_labels, read_versions
from mitgemeint.eval.inclusive.systems.system import Answer, Request, Requests, Task
from mitgemeint.eval.language_models.model import Decoding, Generated, LanguageModel

AT_ONCE = 8
"""Requests that are sent together: an interrupted run loses no more than these."""
LONGEST_LABELS = 128
MOST_TOKENS = 2048
"""Tokens of an answer that names phrases, and of any answer, at most."""
CHARACTERS_PER_TOKEN = 2
"""What a piece of a German word has at least, on the whole, in vocabularies that are made for English."""


class Prompted:
    """A language model with the prompts of `prompts.py`; always the likeliest answer."""

    def __init__(self, name: str, model: LanguageModel) -> None:
        self.name = name
        self._model = model

    @property
    def settings(self) -> Mapping[str, object]:
        """What results state about it."""
        return {**self._model.settings, "prompts": prompts.VERSION}

    @property
    def fingerprint(self) -> str:
        """A hash of the model, of every word of the prompts, and of how answers are read (`VERSION`)."""
        asked = (prompts.SYSTEM, prompts.LABELLING, prompts.SUGGESTIONS, *prompts.RULES.values())
        openings = (prompts.LABELLING_OPENING, prompts.SUGGESTIONS_OPENING)
        rules = (prompts.WITH_CHARACTERS, prompts.WITHOUT_CHARACTERS)
        content = "\n".join((self._model.fingerprint, prompts.VERSION, *asked, *openings, *rules))
        return hashlib.sha256(content.encode("utf-8")).hexdigest()

    def covered(self, sets: Sequence[Requests]) -> Sequence[Requests]:
        """All of the sets."""
        return sets

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The answer to each request; a text for which no version can be read stays as it is."""
        for start in range(0, len(requests), AT_ONCE):
            part = requests[start : start + AT_ONCE]
            labelled = self._model.generate(
                [prompts.labelling_prompt(request) for request in part], Decoding(longest=LONGEST_LABELS)
            )
            longest = max(len(request.text) for request in part)
            tokens = min(MOST_TOKENS, (MOST_VERSIONS + 1) * longest // CHARACTERS_PER_TOKEN)
            written = self._model.generate(
                [prompts.suggestions_prompt(request) for request in part], Decoding(longest=tokens)
            )
            for request, labels, versions in zip(part, labelled, written, strict=True):
                yield _answer(request, labels, versions)


def _answer(request: Request, labels: Generated, versions: Generated) -> Answer:
    spans = read_labels(request.text, labels.text, finished=labels.finished)
    texts = read_versions(request.text, versions.text, finished=versions.finished)
    lacking = {Task.LABELLING: spans is None, Task.REWRITING: texts is None}
    candidates = texts or (request.text,)
    unreadable = frozenset(task for task, lacks in lacking.items() if lacks)
    return Answer(spans or (), (), candidates, candidates[0], unreadable)
