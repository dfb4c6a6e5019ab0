import pytest

from mitgemeint.eval.language_models.address import read_address, split_model
from mitgemeint.eval.problems import EvalError


@pytest.mark.parametrize(
    ("url", "root", "api"),
    [
        ("http://localhost:8000", "http://localhost:8000", "http://localhost:8000/v1"),
        ("http://localhost:8000/v1/", "http://localhost:8000", "http://localhost:8000/v1"),
        ("https://host/llm/v1", "https://host/llm", "https://host/llm/v1"),
        ("https://host/llm", "https://host/llm", "https://host/llm/v1"),
        ("https://host/v1beta/openai", "https://host/v1beta/openai", "https://host/v1beta/openai"),
        ("http://[::1]:80/", "http://[::1]:80", "http://[::1]:80/v1"),
    ],
)
def test_a_server_is_named_with_or_without_the_version(url: str, root: str, api: str) -> None:
    address = read_address(url)
    assert (address.root, address.api) == (root, api)


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost:1", True),
        ("http://127.0.0.1", True),
        ("http://[::1]", True),
        ("http://10.0.0.1", False),
        ("https://localhost.example.org", False),
    ],
)
def test_which_servers_are_on_this_machine(url: str, local: bool) -> None:
    assert read_address(url).local is local


@pytest.mark.parametrize(
    "url",
    [
        "ftp://user:secret@host",
        "file:///etc/passwd",
        "user:secret@host",
        "http://user:secret@",
        "http://user:secret@host:port",
        "http://user:sec/ret@host:99999",
        "http://user:secret@host?key=secret",
        "http://user:secret@host#secret",
        "http://user:secret@ho st",
        "http://[user:secret@host",
        "",
    ],
)
def test_other_urls_are_refused_in_one_line_without_what_is_secret(url: str) -> None:
    with pytest.raises(EvalError) as caught:
        read_address(url)
    assert "\n" not in str(caught.value)
    assert "://" not in url or "ret" not in str(caught.value)


def test_user_and_password_are_refused_as_results_would_hold_them() -> None:
    with pytest.raises(EvalError, match=r"https://host/v1: user and password.*MITGEMEINT_API_KEY") as caught:
        read_address("https://user:p%40ss@host/v1")
    assert "p%40ss" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("llama@http://localhost:1", ("llama", "http://localhost:1")),
        ("@cf/meta/llama@https://u:p@host", ("@cf/meta/llama", "https://u:p@host")),
        ("@http://localhost:1", ("", "http://localhost:1")),
    ],
)
def test_model_and_server_are_told_apart(text: str, parts: tuple[str, str]) -> None:
    assert split_model(text) == parts


def test_a_model_without_server_is_an_error() -> None:
    with pytest.raises(EvalError, match="names no server"):
        split_model("llama")
