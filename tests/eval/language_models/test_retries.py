import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from fake_server import FakeServer, LetterModel, always, first
from hypothesis import given
from hypothesis import strategies as st

if "CI" not in os.environ:
    pytest.importorskip("tenacity", reason="it belongs to the extra eval")

from mitgemeint.eval.language_models.address import read_address
from mitgemeint.eval.language_models.connection import Connection, Session
from mitgemeint.eval.language_models.refusals import RefusedError, UnansweredError
from mitgemeint.eval.language_models.retries import Patience, asked_wait
from mitgemeint.eval.problems import EvalError

Serve = Callable[..., FakeServer]
NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


class Clock:
    """Sleeps without time."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def connection(server: FakeServer, clock: Clock, **options: Any) -> Connection:
    lines: list[str] = []
    made = Connection(
        read_address(server.url), tell=lines.append, sleep=clock.sleep, draw=lambda: 1.0, **options
    )
    # Enough for a machine that is busy; servers that hang are given less.
    return replace(made, patience=options.get("patience", Patience(attempts=4, timeout=60)))


def ask(server: FakeServer, clock: Clock, **options: Any) -> Any:
    body = {"model": "tiny", "prompt": "Wer war es?", "max_tokens": 4}
    return connection(server, clock, **options).run(
        lambda session: session.post("completions", body, lambda answer: answer["choices"][0]["text"])
    )


def options_for(fault: str, timeout: float) -> dict[str, Any]:
    return {"patience": Patience(attempts=4, timeout=timeout)} if fault == "time-out" else {}


@pytest.mark.parametrize(
    "fault",
    ["time-out", "429", "500", "503", "cut", "html", "truncated", "missing", "nan", "error"],
)
def test_what_may_pass_is_asked_again(serve_model: Serve, fault: str) -> None:
    server, clock = serve_model(faults=first(fault, 2), hang=2.5, retry_after=""), Clock()
    assert ask(server, clock, **options_for(fault, 2.0)) == ask(serve_model(), Clock())
    assert clock.slept == [1.0, 2.0]
    assert list(server.answered.values()) == [1]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("time-out", "nothing came within 0.3 s"),
        ("429", "HTTP 429 (slow down)"),
        ("500", "HTTP 500 (Loading model)"),
        ("cut", "connection was cut"),
        ("html", "it is no JSON"),
        ("truncated", "it is no JSON"),
        ("missing", "it lacks what an answer must have"),
        ("error", "out of memory"),
        ("nan", "NaN stands where a number must"),
    ],
)
def test_a_server_that_never_answers_is_given_up_in_one_line(
    serve_model: Serve, fault: str, said: str
) -> None:
    server, clock = serve_model(faults=always(fault), hang=0.5), Clock()
    with pytest.raises(UnansweredError) as caught:
        ask(server, clock, **options_for(fault, 0.3))
    assert said in str(caught.value)
    assert str(caught.value).startswith(server.url)
    assert "\n" not in str(caught.value)
    assert len(clock.slept) == 3
    assert not server.answered


def test_a_server_that_is_not_there() -> None:
    server = FakeServer()
    with server:
        pass
    clock = Clock()
    with pytest.raises(UnansweredError, match="cannot be reached; start the server, or check the URL"):
        ask(server, clock)
    assert clock.slept == [1.0, 2.0, 4.0]


def test_a_server_that_starts_while_it_is_asked(serve_model: Serve) -> None:
    with FakeServer() as ended:
        port = ended.port
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            serve_model(port=port)

    made = Connection(read_address(f"http://127.0.0.1:{port}"), tell=lambda _: None, sleep=sleep)
    assert made.run(lambda session: session.get("models", lambda answer: answer["data"][0]["id"])) == "tiny"
    assert len(slept) == 2


@pytest.mark.parametrize(("asked", "waited"), [("7", 8.0), ("0", 1.0), ("9999", 60.0), ("soon", 1.0)])
def test_the_server_says_how_long_to_wait(serve_model: Serve, asked: str, waited: float) -> None:
    clock = Clock()
    ask(serve_model(faults=first("429", 1), retry_after=asked), clock)
    assert clock.slept == [waited]


def test_what_is_refused_is_not_asked_again(serve_model: Serve) -> None:
    server, clock = serve_model(key="right"), Clock()
    with pytest.raises(RefusedError, match=r"HTTP 401.*MITGEMEINT_API_KEY") as caught:
        ask(server, clock, key="wr-ong")
    assert "wr-ong" not in str(caught.value)
    assert len(server.requests) == 1


def test_a_prompt_that_is_too_long_is_called_so(serve_model: Serve) -> None:
    with pytest.raises(RefusedError, match=r"does not fit into the model's context.*shorter prompts"):
        ask(serve_model(context=2), Clock())


def test_an_answer_that_trickles_is_late() -> None:
    async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(30):
            writer.write(b" ")
            await asyncio.sleep(0.05)

    async def within() -> None:
        server = await asyncio.start_server(trickle, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        made = Connection(read_address(url), patience=Patience(attempts=1, timeout=0.2))
        async with made.open() as session:
            with pytest.raises(UnansweredError, match=r"nothing came within 0\.2 s"):
                await session.get("models", lambda answer: answer)
        server.close()

    asyncio.run(within())


def test_the_key_does_not_go_elsewhere() -> None:
    async def elsewhere(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 307 Moved\r\nLocation: https://u:p@other.example/v1?key=s\r\n")
        writer.write(b"Content-Length: 0\r\n\r\n")
        await writer.drain()

    async def within() -> str:
        server = await asyncio.start_server(elsewhere, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with Connection(read_address(url), key="secret").open() as session:
            with pytest.raises(RefusedError) as caught:
                await session.get("models", lambda answer: answer)
        server.close()
        return str(caught.value)

    line = asyncio.run(within())
    assert "it sends elsewhere to https://other.example, and the key does not go along" in line


def test_so_many_requests_at_once_and_answers_in_order(serve_model: Serve) -> None:
    server, seen = serve_model(delay=0.02), []

    async def write(session: Session, number: int) -> str:
        body = {"model": "tiny", "prompt": f"{number}?"}
        return await session.post("completions", body, lambda answer: answer["choices"][0]["text"])

    made = connection(server, Clock(), concurrency=3)
    found = made.run_all(write, range(12), lambda done, total: seen.append((done, total)))
    assert found == [LetterModel().written(f"{number}?") for number in range(12)]
    assert server.most_at_once == 3
    assert seen == [(done, 12) for done in range(1, 13)]


def test_the_first_error_ends_the_rest(serve_model: Serve) -> None:
    server = serve_model(delay=0.02)

    async def work(session: Session, number: int) -> int:
        if number == 2:
            raise EvalError("2", "is wrong", "mend it")
        return await session.get("models", lambda _: number)

    with pytest.raises(EvalError, match="is wrong"):
        connection(server, Clock(), concurrency=2).run_all(work, range(1000))
    assert len(server.requests) <= 4


def test_a_repeated_reason_is_told_once(serve_model: Serve) -> None:
    lines: list[str] = []
    server = serve_model(faults=first("429", 3))
    made = replace(connection(server, Clock()), tell=lines.append)
    made.run(lambda session: session.get("models", lambda answer: answer))
    assert lines == [f"{server.url}: HTTP 429 (slow down); asking again"]


@given(st.integers(1, 5000), st.none() | st.floats(0, 1e12), st.floats(0, 1))
def test_a_wait_is_never_negative_and_never_too_long(
    failures: int, asked: float | None, drawn: float
) -> None:
    assert 0 <= Patience().wait(failures, asked, lambda: drawn) <= 60


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("2.5", 2.5),
        ("-3", 0.0),
        ("Fri, 01 May 2026 12:00:30 GMT", 30.0),
        ("Fri, 01 May 2026 11:00:00 GMT", 0.0),
        ("tomorrow", None),
        ("nan", None),
        ("inf", None),
    ],
)
def test_retry_after_as_number_and_as_date(value: str | None, seconds: float | None) -> None:
    assert asked_wait(value, NOW) == seconds


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_a_time_that_is_none(timeout: float) -> None:
    with pytest.raises(EvalError, match="--timeout"):
        Patience(timeout=timeout)
