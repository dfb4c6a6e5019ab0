import argparse
import importlib
import importlib.util
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.bbq import asking, harness_command, harness_scores
from mitgemeint.eval.bbq.harness import MARKER, Tasks, task_files, write_tasks
from mitgemeint.eval.bbq.item import Condition, Item, Polarity
from mitgemeint.eval.bbq.methods import Method, Question, answer, requests
from mitgemeint.eval.bbq.orders import CHOICES, Order, places
from mitgemeint.eval.bbq.prompts import PromptTemplate, shipped_prompts
from mitgemeint.eval.bbq.scores import score
from mitgemeint.eval.bbq.tally import Answer, tally, total
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.language_models.model import Decoding
from mitgemeint.eval.problems import EvalError

SCORES = tuple(harness_scores.AGGREGATIONS)
PROMPTS = shipped_prompts()
ABOUT = {"data_set": "trial", "items_sha256": "0"}


def items() -> list[Item]:
    """Two questions of both orientations, in both conditions; one item without a biased choice."""
    found = []
    for number, (condition, polarity) in enumerate(product(Condition, Polarity)):
        negative = polarity is Polarity.NEGATIVE
        for place, names in enumerate((("die Frau", "der Mann"), ("Der Opa", "Die Äbtissin"))):
            ambiguous = condition is Condition.AMBIGUOUS
            found.append(
                Item(
                    f"trial-{number}-{place}",
                    "trial",
                    str(place),
                    condition,
                    polarity,
                    "{Sie} kamen 100 % zu „spät“." + ("" if ambiguous else f" {names[0]} war es."),
                    "Wer war es?",
                    (names[0], names[1], "keine Antwort"),
                    ("F", "M", "unknown"),
                    ("F",),
                    2 if ambiguous else number % 2,
                    2,
                    int(negative) if place == 0 else int(not negative),
                )
            )
    return [*found, replace(found[0], id="without", biased=None)]


def function(name: str) -> Any:
    return getattr(harness_scores, name.removeprefix("utils."))


class _Reader(yaml.SafeLoader):
    pass


_Reader.add_constructor("!function", lambda reader, node: f"!{reader.construct_scalar(node)}")


def read(text: str) -> Any:
    return yaml.load(text, _Reader)


def filled(task: dict[str, Any], row: dict[str, Any]) -> tuple[str, str]:
    """Text and opening, as the harness makes them of the task."""
    jinja2 = pytest.importorskip("jinja2")
    made = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    return tuple(made.from_string(task.get(name, "")).render(row) for name in ("doc_to_text", "gen_prefix"))


@pytest.mark.parametrize("prompt", PROMPTS.prompts.values(), ids=lambda prompt: prompt.name)
@pytest.mark.parametrize("order", ["given", "shuffled", "all"])
def test_tasks_show_what_our_own_runs_show(prompt: PromptTemplate, order: str) -> None:
    own, orders = items(), CHOICES[order]
    tasks = Tasks("trial", (prompt,), orders=orders, seed=3)
    files = task_files(tasks, own, ABOUT)
    for each in orders:
        task = read(files[f"{tasks.task(prompt, each)}.yaml"])
        rows = [json.loads(line) for line in files[task["dataset_kwargs"]["file"]].splitlines()]
        for item, row in zip(own, rows, strict=True):
            shown = places(item, each, 3)
            asked = prompt.filled(item, shown)
            text, opening = filled(task, row)
            expected = "\n".join(filter(None, (asked.system, asked.text, asked.opening)))
            assert text + opening == expected
            assert shown[row["label"]] == item.label
            assert (row["biased"] == -1) == (item.biased is None)
            assert item.biased in (None, shown[row["biased"]])


def test_a_chat_template_puts_the_opening_into_the_answer() -> None:
    prompt = replace(PROMPTS.prompts["de-letters"], system="Sei kurz.")
    files = task_files(Tasks("trial", (prompt,), chat=True), items(), ABOUT)
    task = read(files["trial_de-letters.yaml"])
    assert task["description"] == "Sei kurz."
    assert task["gen_prefix"] == "Antwort:"
    assert not task["doc_to_text"].endswith("\n")
    assert "--apply_chat_template" in files["README.md"]


