import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.nlp import create
from mitgemeint.analysis.nlp.bundled import BundledAnalyzer
from mitgemeint.analysis.nlp.protocol import Analyzer, Token
from mitgemeint.data import resource

COMMON = ["der", "die", "das", "den", "Lehrer", "Kunden", ",", ".", "und", "zum", "mit", "grünen", "ist"]


@pytest.fixture(scope="module")
def analyzer() -> BundledAnalyzer:
    return BundledAnalyzer()


def read(analyzer: Analyzer, text: str) -> dict[str, Token]:
    """The tokens of a text by their words (the last one wins)."""
    sentences = analyzer.segment(text)
    parsed = analyzer.parse([[word.text for word in sentence.words] for sentence in sentences])
    return {token.text: token for tokens in parsed for token in tokens}


def cell(token: Token) -> str:
    return " ".join(f.value if f else "-" for f in (token.case, token.number, token.gender))


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Der Lehrer kommt.", "Lehrer", "nom sg masc"),
        ("Die Lehrer kommen.", "Lehrer", "nom pl masc"),
        ("Die Lehrer unterrichten.", "Lehrer", "nom pl masc"),
        ("Lehrer kommen heute nicht.", "Lehrer", "nom pl masc"),
        ("Ein Lehrer muss geduldig sein.", "Lehrer", "nom sg masc"),
        ("Drei Lehrer fehlen.", "Lehrer", "nom pl masc"),
        ("Er hilft den Lehrern.", "Lehrern", "dat pl masc"),
        ("Der Antrag des Lehrers wurde abgelehnt.", "Lehrers", "gen sg masc"),
        ("Der Antrag der Lehrer wurde abgelehnt.", "Lehrer", "gen pl masc"),
        ("Die Rechte der Bürger werden geschützt.", "Bürger", "gen pl masc"),
        ("Wir suchen Lehrer.", "Lehrer", "acc pl masc"),
        ("Wir fragen den neuen Lehrer.", "Lehrer", "acc sg masc"),
        ("Wir gehen zum Arzt.", "Arzt", "dat sg masc"),
        ("Die Leiter steht an der Wand.", "Leiter", "nom sg fem"),
        ("Der Leiter der Schule spricht.", "Leiter", "nom sg masc"),
        ("Die Leiter der Schulen sprechen.", "Leiter", "nom pl masc"),
        ("Mit Kunden sprechen wir gern.", "Kunden", "dat pl masc"),
        ("Viele Studenten wohnen bei ihren Eltern.", "Studenten", "nom pl masc"),
        ("Ein Angestellter der Firma klagte.", "Angestellter", "nom sg masc"),
        ("Alle Teilnehmer werden gebeten zu warten.", "Teilnehmer", "nom pl masc"),
        ("Die Zahl der Einwohner steigt.", "Einwohner", "gen pl masc"),
        ("Nimmt eine Kundin oder ein Kunde teil, zahlen wir.", "Kundin", "nom sg fem"),
        ("(3) Der Antragsteller hat dem Leiter zu antworten.", "Antragsteller", "nom sg masc"),
        ("(3) Der Antragsteller hat dem Leiter zu antworten.", "Leiter", "dat sg masc"),
        ("2. die Vertreter der Länder,", "Länder", "gen pl neut"),
    ],
)
def test_case_number_and_gender(analyzer: BundledAnalyzer, text: str, word: str, expected: str) -> None:
    assert cell(read(analyzer, text)[word]) == expected


@pytest.mark.parametrize(
    ("text", "word", "lemma"),
    [
        ("Er hilft den Lehrern.", "Lehrern", "Lehrer"),
        ("Die Ärzte helfen.", "Ärzte", "Arzt"),
        ("Wir kennen den Studenten.", "Studenten", "Student"),
        ("Die Grundschullehrern helfen.", "Grundschullehrern", "Grundschullehrer"),
        ("Die Lehrerinnen kommen.", "Lehrerinnen", "Lehrerin"),
        ("Wir gehen zum Arzt.", "zum", "zu"),
        ("Das ist den neuen Kolleginnen egal.", "neuen", "neu"),
        ("Sie ging nach Hause.", "ging", "gehen"),
    ],
)
def test_lemmas(analyzer: BundledAnalyzer, text: str, word: str, lemma: str) -> None:
    assert read(analyzer, text)[word].lemma == lemma


