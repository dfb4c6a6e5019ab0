"""Any installed German spaCy model as an analyzer (`spacy:<model>`)."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mitgemeint.analysis.nlp.labels import UD_CASES, UD_GENDERS, UD_NUMBERS
from mitgemeint.analysis.nlp.protocol import Sentence, Token
from mitgemeint.analysis.nlp.segmentation import Segmenter
from mitgemeint.analysis.nlp.tiger import to_universal

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Token as SpacyToken

_AGREEING = ("Case", "Number", "Gender")
_UNKNOWN_PART = re.compile(r"E(?:893|002)\].*?'(\S+?)'", re.DOTALL)
"""spaCy's errors about a function or component that nothing installed registers, and the name of that."""


class SpacyAnalyzer:
    """Implements the Analyzer protocol with a spaCy pipeline.

    The project's own segmentation feeds the pipeline, so that spans stay exact. Models with the
    TIGER relations of spaCy's German packages get the corresponding Universal Dependencies.
    Raises ValueError where the model is not installed or cannot be loaded, is not German or has no parser.
    """

    lemmas_decide = False
    split_threshold: float | None = None

    def __init__(self, model: str) -> None:
        self.name = f"spacy:{model}"
        self._nlp = _loaded(model)
        if self._nlp.lang != "de":
            raise ValueError(f"the spaCy model {model!r} is for {self._nlp.lang!r}, not for German ('de')")
        if not {"parser", "experimental_biaffine_parser"} & set(self._nlp.pipe_names):
            raise ValueError(f"the spaCy model {model!r} has no dependency parser, which the analysis needs")
        self._segmenter = Segmenter()

    def segment(self, text: str) -> Sequence[Sentence]:
        """Sentences and words of a text."""
        return self._segmenter.segment(text)

    def parse(self, sentences: Sequence[Sequence[str]]) -> Sequence[tuple[Token, ...]]:
        """The grammar of each sentence, given as its words."""
        from mitgemeint.analysis.nlp.docs import make_docs

        result: list[tuple[Token, ...]] = [()] * len(sentences)
        places = [i for i, words in enumerate(sentences) if words]
        docs = make_docs(self._nlp.vocab, [sentences[i] for i in places])
        for place, doc in zip(places, self._nlp.pipe(docs), strict=True):
            result[place] = to_universal([_token(word) for word in doc])
        return result


def _loaded(model: str) -> "Language":
    import spacy

    try:
        return spacy.load(model)
    except OSError as error:
        raise ValueError(
            f"the spaCy model {model!r} is neither installed nor a folder with a model; "
            "if it is a package of spaCy's, python -m spacy download gets it"
        ) from error
    except Exception as error:  # whatever reads a damaged file or knows no part of it raises what it likes
        raise ValueError(f"the spaCy model {model!r} cannot be loaded ({_reason(error)})") from error


def _reason(error: Exception) -> str:
    """In our own words: spaCy's go on for pages, and are about code."""
    if isinstance(error, ImportError) and error.name:
        return f"it needs the package {error.name}, which is not installed"
    if unknown := _UNKNOWN_PART.search(str(error)):
        return f"no installed package has its part {unknown[1]!r}; install those that it was made with"
    return "its files are damaged, or made for another version of spaCy"


def _token(word: "SpacyToken") -> Token:
    """A spaCy token in our terms."""
    feats = word.morph.to_dict()
    extra = frozenset(f"{name}={value}" for name, value in feats.items() if name not in _AGREEING)
    return Token(
        index=word.i,
        text=word.text,
        lemma=word.lemma_ or word.text,
        pos=word.pos_ or "X",
        head=word.head.i,
        relation="root" if word.head.i == word.i else word.dep_ or "dep",
        case=UD_CASES.get(feats.get("Case", "")),
        number=UD_NUMBERS.get(feats.get("Number", "")),
        gender=UD_GENDERS.get(feats.get("Gender", "")),
        extra=extra,
    )
