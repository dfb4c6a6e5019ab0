"""A language model that is asked by prompt: `model:NAME`."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.eval.inclusive.systems import prompts
from mitgemeint.eval.inclusive.systems.system import Answer, Request, Requests
from mitgemeint.eval.language_models.model import Decoding, LanguageModel

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
        """A hash of the model and of every word of the prompts."""
        asked = (prompts.SYSTEM, prompts.LABELLING, prompts.SUGGESTIONS, *prompts.RULES.values())
        openings = (prompts.LABELLING_OPENING, prompts.SUGGESTIONS_OPENING)
        rules = (prompts.WITH_CHARACTERS, prompts.WITHOUT_CHARACTERS)
        content = "\n".join((self._model.fingerprint, *asked, *openings, *rules))
        return hashlib.sha256(content.encode("utf-8")).hexdigest()

    def covered(self, sets: Sequence[Requests]) -> Sequence[Requests]:
        """All of the sets."""
        return sets

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The answer to each request; a text for which the model gives no version stays as it is."""
        for start in range(0, len(requests), AT_ONCE):
            part = requests[start : start + AT_ONCE]
            labelled = self._model.generate(
                [prompts.labelling_prompt(request) for request in part], Decoding(longest=LONGEST_LABELS)
            )
            longest = max(len(request.text) for request in part)
            tokens = min(MOST_TOKENS, (prompts.MOST_VERSIONS + 1) * longest // CHARACTERS_PER_TOKEN)
            written = self._model.generate(
                [prompts.suggestions_prompt(request) for request in part], Decoding(longest=tokens)
            )
            for request, labels, versions in zip(part, labelled, written, strict=True):
                read = prompts.read_versions(versions.text, finished=versions.finished)
                candidates = read or (request.text,)
                found = prompts.read_labels(request.text, labels.text)
                yield Answer(found, (), candidates, candidates[0], readable=bool(read))
