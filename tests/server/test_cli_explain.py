from pathlib import Path

import pytest

from mitgemeint.analysis.findings import Code


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("language", ["de", "en"])
def test_codes(run_cli, code: Code, language: str) -> None:
    result = run_cli("explain", str(code), "--lang", language)
    assert result.status == 0
    assert len(result.out) > 80
    assert result.settings == []


def test_a_word_with_forms_alternatives_and_sources(run_cli) -> None:
    result = run_cli("explain", "Grundschullehrern")
    assert result.status == 0
    for part in ("Grundschullehrer, Grundschullehrerin", "Grundschullehrkraft", "CC BY-SA", "Genitiv"):
        assert part in result.out


def test_hints_stand_apart_from_words_that_are_suggested(run_cli) -> None:
    lines = run_cli("explain", "Abt", "--lang", "de").out.splitlines()
    heading = next(index for index, line in enumerate(lines) if line.startswith("In manchen Sätzen"))
    assert lines[heading - 1].startswith("Neutrale Wörter: keines")
    assert lines[heading + 1] == "  Klosterleitung"


@pytest.mark.parametrize("word", ["Regenschirm", "xyz", "", "\x1b[2J", "generic"])
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