@given(st.text("{}%# a\n", max_size=20))
def test_braces_in_a_prompt_stay_what_they_are(text: str) -> None:
    prompt = PromptTemplate("p", "de", f"{text}{{question}}{text}", "text", text)
    files = task_files(Tasks("trial", (prompt,)), items()[:1], ABOUT)
    row = json.loads(files["items-given.jsonl"])
    asked = prompt.filled(items()[0], (0, 1, 2))
    assert "".join(filled(read(files["trial_p.yaml"]), row)) == "\n".join(
        filter(None, (asked.text, asked.opening))
    )


@given(st.lists(st.integers(0, 2), min_size=9, max_size=9), st.sampled_from(list(Order)))
def test_scores_are_those_of_our_own_tally(answers: list[int], order: Order) -> None:
    own, prompt = items(), PROMPTS.prompts["de-letters"]
    files = task_files(Tasks("trial", (prompt,), orders=(order,)), own, ABOUT)
    rows = [json.loads(line) for line in files[f"items-{order}.jsonl"].splitlines()]
    counted, given_answers = [], []
    for item, row, place in zip(own, rows, answers, strict=True):
        logs = [(-1.0 if each == place else -2.0, False) for each in range(3)]
        counted.append(harness_scores.by_sum(row, logs))
        given_answers.append((item, places(item, order)[place]))
    assert aggregated(counted) == expected_scores(given_answers)


def aggregated(counted: Sequence[dict[str, tuple[int, ...]]]) -> dict[str, float]:
    return {
        name: pytest.approx(aggregation([each[name] for each in counted]), nan_ok=True)
        for name, aggregation in harness_scores.AGGREGATIONS.items()
    }


def expected_scores(answers: Sequence[tuple[Item, Answer]]) -> dict[str, float]:
    found = score(total(tally(answers)))
    return {name: float("nan") if (value := found[name]) is None else value for name in SCORES}


def test_nothing_to_divide_by_is_no_score() -> None:
    assert harness_scores.accuracy([(0, 0)]) != harness_scores.accuracy([(0, 0)])


def test_the_module_beside_the_tasks_stands_alone(tmp_path: Path) -> None:
    write_tasks(tmp_path / "tasks", task_files(Tasks("trial", chosen()), items(), ABOUT))
    specification = importlib.util.spec_from_file_location("utils", tmp_path / "tasks" / "utils.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    assert "mitgemeint.eval" not in (tmp_path / "tasks" / "utils.py").read_text("utf-8")
    assert module.by_length(
        {"choice_0": "aa", "choice_1": "b", "choice_2": "cccc", "label": 2, "condition": "ambiguous"}
        | {"biased": 0, "counter_biased": 1},
        [(-2.0, False), (-1.5, False), (-3.0, False)],
    )["accuracy_ambiguous"] == (1, 1)


def chosen() -> tuple[PromptTemplate, ...]:
    return PROMPTS.chosen(["de-plain", "de-letters"])


def test_tasks_take_the_place_of_those_that_are_there(tmp_path: Path) -> None:
    write_tasks(tmp_path, task_files(Tasks("old", chosen()), items(), ABOUT))
    write_tasks(tmp_path, task_files(Tasks("new", chosen()[:1]), items(), ABOUT))
    names = {path.name for path in tmp_path.iterdir()}
    expected = {"README.md", "utils.py", MARKER, "items-given.jsonl", "new.yaml", "new_de-plain.yaml"}
    assert names == expected


@pytest.mark.parametrize("content", ["", "[]", '{"files": 3}'])
def test_a_folder_with_anything_else_is_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / "thesis.tex").write_text("mine", "utf-8")
    (tmp_path / MARKER).write_text(content, "utf-8")
    with pytest.raises(EvalError, match=r"thesis.tex is in it; name an empty folder with --out"):
        write_tasks(tmp_path, task_files(Tasks("trial", chosen()), items(), ABOUT))
    assert (tmp_path / "thesis.tex").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": Method.GENERATION}, "--answers: there is no task for answers by generation"),
        ({"method": Method.UNCONDITIONAL}, "--answers: there is no task for answers by unconditional"),
        ({"method": Method.LETTER}, "--answers: de-plain does not ask for a letter"),
        ({"name": "../x"}, "--name: '../x' is no name"),
    ],
)
def test_what_the_harness_cannot_ask(options: dict[str, Any], message: str) -> None:
    with pytest.raises(EvalError) as caught:
        Tasks(**{"name": "trial", "prompts": chosen(), **options})
    assert message in str(caught.value)


