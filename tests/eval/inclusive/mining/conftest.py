"""The finder of styles, made once, and a way to run a command of `inclusive`."""

import argparse
from collections.abc import Callable
from typing import Any

import pytest

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.eval.inclusive import discover_command, mine_command, pairs_command
from mitgemeint.eval.inclusive.styles import StyleFinder


@pytest.fixture(scope="session")
def database() -> Database:
    return Database.load((), FormLexicon.load())


@pytest.fixture(scope="session")
def finder(database: Database) -> StyleFinder:
    return StyleFinder(database)


@pytest.fixture
def run() -> Callable[..., int]:
    """Runs a command as the command line does; gives its exit status, raises what it raises."""

    def run(*arguments: Any) -> int:
        parser = argparse.ArgumentParser()
        parts = parser.add_subparsers(required=True)
        for command in (mine_command, pairs_command, discover_command):
            command.add(parts)
        chosen = parser.parse_args([str(each) for each in arguments])
        return int(chosen.run(chosen))

    return run
