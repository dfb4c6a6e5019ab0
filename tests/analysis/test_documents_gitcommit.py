"""Messages of git: what is prose, what is left alone, and where the words stand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import format_of, read
from mitgemeint.analysis.documents.protection import THING

SCISSORS = "# ------------------------ >8 ------------------------"


def prose(text: str) -> list[tuple[str, str]]:
    return [(segment.kind, segment.text) for segment in read(text, "gitcommit").segments]


MESSAGES = [
    (
        "Betreff\n\nEins\nzwei.\n\nDrei.",
        [("heading", "Betreff"), ("paragraph", "Eins zwei."), ("paragraph", "Drei.")],
    ),
    ("\n\nBetreff, der\nweitergeht", [("heading", "Betreff, der weitergeht")]),
    ("feat(leser): Suche\n", [("heading", "Suche")]),
    ("fix!: Suche", [("heading", "Suche")]),
    ("Nutzer: Suche", [("heading", "Nutzer: Suche")]),
    ("fixup! Leser", []),
    ('Revert "Leser"\n\nDas war falsch.', [("paragraph", "Das war falsch.")]),
    ("Merge branch 'leser' into main\n\n# Conflicts:\n#\tleser.py\n", []),
    (
        "Betreff\n# Leser\n\n# Leser\nText\n# Leser\nmehr.",
        [("heading", "Betreff"), ("paragraph", "Text mehr.")],
    ),
    (f"Betreff\n{SCISSORS}\n# Leser\ndiff --git a/leser b/leser\n+Leser", [("heading", "Betreff")]),
    ("Betreff\n\n; Leser\n; Leser\n;\tLeser", [("heading", "Betreff")]),
    ("Betreff\n\n#1 ist Leser\n", [("heading", "Betreff")]),
    ("Betreff\n\n- Eins\n  zwei\n- Drei", [("heading", "Betreff"), ("item", "Eins zwei"), ("item", "Drei")]),
    (
        "Betreff\n\nSo geht es:\n\n    Leser\n    Leser\n\nDa.",
        [("heading", "Betreff"), ("paragraph", "So geht es:"), ("paragraph", "Da.")],
    ),
    (
        "Betreff\n\n10. Eins\n\n    Mehr dazu.",
        [("heading", "Betreff"), ("item", "Eins"), ("paragraph", "Mehr dazu.")],
    ),
    ("Betreff\n\nEin `Leser` da, #12.", [("heading", "Betreff"), ("paragraph", f"Ein {THING} da, #12.")]),
    (
        "Betreff\n\nText.\n\nCloses: Leser\nCo-authored-by: Leser\n(cherry picked from commit 0123456789)",
        [("heading", "Betreff"), ("paragraph", "Text.")],
    ),
    ("Betreff\n\nHinweis: Alle sind da.", [("heading", "Betreff"), ("paragraph", "Hinweis: Alle sind da.")]),
    ("Betreff\n\n> Zitat\n> weiter", [("heading", "Betreff"), ("quote", "Zitat weiter")]),
]


@pytest.mark.parametrize(("text", "expected"), MESSAGES)
def test_messages(text: str, expected: list[tuple[str, str]]) -> None:
    assert prose(text) == expected
    assert prose(text.replace("\n", "\r\n")) == expected


@pytest.mark.parametrize(
    "name", ["COMMIT_EDITMSG", "/x/.git/MERGE_MSG", "C:\\x\\.git\\worktrees\\y\\TAG_EDITMSG", "SQUASH_MSG"]
)
def test_names(name: str) -> None:
    assert format_of(name) == "gitcommit"


def test_what_is_below_the_scissors_switches_nothing() -> None:
    assert read(f"Betreff\n{SCISSORS}\n# mitgemeint: off\n", "gitcommit").suppressed == ()


@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in", "Leser:in", "Leser/-in"])
@pytest.mark.parametrize("text", [text for text, _ in MESSAGES])
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(
    text: str, new_word: str, check_rewrites: Callable[[str, str, str], None]
) -> None:
    check_rewrites(text, "gitcommit", new_word)


_LEFT_ALONE = st.sampled_from(
    ["# Leser\n", "`Leser` ", "Fixes: Leser\n", "\n\n\tLeser\n\n", "Signed-off-by: Leser\n", "\n#\tLeser\n"]
)
_READ = st.sampled_from(["Hörer\n", "- Hörer\n", "> Hörer\n", "Hörer ", "\n\n"])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(_LEFT_ALONE, _READ), max_size=15))
def test_prose_is_read_and_everything_else_left_alone(parts: list[str]) -> None:
    text = "Betreff\n\n" + "\n".join(parts)
    read_texts = " ".join(segment.text for segment in read(text, "gitcommit").segments)
    assert "Leser" not in read_texts
    assert read_texts.count("Hörer") == text.count("Hörer")
