import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from fake_server import FakeServer, LetterModel, always, at_random, conversation, first
from hypothesis import given, settings
from hypothesis import strategies as st

if "CI" not in os.environ:
    pytest.importorskip("tenacity", reason="it belongs to the extra eval")

from mitgemeint.eval.language_models.model import Continuations, Decoding, Generated, Likelihood, Prompt
from mitgemeint.eval.language_models.refusals import RefusedError, UnansweredError
from mitgemeint.eval.language_models.retries import Patience
from mitgemeint.eval.language_models.server import ServerModel, load_server_model
from mitgemeint.eval.language_models.ways import Echo
from mitgemeint.eval.problems import EvalError

Serve = Callable[..., FakeServer]
QUICK = Patience(attempts=12, timeout=60, first_wait=0.001, longest_wait=0.002)
KINDS = ("texts", "llama.cpp")
LETTERS = (" A", " B", " C")
TEXTS = (" die Lehrerin", " der Ärztin Söhne", " keine Antwort", "n")
PROMPTS = [Prompt(f"Es war {name}. Wer war es?", "Antwort:", "Sei kurz.") for name in ("Uta", "Jörg", "Kim")]
PASSING = ("429", "500", "503", "cut", "html", "truncated", "missing", "two-choices", "nan", "error")


def load(server: FakeServer, chat: str = "auto", **options: object) -> ServerModel:
    return load_server_model("tiny", server.url, chat=chat, patience=QUICK, environment={}, **options)


def text_of(prompt: Prompt) -> str:
    return f"{prompt.system}\n{prompt.text}\n{prompt.opening}"


def conversation_of(prompt: Prompt) -> str:
    system = {"role": "system", "content": prompt.system}
    begun = {"role": "assistant", "content": prompt.opening}
    return conversation([system, {"role": "user", "content": prompt.text}, begun], goes_on=True)


def expected(
    before: Callable[[Prompt], str], texts: Sequence[str], model: LetterModel | None = None
) -> list[tuple[Likelihood, ...]]:
    own = model or LetterModel()
    return [
        tuple(Likelihood(*map(pytest.approx, own.continuation(before(each), text))) for text in texts)
        for each in PROMPTS
    ]


@pytest.mark.parametrize(
    ("kind", "chat", "before", "way"),
    [
        ("vllm", "off", text_of, "echo of the prompt"),
        ("texts", "auto", text_of, "echo of the prompt"),
        ("vllm", "auto", conversation_of, "log-probabilities of the conversation"),
        ("llama.cpp", "off", text_of, "forced tokens"),
        ("llama.cpp", "auto", conversation_of, "forced tokens"),
    ],
)
@pytest.mark.parametrize("split", [False, True])
def test_likelihoods_are_those_of_the_model(
    serve_model: Serve, kind: str, chat: str, before: Callable[[Prompt], str], way: str, split: bool
) -> None:
    tiny = LetterModel(split=split)
    model = load(serve_model(kind, model=tiny), chat)
    assert model.settings["likelihoods"] == way
    found = model.likelihoods([Continuations(prompt, TEXTS) for prompt in PROMPTS])
    assert found == expected(before, TEXTS, tiny)


@pytest.fixture(scope="module")
def both_ways() -> Iterator[dict[bool, list[ServerModel]]]:
    """A model that echoes and one that is forced, without and with split letters."""
    with ExitStack() as stack:
        servers = {
            split: [stack.enter_context(FakeServer(kind, model=LetterModel(split=split))) for kind in KINDS]
            for split in (False, True)
        }
        yield {split: [load(server, "off") for server in own] for split, own in servers.items()}


@settings(max_examples=8, deadline=None)
@given(
    st.text("abc äö.\n", max_size=12),
    st.lists(st.text("abc äö.", min_size=1, max_size=9), min_size=1, max_size=3),
    st.booleans(),
)
def test_echo_and_forced_tokens_agree_on_any_text(
    both_ways: dict[bool, list[ServerModel]], text: str, continuations: list[str], split: bool
) -> None:
    asked = [Continuations(Prompt(f"Es. {text}"), tuple(continuations))]
    one, other = (model.likelihoods(asked)[0] for model in both_ways[split])
    assert [each.log for each in one] == pytest.approx([each.log for each in other])
    assert [each.tokens for each in one] == [each.tokens for each in other]


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_letters_are_read_from_the_likeliest_first_tokens(serve_model: Serve, kind: str) -> None:
    model = load(serve_model(kind))
    user = {"role": "user", "content": "Wer?\nAntwort:"}
    listed = LetterModel().first(conversation([user], goes_on=False), 20)
    (found,) = model.likelihoods([Continuations(Prompt("Wer?", "Antwort:"), LETTERS)])
    assert found == tuple(Likelihood(pytest.approx(listed[letter]), 1) for letter in "ABC")


def test_a_letter_that_is_not_listed_gets_no_figure(serve_model: Serve) -> None:
    model = load(serve_model("ollama", hidden=("B", " B")))
    with pytest.raises(EvalError, match=r"B is not among the \d+ likeliest first tokens.*generation"):
        model.likelihoods([Continuations(PROMPTS[0], LETTERS)])


