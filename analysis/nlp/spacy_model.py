"""Any installed German spaCy model as an analyzer (`spacy:<model>`)."""

from collections.abc import Sequence

from mitgemeint.analysis.nlp.labels import UD_CASES, UD_GENDERS, UD_NUMBERS
from mitgemeint.analysis.nlp.protocol import Sentence, Token
from mitgemeint.analysis.nlp.segmentation import Segmenter
from mitgemeint.analysis.nlp.tiger import to_universal

_AGREEING = ("Case", "Number", "Gender")


class SpacyAnalyzer:
    """Implements the Analyzer protocol with a spaCy pipeline.

    The project's own segmentation feeds the pipeline, so that spans stay exact. Models with the
    TIGER relations of spaCy's German packages get the corresponding Universal Dependencies.
    Raises ValueError where the model is not installed, is not German or has no parser.
    """

    def __init__(self, model: str) -> None:
        import spacy

        self.name = f"spacy:{model}"
        try:
            self._nlp = spacy.load(model)
        except OSError as error:
            raise ValueError(
                f"the spaCy model {model!r} is not installed; "
                f"install it with: python -m spacy download {model}"
            ) from error
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
        from spacy.tokens import Doc

        result: list[tuple[Token, ...]] = [()] * len(sentences)
        places = [i for i, words in enumerate(sentences) if words]
        docs = [
            Doc(
                self._nlp.vocab,
                words=[word or "_" for word in sentences[i]],
                sent_starts=[True] + [False] * (len(sentences[i]) - 1),
            )
            for i in places
        ]
        for place, doc in zip(places, self._nlp.pipe(docs), strict=True):
            result[place] = to_universal([_token(word) for word in doc])
        return result


def _token(word: object) -> Token:
    """A spaCy token in our terms (typed loosely: spaCy must not be imported with this module)."""
    feats: dict[str, str] = word.morph.to_dict()  # type: ignore[attr-defined]
    extra = frozenset(f"{name}={value}" for name, value in feats.items() if name not in _AGREEING)
    return Token(
        index=word.i,  # type: ignore[attr-defined]
        text=word.text,  # type: ignore[attr-defined]
        lemma=word.lemma_ or word.text,  # type: ignore[attr-defined]
        pos=word.pos_ or "X",  # type: ignore[attr-defined]
        head=word.head.i,  # type: ignore[attr-defined]
        relation="root" if word.dep_ == "ROOT" else word.dep_ or "dep",  # type: ignore[attr-defined]
        case=UD_CASES.get(feats.get("Case", "")),
        number=UD_NUMBERS.get(feats.get("Number", "")),
        gender=UD_GENDERS.get(feats.get("Gender", "")),
        extra=extra,
    )
