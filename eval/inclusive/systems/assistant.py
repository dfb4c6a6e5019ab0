"""The assistant itself as a system: whole, with components left out, or with another analyzer."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice

from mitgemeint.analysis import Code, Finding, Pipeline, Settings
from mitgemeint.analysis.components import EVERYTHING, Components
from mitgemeint.data import resource
from mitgemeint.eval.inclusive.candidates import candidates
from mitgemeint.eval.inclusive.systems.system import MOST_CANDIDATES, Answer, Request, Requests
from mitgemeint.eval.problems import EvalError

WITH_CHARACTERS, WITHOUT_CHARACTERS = "genderstern", "bayern"
"""The house rules where gender characters may be used (neutral words, then the star), and where they may not
(neutral words, then pairs)."""

OTHER = {"pair": "neutral", "neutral": "pair"}
FINGERPRINT_LENGTH = 16


class Assistant:
    """The pipeline of this project. EvalError where its analyzer cannot be loaded.

    The house rule follows from what a request allows; a notation that is asked for comes first, and whole
    texts are rewritten in it.
    """

    def __init__(
        self,
        name: str,
        analyzer: str = "bundled",
        components: Components = EVERYTHING,
        *,
        labels_only: bool = False,
    ) -> None:
        self.name = name
        self._labels_only = labels_only
        self._analyzer = analyzer
        self._components = components
        self._pipelines: dict[Settings, Pipeline] = {}
        self._pipeline(Settings(analyzer=analyzer))

    @property
    def settings(self) -> Mapping[str, object]:
        """What results state about it."""
        return {
            "analyzer": self._analyzer,
            "components": asdict(self._components),
            "labels_only": self._labels_only,
            "code": code_state(),
        }

    @property
    def fingerprint(self) -> str:
        """A hash of analyzer, components, and the code and data of the analysis."""
        content = json.dumps(self.settings, sort_keys=True)
        return hashlib.sha256(content.encode("utf-8")).hexdigest()[:FINGERPRINT_LENGTH]

    def covered(self, sets: Sequence[Requests]) -> Sequence[Requests]:
        """All of the sets."""
        return sets

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The answer to each request."""
        return map(self._answer, requests)

    def _answer(self, request: Request) -> Answer:
        if self._labels_only:  # what may be written is of no account, and one pipeline reads a text once
            request = replace(request, notation="", gender_characters=True)
        settings = settings_for(request, self._analyzer)
        pipeline = self._pipeline(settings)
        findings = pipeline.analyze(request.text, format=request.format).findings
        labels = _spans(findings, Code.GENERIC_MASCULINE)
        pronouns = _spans(findings, Code.GENERIC_PRONOUN)
        if self._labels_only:
            return Answer(labels, pronouns)
        proposed = tuple(islice(candidates(request.text, findings), MOST_CANDIDATES))
        return Answer(labels, pronouns, proposed, self._rewriting(request, settings, proposed))

    def _rewriting(self, request: Request, settings: Settings, proposed: Sequence[str]) -> str:
        """The text in the notation that is asked for, else the first candidate."""
        if not request.notation:
            return proposed[0] if proposed else request.text
        alone = self._pipeline(replace(settings, policy=Settings().policy, notations=(request.notation,)))
        return alone.rewrite(request.text, notation=request.notation, format=request.format)

    def _pipeline(self, settings: Settings) -> Pipeline:
        if settings not in self._pipelines:
            try:
                self._pipelines[settings] = Pipeline(settings, self._components)
            except (ValueError, ImportError) as error:
                raise EvalError(self.name, str(error), "or take another system with --system") from error
        return self._pipelines[settings]


def settings_for(request: Request, analyzer: str = "bundled") -> Settings:
    """The settings under which a request is answered: what the set counts, and what may be written."""
    counted = Settings(
        analyzer=analyzer,
        report_specific=request.conventions.specific,
        compound_modifiers=request.conventions.modifiers,
    )
    if request.gender_characters:
        return replace(counted, policy=WITH_CHARACTERS)
    if request.notation in OTHER:
        return replace(counted, notations=(request.notation, OTHER[request.notation]))
    return replace(counted, policy=WITHOUT_CHARACTERS)


def _spans(findings: Sequence[Finding], code: Code) -> tuple[tuple[int, int], ...]:
    return tuple((each.start, each.end) for each in findings if each.code is code)


@cache
def code_state() -> str:
    """Version of the program, and a hash of the code and data that findings depend on.

    A journal is only good for the same state: a lexicon that has grown gives other answers.
    """
    try:
        number = version("mitgemeint")
    except PackageNotFoundError:
        number = "unknown"
    digest = hashlib.sha256()
    for content in _contents():
        digest.update(content)
    return f"{number}, {digest.hexdigest()[:FINGERPRINT_LENGTH]}"


def _contents() -> Iterator[bytes]:
    from importlib.resources import files

    folders = [files("mitgemeint.analysis"), *(resource(each) for each in ("lexicon", "policies", "models"))]
    while folders:
        folder = folders.pop()
        for entry in sorted(folder.iterdir(), key=lambda each: each.name):
            if entry.is_dir():
                folders.append(entry)
            elif not entry.name.endswith((".pyc", ".md")):
                yield entry.name.encode("utf-8") + entry.read_bytes()