def test_other_texts_than_letters_are_refused_there(serve_model: Serve) -> None:
    with pytest.raises(EvalError, match=r"single letters alone.*generation"):
        load(serve_model("ollama")).likelihoods([Continuations(PROMPTS[0], TEXTS)])


def test_a_server_without_likelihoods_says_so_and_still_writes(serve_model: Serve) -> None:
    model = load(serve_model("ollama"), "off")
    assert model.settings["likelihoods"] == "none"
    with pytest.raises(EvalError, match=r"does not tell how likely.*generation"):
        model.likelihoods([Continuations(PROMPTS[0], LETTERS)])
    assert len(model.generate(PROMPTS, Decoding())) == 3


def test_nothing_stands_before_a_continuation(serve_model: Serve) -> None:
    with pytest.raises(EvalError, match=r"nothing stands before a continuation.*put an opening"):
        load(serve_model("llama.cpp"), "off").likelihoods([Continuations(Prompt(""), ("Er",))])


@pytest.mark.parametrize("kind", ["vllm", "llama.cpp"])
def test_texts_are_written_after_texts_and_conversations(serve_model: Serve, kind: str) -> None:
    server, tiny = serve_model(kind), LetterModel()
    after_texts = load(server, "off").generate(PROMPTS, Decoding())
    after_conversations = load(server).generate(PROMPTS, Decoding())
    assert [each.text for each in after_texts] == [tiny.written(text_of(each)) for each in PROMPTS]
    written = [tiny.written(conversation_of(each)) for each in PROMPTS]
    assert [each.text for each in after_conversations] == written


def test_where_a_text_ends(serve_model: Serve) -> None:
    model, tiny = load(serve_model("texts")), LetterModel()
    prompt = next(
        Prompt(str(number)) for number in range(99) if tiny.written(str(number)).startswith("Das ist")
    )
    whole, short = "Das ist nicht bekannt.\nFrage: Wer?", Decoding(longest=2)
    assert model.generate([prompt], Decoding()) == [Generated(whole, True)]
    assert model.generate([prompt], short) == [Generated("Das ist", False)]
    stop = ("1", "2", "3", "4", "\nFrage")  # more than a server takes
    assert model.generate([prompt], Decoding(stop=stop)) == [Generated("Das ist nicht bekannt.", True)]


def test_decoding_and_no_penalties_are_asked_for(serve_model: Serve) -> None:
    server = serve_model("vllm")
    load(server).generate(PROMPTS[:1], Decoding(7, 0.5, 0.9, 3))
    _, _, body = server.requests[-1]
    assert {
        "max_tokens": 7,
        "temperature": 0.5,
        "top_p": 0.9,
        "seed": 3,
        "repetition_penalty": 1.0,
    }.items() <= body.items()


def test_an_opening_that_cannot_begin_the_answer_ends_the_message(serve_model: Serve) -> None:
    server = serve_model("openai")
    model = load(server)
    model.generate([Prompt("Wer?", "Antwort:")], Decoding())
    assert server.requests[-1][2]["messages"] == [{"role": "user", "content": "Wer?\nAntwort:"}]
    assert model.settings["opening"] == "after a line break, at the end of the user's message"


@pytest.mark.parametrize("kind", ["vllm", "llama.cpp", "ollama", "openai", "texts"])
def test_faults_change_no_answer_and_nothing_counts_twice(serve_model: Serve, kind: str) -> None:
    good, bad = serve_model(kind), serve_model(kind, at_random(PASSING, 0.3, seed=1))
    asked = [Continuations(prompt, LETTERS) for prompt in PROMPTS]
    found = []
    for server in (good, bad):
        model = load(server)
        found.append((model.likelihoods(asked), model.generate(PROMPTS, Decoding())))
        settings_of = {name: value for name, value in model.settings.items() if name != "url"}
        found.append(settings_of)
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert good.answered == bad.answered


def test_a_server_that_is_still_loading_is_waited_for(serve_model: Serve) -> None:
    model = load(serve_model("llama.cpp", first("503", 3)))
    assert model.settings["likelihoods"] == "forced tokens"


def test_what_was_answered_before_an_error_is_not_lost_to_who_asks_in_chunks(serve_model: Serve) -> None:
    server = serve_model("texts")
    model = load(server)
    server.faults = always("500", after=len(server.requests) + 2)
    assert len(model.generate(PROMPTS[:2], Decoding())) == 2
    with pytest.raises(UnansweredError, match="HTTP 500"):
        model.generate(PROMPTS[2:], Decoding())


