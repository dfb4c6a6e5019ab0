"""Trees of keys and strings, as JSON and YAML hold translations: which of the strings are German prose."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mitgemeint.analysis.documents.literal import Literal
from mitgemeint.analysis.documents.model import Block, Span
from mitgemeint.analysis.documents.protection import MANY, ONE
from mitgemeint.analysis.documents.translation.locales import is_german, is_german_tag, is_tag
from mitgemeint.analysis.documents.translation.message import Style, message_blocks
from mitgemeint.analysis.documents.translation.message_tables import load


@dataclass(frozen=True, slots=True)
class _Value:
    """A string, how it is written, and the number that its keys say."""

    literal: Literal
    style: Style


@dataclass(slots=True)
class _Node:
    """An open object or array: the number for its strings, and where the values of its keys begin."""

    number: str
    first: int
    keys: list[tuple[str, int]] = field(default_factory=list)


class Tree:
    """Takes keys and strings in the order of the document.

    What a string is can depend on keys after it; so values are kept until their object ends.
    """

    def __init__(self) -> None:
        self._tables = load()
        self._values: list[_Value] = []
        self._nodes: list[_Node] = []
        self._is_german = True
        self.notes: list[Span] = []
        """Values of keys for remarks, in which switches may stand."""

    def open(self, key: str) -> None:
        """An object or array begins."""
        self._note_key(key)
        self._nodes.append(_Node(self._number(key), len(self._values)))

    def value(self, key: str, literal: Literal, style: Style) -> None:
        """A string is the value of `key`."""
        if key in self._tables.locale_keys:
            self._is_german = self._is_german and is_german(literal.text)
            return
        if key in self._tables.remarks and literal.text:
            self.notes.append(literal.offsets.span(0, len(literal.text)))
            return
        self._note_key(key)
        self._values.append(_Value(literal, replace(style, number=self._number(key))))

    def close(self) -> None:
        """The last object or array that began ends."""
        if not self._nodes:
            return
        node = self._nodes.pop()
        names = {key for key, _ in node.keys}
        if not self._nodes and names and all(map(is_tag, names)):
            self._keep(node, {key for key in names if is_german_tag(key)})
            return
        dropped = {key for key in names if key.startswith("@") or self._is_of_man(key, names)}
        for main, siblings in self._tables.siblings.items():
            if main in names and names - siblings == {main}:
                dropped |= siblings & names
        if dropped:
            self._keep(node, names - dropped)

    def blocks(self) -> Iterator[Block]:
        """The blocks of all strings that are prose."""
        while self._nodes:
            self.close()
        if self._is_german:
            for value in self._values:
                yield from message_blocks(value.literal, value.style)

    def _note_key(self, key: str) -> None:
        if self._nodes and key:
            self._nodes[-1].keys.append((key, len(self._values)))

    def _number(self, key: str) -> str:
        last = key.rsplit("_", 1)[-1]
        if last in self._tables.one:
            return ONE
        if last in self._tables.quantities or not self._nodes:
            return MANY
        return self._nodes[-1].number

    def _is_of_man(self, key: str, names: set[str]) -> bool:
        """Whether a string is said of a man (friend_male), beside others of the same name."""
        stem, _, last = key.rpartition("_")
        return last.lower() in self._tables.male and any(
            other != key and other.rpartition("_")[0] == stem and (stem or last != other) for other in names
        )

    def _keep(self, node: _Node, wanted: set[str]) -> None:
        """Forget the values of all other keys of a node that ends."""
        kept: list[_Value] = []
        ends = [*(start for _, start in node.keys[1:]), len(self._values)]
        for (key, start), end in zip(node.keys, ends, strict=True):
            if key in wanted:
                kept.extend(self._values[start:end])
        self._values[node.first :] = kept
