"""Tiny models of many architectures: likelihoods shared and alone, borders, errors, memory."""

import json
import os
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.language_models.model import Continuations, Likelihood, Prompt
from mitgemeint.eval.language_models.registry import load_language_model
from mitgemeint.eval.language_models.token_tree import TokenSequence
from mitgemeint.eval.language_models.transformers_model import TransformersLanguageModel
from mitgemeint.eval.models.checkpoint import Part, load_checkpoint
from mitgemeint.eval.problems import EvalError

# Not imported here: torch would be in the process of all other tests, too.
MISSING = [name for name in ("torch", "transformers", "sentencepiece") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(
    bool(MISSING) and "CI" not in os.environ, reason=f"the extra eval is not installed ({', '.join(MISSING)})"
)

Checkpoint = Callable[[str], Path]
DECODERS = ["gpt2", "llama", "mistral", "gemma3", "mamba", "neox", "bloom"]
BOTH = ["mt5", "bart"]
SHARING = {"mamba": "no: the model is recurrent", "bloom": "no: the model takes no cache or no positions"}
REQUESTS = [
    Continuations(Prompt("Bu", "b"), (" ev", " bir", "E")),
    Continuations(Prompt("Bu", "c"), (" ev",)),
    Continuations(Prompt("Das ist"), (" hier", " hier.")),
    Continuations(Prompt("Bu", "b"), (" ev", " evde")),
    Continuations(Prompt("Das"), ()),
]


def load(folder: Path, **settings: Any) -> TransformersLanguageModel:
    model = load_language_model(str(folder), **settings)
    assert isinstance(model, TransformersLanguageModel)
    return model


@pytest.fixture(scope="session")
def loaded(checkpoint: Checkpoint) -> Callable[[str], TransformersLanguageModel]:
    """A model of that architecture, loaded once."""
    models: dict[str, TransformersLanguageModel] = {}

    def of(architecture: str) -> TransformersLanguageModel:
        if architecture not in models:
            models[architecture] = load(checkpoint(architecture))
        return models[architecture]

    return of


Loaded = Callable[[str], TransformersLanguageModel]


def reference(folder: Path, prompt: str, text: str) -> Likelihood:
    """One likelihood by transformers alone, all logits of one forward pass."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    both = AutoConfig.from_pretrained(folder).is_encoder_decoder
    model = (AutoModelForSeq2SeqLM if both else AutoModelForCausalLM).from_pretrained(folder).eval()
    with torch.inference_mode():
        if both:
            ids = tokenizer(prompt, return_tensors="pt")["input_ids"]
            labels = tokenizer(text, add_special_tokens=False, return_tensors="pt")["input_ids"]
            logits, targets = model(input_ids=ids, labels=labels).logits[0], labels[0]
        else:
            whole = tokenizer(prompt + text, return_tensors="pt")["input_ids"]
            start = len(tokenizer(prompt)["input_ids"])
            logits, targets = model(input_ids=whole).logits[0, start - 1 : -1], whole[0, start:]
    logs = logits.log_softmax(-1)[torch.arange(len(targets)), targets]
    return Likelihood(float(logs.sum()), len(targets))


@pytest.mark.parametrize("architecture", [*DECODERS, *BOTH])
def test_likelihoods_are_those_of_transformers(
    checkpoint: Checkpoint, loaded: Loaded, architecture: str
) -> None:
    model = loaded(architecture)
    found = model.likelihoods(REQUESTS)
    assert [len(one) for one in found] == [3, 1, 2, 2, 0]
    assert found[0][0] == found[3][0]
    for request, answers in zip(REQUESTS, found, strict=True):
        prompt = "\n".join(filter(None, (request.prompt.text, request.prompt.opening)))
        for text, answer in zip(request.texts, answers, strict=True):
            expected = reference(checkpoint(architecture), prompt, text)
            assert answer.tokens == expected.tokens
            assert answer.log == pytest.approx(expected.log, abs=1e-4)
    assert model.settings["sharing"] == SHARING.get(architecture, "yes")
    assert model.settings["kind"] == ("encoder-decoder" if architecture in BOTH else "decoder")


@st.composite
def sequences(draw: st.DrawFn) -> list[TokenSequence]:
    token = st.integers(3, 6)
    found = []
    for _ in range(draw(st.integers(1, 8))):
        ids = tuple(draw(st.lists(token, min_size=2, max_size=12)))
        found.append(TokenSequence(ids, draw(st.integers(1, len(ids) - 1))))
    return found


@pytest.mark.parametrize("architecture", ["llama", "gpt2", "mt5", "bart"])
@settings(max_examples=20, deadline=None)
@given(trees=sequences(), budget=st.integers(1, 40))
def test_shared_and_plain_scores_are_equal(
    loaded: Loaded, architecture: str, trees: list[TokenSequence], budget: int
) -> None:
    scorer = loaded(architecture).scorer
    told: list[int] = []
    shared = scorer.shared(trees, told.extend, budget)
    np.testing.assert_allclose(shared, scorer.plain(trees, told.extend), atol=1e-4)
    assert sorted(told) == sorted([*range(len(trees)), *range(len(trees))])


def test_what_is_computed_does_not_depend_on_the_batch(checkpoint: Checkpoint) -> None:
    together = load(checkpoint("llama")).likelihoods(REQUESTS)
    model = load(checkpoint("llama"), batch_tokens=1)
    backwards = model.likelihoods(REQUESTS[::-1])[::-1]
    for one, other in zip(together, backwards, strict=True):
        assert [each.tokens for each in one] == [each.tokens for each in other]
        assert [each.log for each in one] == pytest.approx([each.log for each in other], abs=1e-4)


def test_a_window_shorter_than_the_text_is_not_shared(checkpoint: Checkpoint) -> None:
    model = load(checkpoint("mistral"))
    prompt = "Bu bir ev. Orada bir ev var, bir şirket."
    (found,) = model.likelihoods([Continuations(Prompt(prompt), (" ev", " bir ev"))])
    assert model.settings["sharing"] == "no: inputs are longer than a layer's window of 24 tokens"
    for text, answer in zip((" ev", " bir ev"), found, strict=True):
        assert answer.log == pytest.approx(reference(checkpoint("mistral"), prompt, text).log, abs=1e-4)


@pytest.mark.parametrize("problem", ["differs", "refuses"])
def test_what_cannot_be_shared_is_found_out(
    checkpoint: Checkpoint, monkeypatch: pytest.MonkeyPatch, problem: str
) -> None:
    model = load(checkpoint("llama"))
    scorer, forward = model.scorer, model.scorer.model.forward

    def other(**inputs: Any) -> Any:
        if inputs["attention_mask"].ndim == 4:
            if problem == "refuses":
                raise TypeError("no such mask")
            inputs["position_ids"] = inputs["position_ids"] + inputs["position_ids"] ** 2
        return forward(**inputs)

    monkeypatch.setattr(scorer.model, "forward", other)
    expected = load(checkpoint("llama")).likelihoods(REQUESTS)
    found = model.likelihoods(REQUESTS)
    reasons = {"differs": "no: scores differ by", "refuses": "no: the model does not take it (TypeError)"}
    assert model.settings["sharing"].startswith(reasons[problem])
    assert found[0][0].log == pytest.approx(expected[0][0].log, abs=1e-4)


def test_logits_are_made_of_what_is_scored_alone(
    checkpoint: Checkpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = load(checkpoint("llama"))
    sizes: list[int] = []
    head = model.scorer.model.lm_head
    head.register_forward_hook(lambda _module, _inputs, output: sizes.append(output.shape[-2]))
    long = Prompt("Bu bir ev. " * 8)
    requests = [Continuations(long, (" ev", " bir")), Continuations(Prompt(f"{long.text} Bu"), (" ev",))]
    answers = model.likelihoods(requests)
    tokens = sum(answer.tokens for one in answers for answer in one)
    assert 0 < max(sizes) <= tokens


def test_white_space_at_the_end_of_a_prompt_belongs_to_the_continuation(loaded: Loaded) -> None:
    model = loaded("llama")
    ((apart,), (moved,)) = model.likelihoods(
        [Continuations(Prompt("Bu"), (" ev",)), Continuations(Prompt("Bu "), ("ev",))]
    )
    assert apart == moved


def test_an_empty_prompt_begins_with_the_first_token(loaded: Loaded) -> None:
    for architecture in ("llama", "gpt2"):
        model = loaded(architecture)
        (one,) = model.sequences([Continuations(Prompt(""), ("ev",))])
        assert one.start == 1
        assert one.ids[0] == model.scorer.model.config.bos_token_id or architecture == "gpt2"


@pytest.mark.parametrize("architecture", ["llama", "llama-chat"])
def test_there_is_one_first_token(loaded: Loaded, architecture: str) -> None:
    model = loaded(architecture)
    (one,) = model.sequences([Continuations(Prompt("Bu", "b"), (" ev",))])
    assert one.ids.count(1) == 1
    assert one.ids[0] == 1
    assert model.settings["leading tokens"] == "<s>"


@pytest.mark.parametrize("architecture", ["llama", "mt5"])
@pytest.mark.parametrize("text", ["", "\ud800"])
def test_empty_continuations_and_broken_letters(loaded: Loaded, architecture: str, text: str) -> None:
    request = Continuations(Prompt("Bu"), (text,))
    if text:
        assert np.isfinite(loaded(architecture).likelihoods([request])[0][0].log)
    else:
        with pytest.raises(EvalError, match="leaves nothing of ''"):
            loaded(architecture).likelihoods([request])


def test_nothing_to_ask(loaded: Loaded) -> None:
    assert loaded("llama").likelihoods([]) == []
    assert loaded("mt5").likelihoods([Continuations(Prompt("Bu"), ())]) == [()]


@pytest.mark.parametrize("architecture", ["llama", "mt5", "mamba"])
def test_progress_counts_requests(checkpoint: Checkpoint, architecture: str) -> None:
    told: list[tuple[int, int]] = []
    model = load(checkpoint(architecture), batch_tokens=1)
    model.likelihoods(REQUESTS, lambda done, total: told.append((done, total)))
    assert told[-1] == (5, 5)
    assert told == sorted(told)
    assert len(told) > 2


@pytest.mark.parametrize(("architecture", "limit"), [("gpt2", 32), ("llama", 128), ("bart", 64)])
def test_what_is_too_long_is_refused(loaded: Loaded, architecture: str, limit: int) -> None:
    with pytest.raises(EvalError, match=rf"an input of \d+ tokens is beyond its longest of {limit}; shorten"):
        loaded(architecture).likelihoods([Continuations(Prompt("§ " * 100), (" ev",))])


def test_logits_that_are_no_numbers(checkpoint: Checkpoint) -> None:
    import torch

    model = load(checkpoint("llama"))
    with torch.no_grad():
        model.scorer.model.lm_head.weight[5] = float("nan")
    with pytest.raises(EvalError, match="its logits are not finite; use --dtype float32"):
        model.likelihoods(REQUESTS)


def test_what_the_model_raises_is_one_line(checkpoint: Checkpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load(checkpoint("llama"))

    def full(**_: Any) -> Any:
        raise RuntimeError("out\nof memory")

    monkeypatch.setattr(model.scorer.model, "forward", full)
    with pytest.raises(EvalError, match=r"cannot compute this \(out of memory\)") as raised:
        model.likelihoods(REQUESTS)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float64", "auto"])
def test_number_types(checkpoint: Checkpoint, loaded: Loaded, dtype: str) -> None:
    model = load(checkpoint("llama"), dtype=dtype)
    found = model.likelihoods(REQUESTS)
    assert model.settings["dtype"] == ("float32" if dtype == "auto" else dtype)
    assert model.settings["sharing"] == "yes"
    for one, other in zip(found, loaded("llama").likelihoods(REQUESTS), strict=True):
        assert [each.log for each in one] == pytest.approx([each.log for each in other], abs=0.5)


def test_the_fingerprint_follows_what_answers_depend_on(checkpoint: Checkpoint, tmp_path: Path) -> None:
    folder = checkpoint("llama-chat")
    model = load(folder)
    before = model.fingerprint
    model.likelihoods(REQUESTS)
    assert model.fingerprint == before
    copy = shutil.copytree(folder, tmp_path / "copy")
    assert load(copy, batch_tokens=7).fingerprint == before
    assert load(folder, chat="off").fingerprint != before
    assert load(folder, dtype="bfloat16").fingerprint != before
    (copy / "chat_template.jinja").write_text("{{ messages[0].content }}", "utf-8")
    assert load(copy).fingerprint != before


@pytest.mark.parametrize("architecture", ["bert", "xlm-roberta"])
def test_models_for_gaps_write_no_text(checkpoint: Checkpoint, architecture: str) -> None:
    reason = rf"it is no language model that writes text \(encoder, {architecture}\)"
    with pytest.raises(EvalError, match=reason):
        load(checkpoint(architecture))


def test_a_missing_head_is_refused_unless_it_is_tied(checkpoint: Checkpoint, tmp_path: Path) -> None:
    from transformers import GPT2LMHeadModel, LlamaForCausalLM

    for architecture, kind in (("llama", LlamaForCausalLM), ("gpt2", GPT2LMHeadModel)):
        folder = shutil.copytree(checkpoint(architecture), tmp_path / architecture)
        kind.from_pretrained(folder).base_model.save_pretrained(folder)
    with pytest.raises(EvalError, match=r"1 weights are missing, lm_head\.weight among them"):
        load(tmp_path / "llama")
    whole, tied = (load(folder).likelihoods(REQUESTS) for folder in (checkpoint("gpt2"), tmp_path / "gpt2"))
    assert whole == tied


def test_encoders_and_whole_models_are_loaded_alike(checkpoint: Checkpoint) -> None:
    whole = load_checkpoint(str(checkpoint("mt5")), part=Part.WHOLE)
    alone = load_checkpoint(str(checkpoint("mt5")))
    assert (whole.kind, alone.kind) == ("encoder-decoder", "encoder of an encoder-decoder")
    assert whole.revision == alone.revision
    assert not hasattr(alone.model, "decoder")
    assert hasattr(whole.model, "decoder")


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("owner/no-model", {}, "owner/no-model: it is not in the local cache, and downloads are off"),
        ("owner/no-model@main", {}, "owner/no-model: it is not in the local cache"),
        ("owner/model@one", {"revision": "two"}, "--revision: owner/model@one states another one"),
        ("./nothing", {}, "there is no such folder"),
        ("./nothing.gguf", {}, "there is no such file"),
        ("~nobody-of-this-name/x", {}, "there is no such folder"),
        ("a" * 5000, {}, "not|no such"),
        ("owner/model", {"chat": "yes"}, "--chat: 'yes' is none of auto, on, off"),
        ("owner/model", {"batch_tokens": 0}, "--batch-tokens"),
        ("owner/model", {"dtype": "int8"}, "--dtype"),
        ("server:model@http://localhost", {"revision": "main"}, "--revision"),
    ],
)
def test_wrong_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, settings: Any, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EvalError, match=message) as raised:
        load_language_model(name, local_only=True, **settings)
    assert "\n" not in str(raised.value)


def test_without_a_token_to_begin_with_an_answer_cannot_begin(checkpoint: Checkpoint, tmp_path: Path) -> None:
    folder = shutil.copytree(checkpoint("bart"), tmp_path / "bart")
    for file in ("config.json", "generation_config.json"):
        content = json.loads((folder / file).read_text("utf-8"))
        for key in ("decoder_start_token_id", "bos_token_id"):
            content[key] = None
        (folder / file).write_text(json.dumps(content), "utf-8")
    with pytest.raises(EvalError, match="no token with which an answer begins"):
        load(folder)
