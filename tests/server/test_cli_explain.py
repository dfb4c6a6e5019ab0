from pathlib import Path

import pytest

from mitgemeint.analysis.findings import Code, Reference


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("language", ["de", "en"])
def test_codes(run_cli, code: Code, language: str) -> None:
    result = run_cli("explain", str(code), "--lang", language)
    assert result.status == 0
    assert len(result.out) > 80
    assert result.settings == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_codes_of_messages(run_cli, language: str) -> None:
    for code in ("E405", "w404"):
        result = run_cli("explain", code, "--lang", language)
        assert (result.status, result.err) == (0, "")
        assert result.out.startswith(f"{code.upper()}: ")


@pytest.mark.parametrize("subject", [*Reference, "certainty"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_references_and_certainty(run_cli, subject: str, language: str) -> None:
    result = run_cli("explain", str(subject), "--lang", language)
    assert (result.status, result.err) == (0, "")
    assert len(result.out) > 80
    setting = {"specific": "report_specific", "unknown": "severity", "certainty": "min_certainty"}
    assert setting.get(str(subject), "") in result.out


@pytest.mark.parametrize("language", ["de", "en"])
def test_codes_of_masculines_name_what_explains_who_is_meant(run_cli, language: str) -> None:
    out = run_cli("explain", "generic-pronoun", "--lang", language).out
    for subject in (*Reference, "certainty"):
        assert subject in out.splitlines()[-1]
    assert "certainty" not in run_cli("explain", "malformed-form", "--lang", language).out


def test_a_word_with_forms_alternatives_and_sources(run_cli) -> None:
    result = run_cli("explain", "Grundschullehrern")
    assert result.status == 0
    for part in ("Grundschullehrer, Grundschullehrerin", "Grundschullehrkraft", "CC BY-SA", "Genitiv"):
        assert part in result.out


def test_hints_stand_apart_from_words_that_are_suggested(run_cli) -> None:
    lines = run_cli("explain", "Abt", "--lang", "de").out.splitlines()
    heading = next(index for index, line in enumerate(lines) if line.startswith("In manchen Sätzen"))
    assert lines[heading - 1] == "Neutrale Wörter, die fast immer passen: keine"
    assert lines[heading + 1] == "  Klosterleitung"


ALWAYS = {"de": "Neutrale Wörter, die fast immer passen:", "en": "Neutral words that nearly always fit:"}
OFTEN = {
    "de": "Neutrale Wörter, die oft passen; bitte im Satz prüfen:",
    "en": "Neutral words that often fit; please check in the sentence:",
}


@pytest.mark.parametrize("language", ["de", "en"])
def test_words_that_fit_often_stand_apart_with_their_notes(run_cli, workplace: Path, language: str) -> None:
    (workplace / ".mitgemeint.toml").write_text('entries = ["eigene.toml"]\n')
    (workplace / "eigene.toml").write_text(
        """
        [[add]]
        masculine = "Schnorpfler"
        feminine = "Schnorpflerin"
        [[add.alternative]]
        form = "Schnorpfperson"
        gender = "fem"
        plural = "Schnorpfpersonen"
        fits = "often"
        note = { de = "Nur im Team.", en = "In teams only." }
        [[add.alternative]]
        form = "Schnorpfkraft"
        gender = "fem"
        plural = "Schnorpfkräfte"
        """,
        encoding="utf-8",
    )
    lines = run_cli("explain", "Schnorpfler", "--lang", language).out.splitlines()
    always, often = lines.index(ALWAYS[language]), lines.index(OFTEN[language])
    assert [line.split(",")[0].strip() for line in lines[always + 1 : often]] == ["Schnorpfkraft"]
    assert lines[often + 1].startswith("  Schnorpfperson, Schnorpfpersonen (")
    assert lines[often + 1].endswith({"de": "): Nur im Team.", "en": "): In teams only."}[language])


def test_where_no_word_fits_nearly_always_that_is_said(run_cli) -> None:
    lines = run_cli("explain", "Richter", "--lang", "de").out.splitlines()
    heading = lines.index(OFTEN["de"])
    assert lines[heading - 1] == "Neutrale Wörter, die fast immer passen: keine"
    assert lines[heading + 1].startswith("  Gericht, Gerichte (")


@pytest.mark.parametrize("word", ["Regenschirm", "xyz", "", "\x1b[2J", "finding"])
def test_an_unknown_word(run_cli, word: str) -> None:
    result = run_cli("explain", word)
    assert result.status == 2
    assert "E303" in result.err
    assert "\x1b" not in result.err


def test_own_entries_are_known_and_broken_ones_told(run_cli, workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text('entries = ["eigene.toml"]\n')
    (workplace / "eigene.toml").write_text("kaputt =\n")
    result = run_cli("explain", "Lehrer")
    assert result.status == 0
    assert "W302: eigene.toml:1: " in result.err
    assert "eigene.toml" in result.err


@pytest.mark.parametrize("sign", ["+", "~"])
def test_a_sign_of_ones_own(run_cli, sign: str) -> None:
    result = run_cli("explain", f"custom:{sign}", "--lang", "en")
    assert result.status == 0
    assert "sign of your own" in result.out


def test_a_sign_that_is_not_allowed(run_cli) -> None:
    result = run_cli("explain", "custom:!", "--lang", "en")
    assert result.status == 2
    assert "E001" in result.err
    assert " ~ + " in result.err


def test_models(run_cli) -> None:
    result = run_cli("models")
    assert result.status == 0
    assert result.out.startswith("bundled ")
    assert "dep_las" not in result.out


def test_policies(run_cli) -> None:
    listed = run_cli("policies")
    assert listed.status == 0
    assert any(line.startswith("permissive ") for line in listed.out.splitlines())
    for line in listed.out.splitlines():
        name, title = line.split(maxsplit=1)
        assert title
        shown = run_cli("policies", name)
        assert shown.status == 0
        assert shown.out.startswith(f"{name}: {title}\n")


def test_an_unknown_policy(run_cli) -> None:
    result = run_cli("policies", "gibtsnicht")
    assert result.status == 2
    assert "E203" in result.err
