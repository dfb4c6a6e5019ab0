"""Articles and pronouns in every house style: how they are joined, and that they are read back."""

from collections.abc import Iterator

import pytest

from mitgemeint.analysis import Pipeline, Settings
from mitgemeint.analysis.articles import ArticleForms, ArticleOrder, ArticleStyle
from mitgemeint.analysis.determiners import CASES, ClosedClass, cell
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.gender_forms import recognise
from mitgemeint.analysis.notation import Notation, notation_names, word_notation

MASCULINE, FEMININE = ArticleOrder
SHORT, FULL = ArticleForms

# notation, order, forms, masculine, feminine, joined
JOINED = [
    ("star", MASCULINE, SHORT, "der", "die", "der*die"),
    ("star", FEMININE, SHORT, "der", "die", "die*der"),
    ("star", MASCULINE, SHORT, "ein", "eine", "ein*e"),
    ("star", FEMININE, SHORT, "ein", "eine", "ein*e"),
    ("star", FEMININE, SHORT, "jeder", "jede", "jede*r"),
    ("star", FEMININE, SHORT, "einem", "einer", "einem*r"),
    ("star", FEMININE, SHORT, "sein", "ihr", "ihr*sein"),
    ("star", FEMININE, SHORT, "er", "sie", "sie*er"),
    ("star", FEMININE, SHORT, "derjenige", "diejenige", "die*derjenige"),
    ("star", MASCULINE, SHORT, "vom", "von der", "vom*von der"),
    ("star", FEMININE, SHORT, "vom", "von der", "von der*vom"),
    ("star", FEMININE, SHORT, "zum", "zur", "zur*zum"),
    ("star", MASCULINE, FULL, "ein", "eine", "ein*eine"),
    ("star", MASCULINE, FULL, "einen", "eine", "einen*eine"),
    ("star", MASCULINE, FULL, "einem", "einer", "einem*einer"),
    ("star", MASCULINE, FULL, "jeder", "jede", "jeder*jede"),
    ("star", FEMININE, FULL, "jeder", "jede", "jede*jeder"),
    ("star", MASCULINE, FULL, "derjenige", "diejenige", "derjenige*diejenige"),
    ("star", MASCULINE, FULL, "zum", "zur", "zum*zur"),
    ("star", MASCULINE, FULL, "von dem", "von der", "von dem*der"),
    ("star", FEMININE, FULL, "von dem", "von der", "von der*dem"),
    ("slash", MASCULINE, SHORT, "vom", "von der", "vom/von der"),
    ("slash", FEMININE, SHORT, "ein", "eine", "ein/-e"),
    ("slash", MASCULINE, FULL, "ein", "eine", "ein/eine"),
    ("internal-i", MASCULINE, SHORT, "vom", "von der", "vom/von der"),
    ("internal-i", FEMININE, FULL, "ein", "eine", "eine/ein"),
    ("parentheses", MASCULINE, SHORT, "vom", "von der", "vom (von der)"),
    ("parentheses", FEMININE, SHORT, "vom", "von der", "von der (vom)"),
    ("parentheses", FEMININE, SHORT, "der", "die", "die (der)"),
    ("parentheses", FEMININE, SHORT, "ein", "eine", "ein(e)"),
    ("parentheses", MASCULINE, FULL, "ein", "eine", "ein (eine)"),
    ("parentheses", MASCULINE, FULL, "von dem", "von der", "von dem (der)"),
]

# What a sentence becomes: notation, order, forms, sentence, expected.
SENTENCES = [
    ("star", MASCULINE, SHORT, "Beim Arzt war es voll.", "Bei dem*der Ärzt*in war es voll."),
    ("star", FEMININE, SHORT, "Beim Arzt war es voll.", "Bei der*dem Ärzt*in war es voll."),
    ("star", MASCULINE, FULL, "Beim Arzt war es voll.", "Bei dem*der Ärzt*in war es voll."),
    ("slash", MASCULINE, SHORT, "Sie kam vom Mieter.", "Sie kam vom/von der Mieter/-in."),
    ("parentheses", FEMININE, SHORT, "Sie kam vom Mieter.", "Sie kam von der (vom) Mieter(in)."),
    ("internal-i", MASCULINE, SHORT, "Das liegt am Mieter.", "Das liegt an dem/der MieterIn."),
    ("colon", FEMININE, SHORT, "Der Mieter zahlt.", "Die:der Mieter:in zahlt."),
    ("colon", MASCULINE, FULL, "Sie fragt einen klugen Arzt.", "Sie fragt einen:eine kluge:n Ärzt:in."),
    ("star", FEMININE, SHORT, "Ein Mieter, der kündigt, zahlt.", "Ein*e Mieter*in, die*der kündigt, zahlt."),
    ("star", FEMININE, SHORT, "Jeder Mieter putzt sein Bad.", "Jede*r Mieter*in putzt ihr*sein Bad."),
    ("pair", FEMININE, SHORT, "Der Mieter zahlt.", "Die Mieterin oder der Mieter zahlt."),
]