@pytest.mark.parametrize(
    ("text", "word", "pos"),
    [
        ("Herr Schneider kommt.", "Schneider", "PROPN"),
        ("Frau Müller kommt.", "Müller", "PROPN"),
        ("Angela Richter spielt.", "Richter", "PROPN"),
        ("H. Koch kommt.", "Koch", "PROPN"),
        ("Der Schneider näht.", "Schneider", "NOUN"),
        ("Die Richter beraten.", "Richter", "NOUN"),
        ("Der Koch und der Müller kommen.", "Müller", "NOUN"),
    ],
)
def test_names_and_nouns(analyzer: BundledAnalyzer, text: str, word: str, pos: str) -> None:
    assert read(analyzer, text)[word].pos == pos


@pytest.mark.parametrize(
    ("text", "word", "head", "relation"),
    [
        ("Der neue Lehrer kommt.", "Der", "Lehrer", "det"),
        ("Der neue Lehrer kommt.", "neue", "Lehrer", "amod"),
        ("Der neue Lehrer kommt.", "Lehrer", "kommt", "nsubj"),
        ("Wir sprechen mit dem Arzt.", "mit", "Arzt", "case"),
        ("Jeder Bürger hat Rechte.", "Jeder", "Bürger", "det"),
        ("Die Zahl der Einwohner steigt.", "Einwohner", "Zahl", "nmod"),
        ("Sie fragt ihren Arzt.", "ihren", "Arzt", "det:poss"),
        ("Der Student, der gestern kam, ist krank.", "kam", "Student", "acl:relcl"),
        ("Die Studenten, denen wir halfen, danken uns.", "halfen", "Studenten", "acl:relcl"),
        ("Die Frau des Lehrers, der hier wohnt, kommt.", "wohnt", "Lehrers", "acl:relcl"),
        ("Die Frau des Lehrers, die hier wohnt, kommt.", "wohnt", "Frau", "acl:relcl"),
        ("Die Kunden werden informiert.", "Kunden", "informiert", "nsubj:pass"),
        # modals without an infinitive
        ("Der Verein will neue Mitglieder.", "Mitglieder", "will", "obj"),
        ("Kunden dürfen in den Laden.", "Kunden", "dürfen", "nsubj"),
        ("Er muss zum Arzt.", "Arzt", "muss", "obl"),
        # requests
        ("Holen Sie den Arzt.", "Arzt", "Holen", "obj"),
        ("Hol den Hausmeister.", "Hausmeister", "Hol", "obj"),
    ],
)
def test_dependencies(analyzer: BundledAnalyzer, text: str, word: str, head: str, relation: str) -> None:
    tokens = read(analyzer, text)
    assert (tokens[word].relation, tokens[word].head) == (relation, tokens[head].index)


@pytest.mark.parametrize(
    ("text", "lead"),
    [("(1) Der Lehrer kommt.", 3), ("a) der Lehrer", 2), ("3. der Lehrer", 1), ("- (2) der Lehrer", 4)],
)
def test_markers_stay_outside_the_tree(analyzer: BundledAnalyzer, text: str, lead: int) -> None:
    words = [word.text for word in analyzer.segment(text)[0].words]
    tokens = analyzer.parse([words])[0]
    assert {token.relation for token in tokens[:lead]} <= {"dep", "punct"}
    alone = analyzer.parse([words[lead:]])[0]
    assert [(t.pos, t.head, t.relation) for t in alone] == [
        (t.pos, t.head - lead, t.relation) for t in tokens[lead:]
    ]


