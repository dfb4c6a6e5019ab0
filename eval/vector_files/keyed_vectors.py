"""Vectors saved by gensim (`KeyedVectors.save`, .kv), read without gensim.

Such files are pickles, which can run anything when they are loaded. Here they cannot: names inside a file
stand for NumPy's arrays or for empty shells that only keep what they are given.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any, ClassVar, TypeGuard

import numpy as np

from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.vector_files.look_up import (
    LookUp,
    Vector,
    checked,
    malformed,
    unreadable,
)

_WORDS = ("index_to_key", "index2word", "index2entity")  # gensim 4, then older ones
_VECTORS = ("vectors", "syn0")


class KeyedVectorsFile:
    """A .kv file of gensim, or a whole model saved by it; large arrays lie in files beside it."""

    format = "gensim KeyedVectors"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = (
            path,
            *sorted(each for each in path.parent.glob(f"{path.name}.*vectors.npy") if each.is_file()),
        )

    def words(self) -> Iterator[str]:
        """The words, in the order of the table."""
        names, _ = self._content()
        yield from (name for name in names if isinstance(name, str))

    def look_up(self, words: Set[str]) -> LookUp:
        """Loads the file as a whole (arrays beside it stay on disk) and looks the words up."""
        names, array = self._content()
        ranks: dict[str, int] = {}
        for rank, name in enumerate(names):
            if isinstance(name, str) and name in words:
                ranks.setdefault(name, rank)
        vectors = {word: checked(self.path, f"word {rank + 1}", array[rank]) for word, rank in ranks.items()}
        return LookUp(array.shape[1], len(array), vectors, ranks)

    def compose(self, words: Set[str]) -> dict[str, Vector]:
        """None: of a fastText model saved by gensim the whole words are read; take its .bin for more."""
        return {}

    def _content(self) -> tuple[Sequence[Any], np.ndarray]:
        """The names of the rows, and the rows."""
        state, prefix = self._state()
        names = next((state[name] for name in _WORDS if name in state), None)
        array = self._vectors(state, prefix)
        if not isinstance(names, Sequence) or not _is_table(array) or len(names) != len(array):
            raise malformed(self.path, "its content", "it holds no words with a table of vectors")
        return names, array

    def _state(self) -> tuple[dict[str, Any], str]:
        """The attributes of the vectors, and what the names of files beside this one begin with."""
        try:
            with self.path.open("rb") as file:
                loaded = _ShellUnpickler(file).load()
        except OSError as error:
            raise unreadable(self.path, error) from error
        except Exception as error:  # a damaged pickle raises anything
            raise malformed(self.path, "its content", "it is no complete file of gensim") from error
        state = getattr(loaded, "state", {})
        inner = state.get("wv")
        return (inner.state, "wv.") if isinstance(inner, _Shell) else (state, "")

    def _vectors(self, state: dict[str, Any], prefix: str) -> np.ndarray | None:
        for name in _VECTORS:
            inside = state.get(name)
            if isinstance(inside, np.ndarray):
                return inside
            beside = self.path.with_name(f"{self.path.name}.{prefix}{name}.npy")
            if beside.is_file():
                try:
                    array: np.ndarray = np.load(beside, mmap_mode="r", allow_pickle=False)
                except (OSError, ValueError, EOFError) as error:
                    raise malformed(beside, "its beginning", "it is no array of numbers") from error
                return array
            apart = state.get("__numpys", ())
            if isinstance(apart, Sequence | Set) and name in apart:
                raise EvalError(str(beside), "the file is missing", f"put it beside {self.path.name}")
        return None


def _is_table(array: np.ndarray | None) -> TypeGuard[np.ndarray]:
    return isinstance(array, np.ndarray) and array.ndim == 2 and array.dtype.kind in "fiu"


class _Shell:
    """Stands for every class that a file names: keeps its state and does nothing."""

    def __new__(cls, *_: object, **__: object) -> "_Shell":
        made = super().__new__(cls)
        made.state = {}
        return made

    def __init__(self, *_: object, **__: object) -> None:
        self.state: dict[str, Any]

    def __setstate__(self, state: object) -> None:
        if isinstance(state, dict):
            self.state.update(state)

    def __setitem__(self, key: object, value: object) -> None:
        pass

    def append(self, value: object) -> None:
        """As lists have it."""

    def extend(self, values: object) -> None:
        """As lists have it."""


def _latin1(text: str, encoding: str) -> bytes:
    """How older pickles write bytes."""
    return text.encode("latin1")


def _shell_of(kind: type, *_: object) -> _Shell:
    """How older pickles make objects."""
    return _Shell()


def _numpy_names() -> dict[tuple[str, str], Callable[..., Any]]:
    """What arrays are rebuilt with, under the names of NumPy 1 and 2."""
    rebuild, restore = np.array(0.0).__reduce__()[0], np.float64(0).__reduce__()[0]
    names: dict[tuple[str, str], Callable[..., Any]] = {
        ("numpy", "ndarray"): np.ndarray,
        ("numpy", "dtype"): np.dtype,
    }
    for package in ("numpy.core", "numpy._core"):
        names[f"{package}.multiarray", "_reconstruct"] = rebuild  # type: ignore[assignment]
        names[f"{package}.multiarray", "scalar"] = restore  # type: ignore[assignment]
        names[f"{package}.numeric", "_frombuffer"] = _from_buffer
    return names


def _from_buffer(buffer: Any, dtype: Any, shape: Any, order: Any, *_: object) -> np.ndarray:
    array: np.ndarray = np.frombuffer(buffer, dtype=dtype).reshape(shape, order=order)
    return array


class _ShellUnpickler(pickle.Unpickler):
    """Knows NumPy's arrays, the builders of older pickles and shells; imports nothing."""

    _KNOWN: ClassVar = {
        **_numpy_names(),
        ("_codecs", "encode"): _latin1,
        ("copyreg", "_reconstructor"): _shell_of,
        ("copy_reg", "_reconstructor"): _shell_of,
        ("collections", "OrderedDict"): dict,
    }

    def find_class(self, module: str, name: str) -> Any:
        """The object that a name in the file stands for."""
        return self._KNOWN.get((module, name), _Shell)
