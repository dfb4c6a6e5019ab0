"""Word vectors as a NumPy array beside a list of words."""

from collections.abc import Iterator, Set
from pathlib import Path

import numpy as np

from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.vector_files.look_up import (
    LookUp,
    Vector,
    checked,
    malformed,
    unreadable,
)

VECTORS = "vectors.npy"
WORDS = "words.txt"


class NumpyPair:
    """`vectors.npy` of shape (words, dimensions) and `words.txt`, whose line i is the word of row i.

    `path` is the folder of both or any .npy file; beside it stands the list, `words.txt` or with the name of
    the array and .txt. Only the rows that are needed are read.
    """

    format = "NumPy pair"

    def __init__(self, path: Path) -> None:
        self.path = path / VECTORS if path.is_dir() else path
        lists = [self.path.with_suffix(".txt"), self.path.with_name(WORDS)]
        self._words = next((one for one in lists if one.is_file()), None)
        if self._words is None:
            raise EvalError(
                str(path), f"there is no {WORDS} beside {self.path.name}", "put one word a line there"
            )
        self.files = (self.path, self._words)

    def words(self) -> Iterator[str]:
        """The list of words."""
        yield from self._list()

    def look_up(self, words: Set[str]) -> LookUp:
        """Reads the list and the rows of the words."""
        vectors: dict[str, Vector] = {}
        ranks: dict[str, int] = {}
        array = self._array()
        size = 0
        for size, word in enumerate(self._list(), 1):
            if word in words and word not in vectors and size <= len(array):
                vectors[word] = checked(self.path, f"row {size}", array[size - 1])
                ranks[word] = size - 1
        if size != len(array):
            reason = f"it has {len(array)} rows, but {self.files[1].name} has {size} words"
            raise malformed(self.path, "its shape", reason)
        return LookUp(array.shape[1], size, vectors, ranks)

    def compose(self, words: Set[str]) -> dict[str, Vector]:
        """None: the array knows whole words alone."""
        return {}

    def _array(self) -> np.ndarray:
        try:
            array = np.load(self.path, mmap_mode="r", allow_pickle=False)
        except OSError as error:
            raise unreadable(self.path, error) from error
        except (ValueError, EOFError) as error:
            raise malformed(self.path, "its beginning", "it is no array of numbers") from error
        if not isinstance(array, np.ndarray) or array.ndim != 2 or array.dtype.kind != "f":
            raise malformed(self.path, "its shape", "it is no table of floating-point numbers")
        return array

    def _list(self) -> list[str]:
        path = self.files[1]
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except OSError as error:
            raise unreadable(path, error) from error
        except UnicodeDecodeError as error:
            raise malformed(path, f"byte {error.start}", "it is not UTF-8") from error
        # not splitlines(), which also splits at characters that words contain
        return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
