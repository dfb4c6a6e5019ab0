"""What is remembered of a document's parts never shows: after any edit it is read as by somebody new."""

import random
from pathlib import Path

import pytest

from mitgemeint.analysis.documents import markdown
from mitgemeint.analysis.documents.model import Block, Change, Parsed
from mitgemeint.analysis.documents.parts import Parts

DOCUMENTS = sorted((Path(__file__).parent / "formats").rglob("*.md"))
# What changes the meaning of lines far from it, and what does not.
TYPED = (
    *(
        "*",
        "\n",
        "\n\n",
        "    ",
        "> ",
        "- ",
        "`",
        "```\n",
        "[a]: b\n",
        "<!-- x -->",
        "# ",
        "\t",
        "<div>",
        "]:",
    ),
    *("|a|b|\n|-|-|\n", "1. ", "\r", "  \n", "---\n", "[^1]: y\n", "{{ x", "Lehrer ", "😀"),
)


def cold(text: str, monkeypatch: pytest.MonkeyPatch) -> Parsed:
    """The reading of a parser that has seen nothing before."""
    with monkeypatch.context() as patch:
        patch.setattr(markdown, "_grammar", markdown._grammar.__wrapped__)
        return markdown.parse(text)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.stem)
def test_after_edits_markdown_is_read_as_by_somebody_new(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = file.read_bytes().decode()[:8_000]
    chance = random.Random(file.stem)
    for _ in range(25):
        at = chance.randrange(len(text) + 1)
        gone = chance.choice((0, 0, 1, 12))
        text = text[:at] + chance.choice(TYPED) * (not gone) + text[at + gone :]
        assert markdown.parse(text) == cold(text, monkeypatch)


def test_a_part_is_read_once_and_moved() -> None:
    parts = Parts()
    first = Parsed([Block("paragraph", 10, 20, (Change(12, 13, ""),), rulers=((21, 24),))], ((14, 15),))
    assert parts.read("a", 10, lambda: first) is first
    assert parts.read("a", 10, lambda: pytest.fail("read again")) is first
    moved = Parsed([Block("paragraph", 7, 17, (Change(9, 10, ""),), rulers=((18, 21),))], ((11, 12),))
    assert parts.read("a", 7, lambda: pytest.fail("read again")) == moved


def test_only_so_many_parts_are_remembered() -> None:
    parts = Parts(limit=2)
    for key in ("a", "b", "a", "c"):
        parts.read(key, 0, lambda: Parsed([]))
    again: list[str] = []
    for key in ("a", "b"):
        parts.read(key, 0, lambda key=key: again.append(key) or Parsed([]))  # type: ignore[misc]
    assert again == ["b"]