def test_contractions_carry_the_article(analyzer: BundledAnalyzer) -> None:
    token = read(analyzer, "Wir gehen zur Lehrerin.")["zur"]
    assert (token.pos, token.case, token.number, token.gender) == (
        "ADP",
        Case.DATIVE,
        Number.SINGULAR,
        Gender.FEMININE,
    )


@pytest.mark.parametrize(
    "sentences",
    [
        [],
        [[]],
        [[""]],
        [["\ud800", "\x00", "\u200b", " "]],
        [[], ["Der", "Lehrer"], []],
        [["Lehrer"] * 1500],
        [["Ein", "Satz", "."]] * 130,
    ],
)
def test_one_token_for_each_word(analyzer: BundledAnalyzer, sentences: list[list[str]]) -> None:
    check(sentences, analyzer)


def check(sentences: list[list[str]], analyzer: Analyzer) -> None:
    parsed = analyzer.parse(sentences)
    assert len(parsed) == len(sentences)
    for words, tokens in zip(sentences, parsed, strict=True):
        assert [token.text for token in tokens] == words
        assert [token.index for token in tokens] == list(range(len(words)))
        for token in tokens:
            assert 0 <= token.head < len(words)
            assert token.lemma or not token.text
            assert (token.relation == "root") == (token.head == token.index)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.one_of(st.text(max_size=8), st.sampled_from(COMMON)), max_size=12), max_size=4))
def test_trees_are_trees(analyzer: BundledAnalyzer, sentences: list[list[str]]) -> None:
    check(sentences, analyzer)
    for tokens in analyzer.parse(sentences):
        for token in tokens:
            place, steps = token.index, 0
            while tokens[place].head != place:
                place, steps = tokens[place].head, steps + 1
                assert steps <= len(tokens)


def test_the_result_does_not_depend_on_the_batch(analyzer: BundledAnalyzer) -> None:
    sentences = [["Der", "Lehrer", "hilft", "den", "Schülern"], ["Die", "Leiter", "fällt", "."], ["Ja"]]
    together = list(analyzer.parse(sentences))
    assert together == [analyzer.parse([words])[0] for words in sentences]


def test_the_shipped_model_names_its_recipe() -> None:
    meta = json.loads(resource("models", "bundled", "meta.json").read_text(encoding="utf-8"))
    root = Path(__file__).parents[2]
    assert (root / meta["recipe"]).is_file()
    assert meta["license"] == "CC BY-SA 4.0"
    assert meta["lang"] == "de"
    assert meta["version"] != "0.0.0"


def test_the_shipped_model_says_nothing_of_where_it_was_trained() -> None:
    config = resource("models", "bundled", "config.cfg").read_text(encoding="utf-8")
    assert "\ntrain = null\ndev = null\n" in config


def test_the_shipped_model_is_small() -> None:
    folder = Path(str(resource("models", "bundled")))
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) <= 15_000_000


def test_torch_stays_out_of_the_process(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise SystemExit('torch was imported')\n")
    # Plug-ins of spaCy that the extra `reference` brings load torch as soon as spaCy looks for plug-ins.
    code = (
        "import importlib.metadata as metadata\n"
        "metadata.entry_points = lambda **_: metadata.EntryPoints(())\n"
        "from mitgemeint.analysis.nlp import create\n"
        "create('bundled')\n"
        "import sys\n"
        "assert 'torch' not in sys.modules\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_importing_the_package_does_not_import_spacy() -> None:
    code = "import sys, mitgemeint.analysis.nlp; assert not {'spacy', 'thinc', 'numpy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_create_knows_its_analyzers() -> None:
    assert create("bundled").name == "bundled"
    with pytest.raises(ValueError, match="bundled"):
        create("nonsense")
    with pytest.raises(ValueError, match="bundled"):
        create("spacy:")
    with pytest.raises(ValueError, match=r"de_no_such_model.* is neither installed nor a folder"):
        create("spacy:de_no_such_model")
