"""A sequence-to-sequence model that puts one phrase in the place of another: `replacer:NAME`.

The task is that of Diversiformer (`diversifix/diversiformer`, an mT5): `Ersetze "Schüler" durch "Schülerin
oder Schüler": Die Schüler kamen zu spät.` The assistant finds the phrases, its database has the words that
can stand for them, both in their citation forms; the model writes the sentence, with all that has to agree.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.analysis import Code, Finding, Pipeline, Settings, resources
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.notation import word_notation
from mitgemeint.analysis.ranking import offered
from mitgemeint.eval.inclusive.systems.assistant import code_state, settings_for
from mitgemeint.eval.inclusive.systems.system import Answer, Request, Requests
from mitgemeint.eval.language_models.model import Decoding, LanguageModel, Prompt

TASK = 'Ersetze "{masculine}" durch "{inclusive}": {text}'
VERSIONS = 5
AT_ONCE = 8
LONGEST = 512


class Replacer:
    """A model of that task. Of `VERSIONS` texts at most, the n-th has the n-th word of each phrase."""

    def __init__(self, name: str, model: LanguageModel) -> None:
        self.name = name
        self._model = model
        self._database = resources.load("bundled").database
        self._pipelines: dict[Settings, Pipeline] = {}

    @property
    def settings(self) -> Mapping[str, object]:
        """What results state about it."""
        return {**self._model.settings, "task": TASK, "code": code_state()}

    @property
    def fingerprint(self) -> str:
        """A hash of the model, the task, and what finds phrases and words."""
        content = "\n".join((self._model.fingerprint, TASK, code_state()))
        return hashlib.sha256(content.encode("utf-8")).hexdigest()

    def covered(self, sets: Sequence[Requests]) -> Sequence[Requests]:
        """All of the sets."""
        return sets

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The candidates for each request; a text without a phrase stays as it is."""
        for start in range(0, len(requests), AT_ONCE):
            yield from self._part(requests[start : start + AT_ONCE])

    def _part(self, requests: Sequence[Request]) -> Iterator[Answer]:
        plans = [self._plans(request) for request in requests]
        texts = [[request.text] * max(1, len(plan)) for request, plan in zip(requests, plans, strict=True)]
        # One phrase after the other, for all texts and versions at once.
        for step in range(max((len(version) for plan in plans for version in plan), default=0)):
            places = [
                (row, column)
                for row, plan in enumerate(plans)
                for column, version in enumerate(plan)
                if step < len(version)
            ]
            prompts = [Prompt(_task(*plans[row][column][step], texts[row][column])) for row, column in places]
            written = self._model.generate(prompts, Decoding(longest=LONGEST))
            for (row, column), made in zip(places, written, strict=True):
                texts[row][column] = made.text.strip() or texts[row][column]
        for versions in texts:
            candidates = tuple(dict.fromkeys(versions))
            yield Answer(None, (), candidates, candidates[0])

    def _plans(self, request: Request) -> list[list[tuple[str, str]]]:
        """For each version the words to replace and those to put in their place, from the end on."""
        settings = settings_for(request)
        if settings not in self._pipelines:
            self._pipelines[settings] = Pipeline(settings)
        pipeline = self._pipelines[settings]
        order = offered(pipeline.policy, settings.notations)
        found = pipeline.analyze(request.text, format=request.format).findings
        options = [
            (finding.lemma, words)
            for finding in reversed(found)
            if finding.code is Code.GENERIC_MASCULINE and (words := self._words(finding, order))
        ]
        longest = max((len(words) for _, words in options), default=0)
        return [
            [(phrase, words[min(number, len(words) - 1)]) for phrase, words in options]
            for number in range(min(VERSIONS, longest))
        ]

    def _words(self, finding: Finding, order: Sequence[str]) -> list[str]:
        return [
            word for notation in order for word in citation_forms(self._database, finding.lemma, notation)
        ]


def citation_forms(database: Database, lemma: str, notation: str) -> Iterator[str]:
    """The words that can stand for a masculine in one notation, as a dictionary would list them."""
    entry = database.explain(lemma)
    if entry is None:
        return
    if notation == "neutral":
        yield from (each.form for each in entry.alternatives if each.gender is not None and each.form)
    elif notation == "pair":
        yield f"{entry.feminine} oder {entry.masculine}"
    else:
        joined = word_notation(notation)
        word = joined.noun(entry.masculine, entry.feminine) if joined else None
        if word:
            yield word


def _task(masculine: str, inclusive: str, text: str) -> str:
    return TASK.format(masculine=masculine, inclusive=inclusive, text=text)
