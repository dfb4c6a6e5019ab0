import shutil
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc
from spacy.training import Example

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.nlp import create
from mitgemeint.analysis.nlp.protocol import Token
from mitgemeint.analysis.nlp.tiger import to_universal

WORDS = ["Der", "Lehrer", "hilft", "den", "Schülern", "."]
DEPS = ["det", "nsubj", "ROOT", "det", "obl:arg", "punct"]
POS = ["DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT"]
MORPHS = [
    "Case=Nom|Gender=Masc|Number=Sing|PronType=Art",
    "Case=Nom|Gender=Masc|Number=Sing",
    "Number=Sing|VerbForm=Fin",
    "Case=Dat|Number=Plur|PronType=Art",
    "Case=Dat|Gender=Masc|Number=Plur",
    "",
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny German pipeline that has learnt one sentence by heart."""
    nlp = spacy.blank("de")
    nlp.add_pipe("morphologizer")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    gold = Doc(nlp.vocab, words=WORDS, heads=[1, 2, 2, 4, 2, 2], deps=DEPS, pos=POS, morphs=MORPHS)
    examples = [Example(Doc(nlp.vocab, words=WORDS), gold)] * 4
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(40):
        nlp.update(examples, sgd=optimizer)
    folder = tmp_path_factory.mktemp("models") / "tiny"
    nlp.to_disk(folder)
    return folder


def test_any_installed_model_serves(model: Path) -> None:
    analyzer = create(f"spacy:{model}")
    assert analyzer.name == f"spacy:{model}"
    sentence = analyzer.segment(" ".join(WORDS[:-1]) + ".")[0]
    tokens = analyzer.parse([[word.text for word in sentence.words], []])
    assert [len(part) for part in tokens] == [6, 0]
    assert [token.relation for token in tokens[0]] == [d if d != "ROOT" else "root" for d in DEPS]
    assert [token.head for token in tokens[0]] == [1, 2, 2, 4, 2, 2]
    assert tokens[0][1] == Token(
        1, "Lehrer", "Lehrer", "NOUN", 2, "nsubj", Case.NOMINATIVE, Number.SINGULAR, Gender.MASCULINE
    )
    assert tokens[0][3].extra == {"PronType=Art"}


def test_a_model_of_another_language_is_refused(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "english")
    with pytest.raises(ValueError, match="not for German"):
        create(f"spacy:{tmp_path / 'english'}")


UNLOADABLE = [
    (
        "config.cfg",
        "spacy.TransitionBasedParser",
        "odd.Parser",
        r"no installed package has its part 'odd\.Parser",
    ),
    ("config.cfg", 'factory = "parser"', 'factory = "oddity"', "no installed package has its part 'oddity'"),
    ("config.cfg", 'lang = "de"', 'lang = "xq"', "its files are damaged, or made for another version"),
    ("meta.json", "{", "[", "its files are damaged, or made for another version"),
]


@pytest.mark.parametrize(("name", "old", "new", "reason"), UNLOADABLE)
def test_a_model_that_cannot_be_loaded_is_told_in_our_words(
    tmp_path: Path, model: Path, name: str, old: str, new: str, reason: str
) -> None:
    folder = tmp_path / "odd"
    shutil.copytree(model, folder)
    (folder / name).write_text((folder / name).read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=rf"odd' cannot be loaded \({reason}[^\[\n]*\)$"):
        create(f"spacy:{folder}")


@pytest.mark.parametrize("name", ["nix", "de_misspelt", "/"])
def test_a_download_is_proposed_for_models_of_spacy_alone(name: str) -> None:
    with pytest.raises(ValueError, match="if it is a package of spaCy's, python -m spacy download"):
        create(f"spacy:{name}")


def test_a_model_without_parser_is_refused(tmp_path: Path) -> None:
    spacy.blank("de").to_disk(tmp_path / "blank")
    with pytest.raises(ValueError, match="no dependency parser"):
        create(f"spacy:{tmp_path / 'blank'}")


def tokens_of(*rows: tuple[str, str, int, str]) -> list[Token]:
    return [Token(i, text, text, pos, head, relation) for i, (text, pos, head, relation) in enumerate(rows)]


def outline(tokens: tuple[Token, ...]) -> list[tuple[str, int, str]]:
    return [(token.text, token.head, token.relation) for token in tokens]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            [("Der", "DET", 1, "nk"), ("Lehrer", "NOUN", 2, "sb"), ("kommt", "VERB", 2, "root")],
            [("Der", 1, "det"), ("Lehrer", 2, "nsubj"), ("kommt", 2, "root")],
        ),
        (
            [
                ("Er", "PRON", 1, "sb"),
                ("geht", "VERB", 1, "root"),
                ("mit", "ADP", 1, "mo"),
                ("dem", "DET", 4, "nk"),
                ("Arzt", "NOUN", 2, "nk"),
            ],
            [
                ("Er", 1, "nsubj"),
                ("geht", 1, "root"),
                ("mit", 4, "case"),
                ("dem", 4, "det"),
                ("Arzt", 1, "obl"),
            ],
        ),
        (
            [
                ("Er", "PRON", 1, "sb"),
                ("ist", "AUX", 1, "root"),
                ("Lehrer", "NOUN", 1, "pd"),
            ],
            [("Er", 2, "nsubj"), ("ist", 2, "cop"), ("Lehrer", 2, "root")],
        ),
        (
            [
                ("Lehrer", "NOUN", 3, "sb"),
                ("und", "CCONJ", 0, "cd"),
                ("Schüler", "NOUN", 1, "cj"),
                ("kommen", "VERB", 3, "root"),
            ],
            [("Lehrer", 3, "nsubj"), ("und", 2, "cc"), ("Schüler", 0, "conj"), ("kommen", 3, "root")],
        ),
        (
            [("Wir", "PRON", 1, "nsubj"), ("kommen", "VERB", 1, "root")],
            [("Wir", 1, "nsubj"), ("kommen", 1, "root")],
        ),
    ],
)
def test_tiger_trees_become_universal(
    rows: list[tuple[str, str, int, str]], expected: list[tuple[str, int, str]]
) -> None:
    assert outline(to_universal(tokens_of(*rows))) == expected
