"""The fake server that tests of language models ask, started and ended."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fake_server import FakeServer


@pytest.fixture
def serve() -> Iterator[Callable[..., FakeServer]]:
    """Starts a server of that kind, with those faults."""
    with ExitStack() as stack:

        def start(*arguments: Any, **options: Any) -> FakeServer:
            return stack.enter_context(FakeServer(*arguments, **options))

        yield start
