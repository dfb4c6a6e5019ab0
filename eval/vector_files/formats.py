"""Tells the formats of word vectors apart, by content and not by name."""

import re
from pathlib import Path

from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.vector_files.binary import BinaryVectors
from mitgemeint.eval.vector_files.fasttext import MAGIC, FastTextModel
from mitgemeint.eval.vector_files.keyed_vectors import KeyedVectorsFile
from mitgemeint.eval.vector_files.look_up import VectorFile, unreadable
from mitgemeint.eval.vector_files.numpy_pair import VECTORS, NumpyPair
from mitgemeint.eval.vector_files.text import TextVectors

_HEAD = 4096
_PICKLE = b"\x80"
_NUMPY = b"\x93NUMPY"
_ZIP = b"PK\x03\x04"
_HEADER = re.compile(rb"\d{1,18} \d{1,18} ?\r?\n")
_WORD_AND_NUMBERS = re.compile(rb"[^\n]*?[ \t][-+.\deEnaif \t]+(\r?\n|$)")


def vector_file(path: Path) -> VectorFile:
    """The reader of a file (or of the folder of a NumPy pair).

    word2vec and fastText as text or binary, GloVe, gensim's KeyedVectors, a NumPy pair; text may be gzipped.
    Raises EvalError where there is no such file.
    """
    if _exists(path) and not path.is_dir() and not path.is_file():
        raise EvalError(str(path), "it is no file", "name a file of vectors")  # a pipe would wait
    if path.is_dir():
        if not (path / VECTORS).is_file():
            raise EvalError(str(path), f"the folder holds no {VECTORS}", "name a file of vectors")
        return NumpyPair(path)
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise unreadable(path, error) from error
    if not head:
        raise EvalError(str(path), "the file is empty", "fetch it again")
    return _reader(path, head)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise unreadable(path, error) from error


def _reader(path: Path, head: bytes) -> VectorFile:
    if head.startswith(_ZIP):
        raise EvalError(str(path), "it is a zip archive", "unpack it first")
    if head.startswith(MAGIC):
        return FastTextModel(path)
    if head.startswith(_NUMPY):
        return NumpyPair(path)
    if head.startswith(_PICKLE):
        return KeyedVectorsFile(path)
    header = _HEADER.match(head)
    if header and b" " in head[header.end() :] and not _looks_like_text(head[header.end() :]):
        return BinaryVectors(path)
    return TextVectors(path)


def _looks_like_text(rest: bytes) -> bool:
    """Whether a word with numbers follows the header, as far as its line is there."""
    return bool(_WORD_AND_NUMBERS.match(rest))