def test_the_key_is_sent_and_stands_nowhere(serve_model: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    server = serve_model("vllm", key="sk-secret")
    model = load_server_model(
        "tiny", server.url, patience=QUICK, environment={"MITGEMEINT_API_KEY": " sk-secret\n"}
    )
    model.generate(PROMPTS, Decoding())
    assert {headers["authorization"] for _, headers, _ in server.requests} == {"Bearer sk-secret"}
    with pytest.raises(RefusedError) as caught:
        load_server_model("tiny", server.url, environment={"OPENAI_API_KEY": "sk-wrong"})
    shown = f"{model!r}{model.settings}{model.name}{caught.value}{caught.value!r}{capfd.readouterr()}"
    assert "sk-" not in shown


def test_the_key_for_openai_goes_to_no_stranger() -> None:
    from mitgemeint.eval.language_models.address import read_address
    from mitgemeint.eval.language_models.server import _key

    keys = {"OPENAI_API_KEY": "sk-secret"}
    assert _key(read_address("https://api.openai.com/v1"), keys) == "sk-secret"
    assert _key(read_address("http://localhost:1"), keys) == "sk-secret"
    assert _key(read_address("https://openai.com.example.org"), keys) == ""
    with pytest.raises(EvalError, match="MITGEMEINT_API_KEY: it holds a character"):
        _key(read_address("http://localhost"), {"MITGEMEINT_API_KEY": "schlüssel"})


def test_a_key_with_a_scheme_is_sent_as_it_is(serve_model: Serve) -> None:
    server = serve_model("texts")
    keys = {"MITGEMEINT_API_KEY": "Basic YTpi"}
    load_server_model("tiny", server.url, patience=QUICK, environment=keys)
    assert server.requests[0][1]["authorization"] == "Basic YTpi"


def test_a_key_without_encryption_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mitgemeint.eval.language_models.server._connected", lambda *_: None)
    load_server_model("m", "http://host.example", environment={"MITGEMEINT_API_KEY": "sk-secret"})
    shown = capfd.readouterr().err
    assert shown.startswith("http://host.example: warning: the key is sent without encryption")
    assert "sk-" not in shown


@pytest.mark.parametrize(
    ("model", "reason"), [("other", "it has no model other; name one of tiny"), ("tin", "no model tin")]
)
def test_a_model_that_is_not_there(serve_model: Serve, model: str, reason: str) -> None:
    with pytest.raises(EvalError, match=reason):
        load_server_model(model, serve_model().url, environment={})


def test_the_only_model_needs_no_name(serve_model: Serve) -> None:
    server = serve_model()
    model = load_server_model("", server.url, environment={})
    assert model.name == f"server:tiny@{server.url}"


@pytest.mark.parametrize(
    ("options", "place"), [({"chat": "maybe"}, "--chat"), ({"concurrency": 0}, "--concurrency")]
)
def test_options_that_are_none(options: dict[str, object], place: str) -> None:
    with pytest.raises(EvalError, match=place):
        load_server_model("tiny", "http://127.0.0.1:1", **options)


def test_equal_servers_have_equal_fingerprints_and_others_do_not(serve_model: Serve) -> None:
    server = serve_model("vllm")
    assert load(server).fingerprint == load(server).fingerprint
    assert load(server).fingerprint != load(server, "off").fingerprint
    assert load(server).fingerprint != load(serve_model("vllm")).fingerprint


def test_within_a_running_loop(serve_model: Serve) -> None:
    import asyncio

    async def notebook() -> list[Generated]:
        return load(serve_model()).generate(PROMPTS, Decoding())

    assert len(asyncio.run(notebook())) == 3


def test_the_server_starts_from_the_command_line(tmp_path: Path) -> None:
    program = Path(__file__).with_name("fake_server.py")
    command = [sys.executable, str(program), "--kind", "texts", "--fault", "429", "--first", "1"]
    with subprocess.Popen([*command, "--log", str(tmp_path / "log")], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        name, _, url = process.stdout.readline().decode().strip().removeprefix("server:").partition("@")
        try:
            model = load_server_model(name, url, patience=QUICK, environment={})
            assert isinstance(model.abilities.way, Echo)
        finally:
            process.terminate()
    assert (tmp_path / "log").read_text("utf-8").startswith("/v1/models\n")


def test_who_only_lets_it_write_sends_two_requests_before(serve_model: Serve) -> None:
    server = serve_model("llama.cpp")
    model = load(server, writes_only=True)
    assert [path for path, _, _ in server.requests] == ["/v1/models", "/v1/chat/completions"]
    assert "likelihoods" not in model.settings
    assert model.generate(PROMPTS, Decoding(longest=9)) != []


class _SameEverywhere(FakeServer):
    """Answers every question as one of a conversation, as small servers for tests do."""

    def answer(self, path: str, headers: object, body: object) -> object:
        return super().answer("/v1/models" if path == "/v1/models" else "/v1/chat/completions", {}, body)

    def _chat(self, body: dict[str, object]) -> object:
        message = {"role": "assistant", "content": "eins"}
        return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


@pytest.mark.parametrize("chat", ["auto", "on"])
def test_a_service_that_is_not_there_is_not_asked_for_again(chat: str) -> None:
    with _SameEverywhere() as server:
        load(server, chat)
        paths = [path for path, _, _ in server.requests]
    assert paths.count("/apply-template") == 1
    assert len(paths) < 8