SIGNS = [name for name in (*notation_names(), "custom:~") if word_notation(name)]
PREPOSITIONS = ("Beim", "Vom", "Zum", "Am", "Im", "Überm", "Hinterm")


@pytest.mark.parametrize(("name", "order", "forms", "masculine", "feminine", "expected"), JOINED)
def test_joined(
    name: str, order: ArticleOrder, forms: ArticleForms, masculine: str, feminine: str, expected: str
) -> None:
    notation = word_notation(name, ArticleStyle(order, forms))
    assert notation is not None
    assert notation.article(masculine, feminine) == expected


@pytest.mark.parametrize(("name", "order", "forms", "sentence", "expected"), SENTENCES)
def test_sentences(name: str, order: ArticleOrder, forms: ArticleForms, sentence: str, expected: str) -> None:
    pipeline = Pipeline(Settings(notations=[name], article_order=order, article_forms=forms))
    assert pipeline.rewrite(sentence, name) == expected


@pytest.mark.parametrize("forms", ArticleForms)
@pytest.mark.parametrize("order", ArticleOrder)
@pytest.mark.parametrize("name", [name for name in SIGNS if not name.startswith("custom:")])
def test_every_article_is_read_back(name: str, order: ArticleOrder, forms: ArticleForms) -> None:
    notation = word_notation(name, ArticleStyle(order, forms))
    assert notation is not None
    unread = []
    for masculine, feminine in _all_forms(notation):
        joined = notation.article(masculine, feminine)
        for text in (joined, joined[0].upper() + joined[1:]):
            found = recognise(f"{text} neue Person", lambda word: False)
            if len(found) != 1:
                unread.append(text)
    assert not unread


@pytest.mark.parametrize("forms", ArticleForms)
@pytest.mark.parametrize("order", ArticleOrder)
@pytest.mark.parametrize("name", SIGNS)
def test_nothing_is_found_in_what_was_rewritten(name: str, order: ArticleOrder, forms: ArticleForms) -> None:
    pipeline = Pipeline(Settings(notations=[name], article_order=order, article_forms=forms))
    again = []
    for preposition in PREPOSITIONS:
        rewritten = pipeline.rewrite(f"{preposition} Mieter sah sie nichts, das er wollte.", name)
        assert "Mieter " not in rewritten
        again += [(rewritten, finding.text) for finding in pipeline.analyze(rewritten).findings]
    assert not again


@pytest.mark.parametrize("name", ["article_order", "article_forms"])
def test_unknown_styles_name_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=rf"Settings\.{name} is one of .*, not 'women'"):
        Settings(**{name: "women"})  # type: ignore[arg-type]


def test_styles_may_be_given_as_texts() -> None:
    style = Settings(article_order="feminine-first", article_forms="full").article_style  # type: ignore[arg-type]
    assert style == ArticleStyle(ArticleOrder.FEMININE_FIRST, ArticleForms.FULL)


def _all_forms(notation: Notation) -> Iterator[tuple[str, str]]:
    """Masculine and feminine of every determiner, pronoun and preposition with article, in every case."""
    closed = ClosedClass.load()
    tables = [item.forms for item in closed.determiners.values() if not item.adjectival]
    tables += [*closed.relatives, closed.personal["er"]]
    for table in tables:
        for case in CASES:
            masculine = table.get(cell(case, Number.SINGULAR, Gender.MASCULINE))
            feminine = table.get(cell(case, Number.SINGULAR, Gender.FEMININE))
            if masculine and feminine and masculine != feminine:
                yield masculine, feminine
    for ending in ("", "e", "en", "em", "er", "es"):
        yield f"sein{ending}", f"ihr{ending}"
    for contraction in closed.contractions.values():
        articles = ("dem", "der") if contraction.case is Case.DATIVE else ("den", "die")
        masculine, feminine = (f"{contraction.preposition} {article}" for article in articles)
        if contraction.feminine:
            masculine, feminine = contraction.form, contraction.feminine
        elif not notation.style.full:
            masculine = contraction.form
        yield masculine, feminine
