"""Trees made from the last ones are those that a parser makes which has seen nothing before."""

from collections.abc import Iterator
from pathlib import Path

import tree_sitter_markdown
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_sitter import Language, Node, Parser

from mitgemeint.analysis.documents.trees import SMALLEST, Trees

LANGUAGE = Language(tree_sitter_markdown.language())
DOCUMENTS = [
    path
    for path in sorted((Path(__file__).parents[2] / "docs").glob("*.md"))
    if path.stat().st_size > 2 * SMALLEST
]
PIECES = (
    "*", "_", "\n", "\n\n", "# x\n", "- a\n", "> ", "```\n", "    ", "|a|b|\n|-|-|\n", "wort ", "<!-- x -->",
    "<div>\n", "1. ", "[^1]: a\n", "---\n", "\t", "===\n", "[a]: b\n", "\r\n", "ü", "",
)  # fmt: skip

EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from((0, 0, 0, 1, 3, 20, 200)), st.sampled_from(PIECES)),
    min_size=1,
    max_size=6,
)


def nodes(root: Node) -> Iterator[tuple[str, int, int]]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node.type, node.start_byte, node.end_byte
        stack += reversed(node.children)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(DOCUMENTS), EDITS)
def test_edits_give_the_trees_of_a_fresh_parser(path: Path, edits: list[tuple[float, int, str]]) -> None:
    data = path.read_bytes()
    trees = Trees(LANGUAGE)
    trees.parse(data)
    for place, removed, added in edits:
        at = int(place * len(data))
        data = data[:at] + added.encode() + data[at + removed :]
        fresh = Parser(LANGUAGE).parse(data)
        assert list(nodes(trees.parse(data).root_node)) == list(nodes(fresh.root_node))