def test_no_items_are_an_error() -> None:
    with pytest.raises(EvalError, match="holds no items"):
        task_files(Tasks("trial", chosen()), [], ABOUT)


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    harness_command.add(parser.add_subparsers())
    options = parser.parse_args(["harness", *arguments])
    status: int = options.run(options)
    return status


def test_the_command_writes_the_tasks_of_a_data_set(tmp_path: Path, capsys: Any) -> None:
    data = Path(__file__).parents[3].parent / "shared" / "data" / "gg-bbq"
    if not data.exists():
        pytest.skip("the data of GG-BBQ are not here")
    out = tmp_path / "tasks"
    assert run(str(data / "rev-3a95eef"), "--limit", "4", "--orders", "unknown", "--out", str(out)) == 0
    assert "lm_eval --tasks bbq --include_path" in capsys.readouterr().out
    assert len(list(out.glob("bbq_de-*.yaml"))) == 15
    assert len(read((out / "bbq.yaml").read_text("utf-8"))["task"]) == 15


@pytest.fixture
def gpt2(tmp_path: Path) -> Path:
    """The folder of a tiny model with random weights."""
    missing = [
        name
        for name in ("lm_eval", "torch", "transformers", "tokenizers")
        if not importlib.util.find_spec(name)
    ]
    if missing:
        reason = f"{missing[0]} is not installed; the extra harness has lm_eval"
        if os.environ.get("CI") and missing[0] != "lm_eval":
            pytest.fail(reason)
        pytest.skip(reason)
    import torch
    from tokenizers import ByteLevelBPETokenizer
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    words = ByteLevelBPETokenizer()
    text = [
        *(f"{item.context} {item.question} {' '.join(item.choices)}" for item in items()),
        "Antwort: A B C",
    ]
    words.train_from_iterator(text * 3, vocab_size=320, special_tokens=["<|endoftext|>"])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words._tokenizer, bos_token="<|endoftext|>", eos_token="<|endoftext|>"
    )
    folder = tmp_path / "gpt2"
    tokenizer.save_pretrained(folder)
    torch.manual_seed(5)
    config = GPT2Config(vocab_size=len(tokenizer), n_positions=512, n_embd=16, n_layer=2, n_head=2)
    model = GPT2LMHeadModel(config).eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(4)  # a new model is indifferent to everything
    model.save_pretrained(folder)
    return folder


@pytest.mark.timeout(600)
def test_the_harness_and_our_own_run_agree(gpt2: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    from mitgemeint.eval.language_models.registry import load_language_model

    orders = (Order.GIVEN, Order.UNKNOWN_FIRST)
    tasks = Tasks("trial", PROMPTS.chosen(["german"]), orders=orders)
    write_tasks(tmp_path / "tasks", task_files(tasks, items(), ABOUT))
    theirs = simple_evaluate(
        model="hf",
        model_args={"pretrained": str(gpt2), "dtype": "float32"},
        tasks=["trial"],
        task_manager=TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False),
        device="cpu",
        batch_size=4,
        bootstrap_iters=0,
        log_samples=True,
    )
    model = load_language_model(str(gpt2), chat="off")
    seen = set()
    for prompt, order in product(tasks.prompts, orders):
        questions = [Question(item, prompt, order, places(item, order)) for item in items()]
        asked = [request for each in questions for request in requests(each, Method.ASKED)]
        journal = Journal(tmp_path / "journal", asking.as_json, asking.from_json)
        replies = asking.ask(model, asked, Decoding(), journal, _Silent())
        wordings: Any = None
        answers = [(each.item, answer(each, Method.ASKED, replies, wordings)) for each in questions]
        name = tasks.task(prompt, order)
        found = theirs["results"][name]
        assert {key: pytest.approx(found[f"{key},none"]) for key in SCORES} == expected_scores(answers)
        logs = [log for sample in theirs["samples"][name] for ((log, _),) in sample["resps"]]
        ours = [each.log for request in asked for each in replies.likelihoods(request)]
        assert sorted(ours) == pytest.approx(sorted(logs), abs=1e-4)
        seen.add(tuple(chosen for _, chosen in answers))
    assert len(seen) > 1
    names = [tasks.task(*pair) for pair in product(tasks.prompts, orders)]
    each = [theirs["results"][name]["accuracy_ambiguous,none"] for name in names]
    mean = theirs["results"]["trial"]["accuracy_ambiguous,none"]
    assert mean == pytest.approx(sum(each) / len(each))


class _Silent:
    def begin(self, model: str, what: str, total: int) -> None:
        pass

    def advance(self, done: int) -> None:
        pass
