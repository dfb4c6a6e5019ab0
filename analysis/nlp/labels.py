"""The labels of a morphologizer as matrices: from scores of labels to scores of features."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from thinc.api import NumpyOps

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.nlp.cells import EVERY, mask

UD_CASES = {
    "Nom": Case.NOMINATIVE,
    "Gen": Case.GENITIVE,
    "Dat": Case.DATIVE,
    "Acc": Case.ACCUSATIVE,
}
UD_NUMBERS = {"Sing": Number.SINGULAR, "Plur": Number.PLURAL}
UD_GENDERS = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE, "Neut": Gender.NEUTER}
_AGREEING = ("Case", "Number", "Gender")
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Label:
    """One label: part of speech, cells, the features besides, and the three as the label has them."""

    pos: str
    cells: int
    extra: frozenset[str]
    case: Case | None
    number: Number | None
    gender: Gender | None


def parse_label(text: str) -> Label:
    """A label as spaCy writes it: `Case=Nom|Gender=Masc|Number=Sing|POS=NOUN`."""
    feats = dict(item.split("=", 1) for item in text.split("|") if "=" in item)
    pos = feats.pop("POS", "X")
    case = UD_CASES.get(feats.get("Case", ""))
    number = UD_NUMBERS.get(feats.get("Number", ""))
    gender = UD_GENDERS.get(feats.get("Gender", ""))
    nominal = case is not None or gender is not None
    extra = frozenset(f"{k}={v}" for k, v in feats.items() if k not in _AGREEING)
    cells = mask(case, number, gender) if nominal else 0
    return Label(pos, cells, extra, case, number, gender)


class LabelTable:
    """Sums label scores by part of speech and by cell."""

    def __init__(self, names: Iterable[str]) -> None:
        self.labels = [parse_label(name) for name in names]
        self.speech = sorted({label.pos for label in self.labels})
        index = {pos: i for i, pos in enumerate(self.speech)}
        self.index = index
        self._by_speech = np.zeros((len(self.labels), len(self.speech)), dtype=np.float32)
        cells = np.zeros((len(self.labels), len(EVERY)), dtype=np.float32)
        for i, label in enumerate(self.labels):
            self._by_speech[i, index[label.pos]] = 1.0
            bits = [j for j in range(len(EVERY)) if label.cells >> j & 1]
            for j in bits:
                cells[i, j] = 1.0 / len(bits)
        self._candidates: dict[tuple[str, int | None], NDArray[np.int64]] = {}
        self._of_speech = {
            pos: np.array([i for i, label in enumerate(self.labels) if label.pos == pos])
            for pos in self.speech
        }
        self._cells = {pos: np.ascontiguousarray(cells[rows]) for pos, rows in self._of_speech.items()}
        self._ops: Any = NumpyOps()

    def _multiply(self, left: Floats, right: Floats) -> Floats:
        """Matrix product on one core (NumPy's own would start threads)."""
        result: Floats = self._ops.gemm(left, right)
        return result

    def speech_scores(self, scores: Floats) -> Floats:
        """Probability of every part of speech, a row for each token."""
        return self._multiply(scores, self._by_speech)

    def cell_scores(self, scores: Floats, pos: str) -> tuple[Floats, Floats]:
        """Probability of every cell for tokens of a part of speech, and of having one at all."""
        columns = self._of_speech[pos]
        own = np.ascontiguousarray(scores[:, columns])
        result = self._multiply(own, self._cells[pos])
        total: Floats = result.sum(axis=1)
        every = own.sum(axis=1)
        result /= np.maximum(total[:, None], 1e-9)
        return result + np.float32(1e-4), total / np.maximum(every, 1e-9)

    def best(self, scores: Floats, pos: str, cell: int | None) -> Label:
        """The likeliest label of a part of speech that has the cell (its number in EVERY)."""
        places = self._candidates.get((pos, cell))
        if places is None:
            places = self._fitting(pos, cell)
            self._candidates[pos, cell] = places
        return self.labels[int(places[scores[places].argmax()])]

    def _fitting(self, pos: str, cell: int | None) -> NDArray[np.int64]:
        of_speech = self._of_speech[pos]
        fitting = [i for i in of_speech.tolist() if cell is not None and self.labels[i].cells >> cell & 1]
        return np.array(fitting) if fitting else of_speech
