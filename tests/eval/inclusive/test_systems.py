"""The systems: what they answer, and what they refuse."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mitgemeint.analysis import resources
from mitgemeint.analysis.components import Components
from mitgemeint.eval.extras import REFERENCE, remedy
from mitgemeint.eval.inclusive.benchmark_set import Conventions
from mitgemeint.eval.inclusive.systems import prompts, registry
from mitgemeint.eval.inclusive.systems.assistant import Assistant
from mitgemeint.eval.inclusive.systems.nothing import Nothing
from mitgemeint.eval.inclusive.systems.outputs import Outputs, as_row
from mitgemeint.eval.inclusive.systems.prompted import Prompted
from mitgemeint.eval.inclusive.systems.registry import load_system, short_names
from mitgemeint.eval.inclusive.systems.replacer import Replacer, citation_forms
from mitgemeint.eval.inclusive.systems.system import Answer, Request, System, Task
from mitgemeint.eval.language_models.model import (
    Continuations,
    Decoding,
    Generated,
    Likelihood,
    Progress,
    Prompt,
)
from mitgemeint.eval.problems import EvalError

TEXT = "Die Lehrer helfen jedem."


@dataclass
class Told:
    """A language model: answers every prompt by a function, and keeps the prompts."""

    answer: Callable[[Prompt], str]
    name: str = "told"
    fingerprint: str = "told"
    settings: Mapping[str, str] = field(default_factory=dict)
    asked: list[Prompt] = field(default_factory=list)

    def likelihoods(
        self, requests: Sequence[Continuations], progress: Progress | None = None
    ) -> list[tuple[Likelihood, ...]]:
        raise NotImplementedError

    def generate(
        self, prompts: Sequence[Prompt], decoding: Decoding, progress: Progress | None = None
    ) -> list[Generated]:
        self.asked += prompts
        return [Generated(self.answer(prompt)[: 8 * decoding.longest], True) for prompt in prompts]


def request(
    text: str = TEXT, name: str = "a", number: int = 0, *, allowed: bool = True, notation: str = ""
) -> Request:
    return Request("set", name, number, text, allowed, notation)


def answer(system: System, asked: Request) -> Answer:
    (found,) = system.answers([asked])
    return found


@pytest.fixture(scope="module")
def assistant() -> Assistant:
    return Assistant("default")


# ---- the assistant ----


def test_the_assistant_labels_suggests_and_rewrites(assistant: Assistant) -> None:
    found = answer(assistant, request("Die Bewerber kommen."))
    assert found.labels == ((4, 12),)
    assert found.candidates is not None
    assert found.rewriting == found.candidates[0]
    assert "Die Bewerber*innen kommen." in found.candidates


def test_gender_characters_are_written_only_where_they_are_allowed(assistant: Assistant) -> None:
    candidates = answer(assistant, request("Die Bewerber kommen.", allowed=False)).candidates
    assert candidates is not None
    assert not any("*" in text for text in candidates)
    assert "Die Bewerberinnen und Bewerber kommen." in candidates


@pytest.mark.parametrize(
    ("notation", "text"),
    [("star", "Die Bewerber*innen kommen."), ("pair", "Die Bewerberinnen und Bewerber kommen.")],
)
def test_a_notation_that_is_asked_for_is_written(assistant: Assistant, notation: str, text: str) -> None:
    asked = request("Die Bewerber kommen.", allowed=notation == "star", notation=notation)
    assert answer(assistant, asked).rewriting == text


def test_labels_on_pronouns_stand_apart(assistant: Assistant) -> None:
    found = answer(assistant, request("Jeder, der seinen Ausweis hat, kommt."))
    assert found.labels == ()
    assert found.pronouns


def test_the_conventions_of_a_set_are_kept(assistant: Assistant) -> None:
    text = "Der Hausmeister Herr Müller kommt."
    plain, counted = (
        Request("set", "a", 0, text, True, conventions=conventions)
        for conventions in (Conventions(), Conventions(specific=True))
    )
    assert answer(assistant, plain).labels == ()
    assert answer(assistant, counted).labels == ((4, 15),)


def test_a_text_with_nothing_to_find_stays(assistant: Assistant) -> None:
    assert answer(assistant, request("Es regnet.")) == Answer((), (), ("Es regnet.",), "Es regnet.")


def test_components_change_the_fingerprint(assistant: Assistant) -> None:
    assert Assistant("x").fingerprint == assistant.fingerprint
    assert Assistant("x", components=Components(ranking=False)).fingerprint != assistant.fingerprint


def test_an_analyzer_that_is_not_there_is_told() -> None:
    with pytest.raises(EvalError, match=r"de_no_such_model.*neither installed nor a folder"):
        load_system("spacy:de_no_such_model")


@pytest.mark.parametrize("name", ["", "defaults", "model:", "outputs:", "spacy:", "LLM:x"])
def test_names_of_no_system_are_refused(name: str) -> None:
    with pytest.raises(EvalError, match="is no system; take one of default"):
        load_system(name)


def test_systems_are_called_by_their_files_where_those_tell_them_apart(tmp_path: Path) -> None:
    names = [f"outputs:{tmp_path / name}.txt" for name in ("a/x", "b/x", "a/y")]
    for name in names:
        path = Path(name.partition(":")[2])
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert [*short_names(["default", names[0], names[2]]).values()] == ["default", "outputs:x", "outputs:y"]
    assert [*short_names(names[:2]).values()] == names[:2]
    reference = f"reference:de_trf,stanza={tmp_path / 'a'},s0=0.5"
    assert [*short_names([reference]).values()] == ["reference:de_trf,stanza=a,s0=0.5"]


def test_doing_nothing() -> None:
    assert answer(Nothing(), request()) == Answer(rewriting=TEXT)


# ---- outputs ----


def sets(**sizes: int) -> list[list[Request]]:
    """Sets of so many sentences by name; ids are s0, s1, …"""
    return [
        [Request(name, f"s{number}", number, TEXT, True) for number in range(size)]
        for name, size in sizes.items()
    ]


def covered(system: Outputs, **sizes: int) -> list[str]:
    return [each[0].set for each in system.covered(sets(**sizes))]


def written(path: Path, *rows: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_outputs_are_found_by_set_and_id(tmp_path: Path) -> None:
    full = Answer(((4, 10),), ((18, 23),), ("x", "y"), "x")
    other = Answer(rewriting="Alle helfen.")
    path = written(tmp_path / "out.jsonl", as_row("one", "s0", full), as_row("two", "s0", other))
    system = Outputs("out", path)
    assert covered(system, one=1, two=1, three=1) == ["one", "two"]
    assert [answer(system, each[0]) for each in sets(one=1, two=1)] == [full, other]


def test_outputs_without_a_set_are_found_by_id_where_that_is_of_one_set(tmp_path: Path) -> None:
    path = written(tmp_path / "out.jsonl", {"id": "s1", "output": "b"}, {"id": "s0", "output": "a"})
    system = Outputs("out", path)
    assert covered(system, one=2) == ["one"]
    assert [each.rewriting for each in system.answers(sets(one=2)[0])] == ["a", "b"]
    with pytest.raises(
        EvalError, match=r"the id s0 is one of one and one of two; give each line its set, or"
    ):
        covered(system, one=2, two=1)
    assert covered(Outputs("out", path, "one"), one=2, two=1) == ["one"]


def test_outputs_for_a_part_of_a_set_or_for_others_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "out.jsonl", {"id": "s0", "output": "a"})
    with pytest.raises(EvalError, match="has no output for s1, though for other sentences of one"):
        covered(Outputs("out", path), one=2)
    written(path, {"id": "z", "output": "a"})
    with pytest.raises(EvalError, match=r"for any of the sets .its first id is z, that of one s0."):
        covered(Outputs("out", path), one=2)
    written(path, {"set": "two", "id": "s0", "output": "a"})
    with pytest.raises(EvalError, match=r"for any of the sets .its sets: two; those of the run: one."):
        covered(Outputs("out", path), one=2)


@pytest.mark.parametrize(
    ("content", "sizes", "found"),
    [
        ("a\nb\n", {"one": 2, "two": 3}, ["one"]),
        ("\ufeffa\r\nb", {"one": 2}, ["one"]),
        ("a\nb\n\n \n", {"one": 2}, ["one"]),  # blank lines at the end
        ("a\n\nb", {"one": 3}, ["one"]),  # an output that is empty
        ("a\nb\n\n", {"one": 3}, ["one"]),  # the last one, too
        ("a\nb\n", {"one": 3}, "has 2 lines, one has 3 sentences"),
        ("a\nb\n", {"one": 1, "two": 7}, "has 2 lines, one has 1 sentence, two has 7 sentences"),
        ("a\n", {"one": 1, "two": 1}, "has 1 line, which fits several sets .one, two.; say which .*SET=FILE"),
        ("", {"one": 1}, "is empty"),
        ("\n \n", {"one": 2}, "is empty"),
        ('{"id": "s0", "output": "x"}', {"one": 1}, "holds JSON lines; name it so that it ends in .jsonl"),
    ],
)
def test_lines_of_a_text_file_are_counted(
    tmp_path: Path, content: str, sizes: dict[str, int], found: list[str] | str
) -> None:
    path = tmp_path / "out.txt"
    path.write_bytes(content.encode("utf-8"))
    if isinstance(found, str):
        with pytest.raises(EvalError, match=found):
            covered(Outputs("out", path), **sizes)
        return
    system = Outputs("out", path)
    assert covered(system, **sizes) == found
    (first, *rest) = system.answers(sets(**sizes)[0])
    assert first.rewriting == "a"
    assert all(each.rewriting in ("", "b") for each in rest)


def test_a_set_is_named_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a=b.txt"
    path.write_text("x\n", "utf-8")
    one_of_two = load_system(f"outputs:two={path}")
    assert [each[0].set for each in one_of_two.covered(sets(one=1, two=1))] == ["two"]
    assert load_system(f"outputs:{path}").covered(sets(one=1))  # the sign is in the name of the file
    with pytest.raises(EvalError, match=r"no set of the run is named 'six' .there are one, two."):
        load_system(f"outputs:six={path}").covered(sets(one=1, two=1))
    with pytest.raises(EvalError, match="two has 2 sentences"):
        load_system(f"outputs:two={path}").covered(sets(one=1, two=2))
    with pytest.raises(EvalError, match="~nouser is the home of nobody"):
        load_system("outputs:~nouser/x")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("{", "is no JSON"),
        ("[]", "is no object"),
        ('{"id": "a"}', "has none of output, labels, candidates"),
        ('{"output": "x"}', "has no id"),
        ('{"id": 3, "output": "x"}', "id is 3, no text"),
        ('{"id": "", "output": "x"}', "id is '', no text"),
        ('{"id": "a", "set": null, "output": "x"}', "set is null, no text"),
        ('{"id": "a", "set": "s", "output": "x"}', "set is in some lines, and not in others"),
        ('{"id": "ok", "output": "x"}', r"line 1 has the same id .ok."),
        ('{"id": "a", "output": 3}', "output is 3, no text"),
        ('{"id": "a", "output": null}', "output is null, no text"),
        ('{"id": "a", "output": "\\ud83d"}', "output holds half a surrogate pair"),
        ('{"id": "a", "candidates": "abc"}', "candidates is 'abc', no list of texts"),
        ('{"id": "a", "candidates": {"x": 1}}', "candidates is {.x.: 1}, no list"),
        ('{"id": "a", "candidates": [2]}', "candidates is .2., no list of texts"),
        ('{"id": "a", "candidates": ["\\udc00"]}', "candidates.0 holds half a surrogate"),
        ('{"id": "a", "labels": null}', "labels is null, no list"),
        ('{"id": "a", "labels": [1]}', "labels: 1 is no .start, end."),
        ('{"id": "a", "labels": [[0, "x"]]}', 'labels: .0, "x". is no'),
        ('{"id": "a", "labels": [[0, 1, 2]]}', "labels: .0, 1, 2. is no"),
        ('{"id": "a", "labels": [[10, 4]]}', "labels: .10, 4. is no"),
        ('{"id": "a", "labels": [[4, 4]]}', "labels: .4, 4. is no"),
        ('{"id": "a", "labels": [[-5, -1]]}', "labels: .-5, -1. is no"),
        ('{"id": "a", "labels": [[false, true]]}', "labels: .false, true. is no"),
        ('{"id": "a", "output": "x", "pronouns": {}}', "pronouns is {}, no list"),
    ],
)
def test_rows_that_are_no_outputs_are_refused(tmp_path: Path, row: str, reason: str) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text('{"id": "ok", "output": "x"}\n' + row, "utf-8")
    with pytest.raises(EvalError, match=rf"out\.jsonl, line 2: {reason}"):
        Outputs("out", path)


@pytest.mark.parametrize("name", ["labels", "pronouns"])
def test_spans_beyond_the_sentence_are_refused(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "out.jsonl", {"id": "s0", "output": "x", name: [[0, len(TEXT)]]})
    assert covered(Outputs("out", path), one=1) == ["one"]
    written(path, {"id": "s0", "output": "x", name: [[0, 10**9]]})
    with pytest.raises(EvalError, match=rf"line 1: {name}: .0, 1000000000. is not within the sentence"):
        covered(Outputs("out", path), one=1)


def test_unknown_fields_of_outputs_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"output": "x", "candidate": ["y"]}
    Outputs("out", written(tmp_path / "out.jsonl", {"id": "a", **row}, {"id": "b", **row}))
    assert "unknown fields are left out: 'candidate' (first in line 1)" in capsys.readouterr().err


def test_outputs_that_are_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(EvalError, match="No such file"):
        Outputs("out", tmp_path / "missing.jsonl")


# ---- a language model by prompt ----


def is_labelling(prompt: Prompt) -> bool:
    return prompt.opening == prompts.LABELLING_OPENING


def test_a_model_is_asked_for_labels_and_for_versions() -> None:
    first, second = "Die Lehrkräfte helfen allen.", "Die Lehrer*innen helfen jedem."
    said = f"1. {first}\n2. „{second}“\n\n1. {first}"
    model = Told(lambda prompt: "- „Lehrer“\njedem" if is_labelling(prompt) else said)
    found = answer(Prompted("model:told", model), request())
    assert found.labels == ((4, 10), (18, 23))
    assert found.candidates == (first, second)
    assert found.rewriting == first
    assert all(TEXT in prompt.text and prompt.system for prompt in model.asked)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (request(), prompts.WITH_CHARACTERS),
        (request(allowed=False), prompts.WITHOUT_CHARACTERS),
        (request(allowed=False, notation="pair"), prompts.RULES["pair"]),
    ],
)
def test_a_model_is_told_what_is_allowed(asked: Request, said: str) -> None:
    assert said in prompts.suggestions_prompt(asked).text


UNREADABLE = [
    ("<think>Das ist schwer", "keine", {Task.REWRITING}),
    ("Alle helfen.", "Schwer zu sagen.", {Task.LABELLING}),
    ("", "", {Task.LABELLING, Task.REWRITING}),
    ("Alle helfen.", "keine", set()),
]


@pytest.mark.parametrize(("versions", "labels", "unreadable"), UNREADABLE)
def test_answers_that_cannot_be_read_are_told_by_task(
    versions: str, labels: str, unreadable: set[Task]
) -> None:
    told = Told(lambda prompt: labels if prompt.opening == prompts.LABELLING_OPENING else versions)
    found = answer(Prompted("model:told", told), request())
    assert (found.labels, found.unreadable) == ((), unreadable)
    assert found.rewriting == (TEXT if Task.REWRITING in unreadable else versions)
    assert as_row("small", "a", found).get("unreadable", []) == sorted(unreadable)


@pytest.mark.parametrize("lacking", [["spacy-stanza"], ["spacy-stanza", "compound-split"]])
def test_what_the_reference_lacks_is_told_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, lacking: list[str]
) -> None:
    monkeypatch.setattr(
        registry, "missing", lambda *names: [name for name in names if name.replace("_", "-") in lacking]
    )
    told = f"reference:de_x: not installed: {', '.join(lacking)}; {remedy(REFERENCE)}"
    with pytest.raises(EvalError) as raised:
        load_system("reference:de_x")
    assert str(raised.value) == told


def test_another_reading_is_another_system(monkeypatch: pytest.MonkeyPatch) -> None:
    system = Prompted("model:told", Told(lambda prompt: "keine"))
    before = system.fingerprint
    monkeypatch.setattr(prompts, "VERSION", "next")
    assert system.fingerprint != before


def test_a_model_that_says_nothing_leaves_the_text() -> None:
    found = answer(Prompted("model:told", Told(lambda prompt: "\n")), request())
    assert (found.labels, found.candidates, found.rewriting) == ((), (TEXT,), TEXT)


def test_requests_are_sent_in_parts_and_answered_in_order() -> None:
    asked = [request(f"Satz {number}.", f"{number}", number) for number in range(20)]
    model = Told(lambda prompt: "" if is_labelling(prompt) else prompt.text.rpartition("Satz: ")[2])
    found = Prompted("model:told", model).answers(asked)
    assert next(found).rewriting == "Satz 0."
    assert len(model.asked) < 2 * len(asked)
    assert [each.rewriting for each in found] == [f"Satz {number}." for number in range(1, 20)]


# ---- a replacer ----


def test_citation_forms_by_notation() -> None:
    database = resources.load("bundled").database
    assert [*citation_forms(database, "Schüler", "star")] == ["Schüler*in"]
    assert [*citation_forms(database, "Schüler", "pair")] == ["Schülerin oder Schüler"]
    assert "Schulkind" in [*citation_forms(database, "Schüler", "neutral")]
    assert [*citation_forms(database, "Tisch", "star")] == []


def replaced(prompt: Prompt) -> str:
    """What a model of the task does, without any grammar."""
    order, _, text = prompt.text.partition(": ")
    _, old, _, new, _ = order.split('"')
    return text.replace(old, new, 1)


def test_a_replacer_replaces_every_phrase() -> None:
    model = Told(replaced)
    found = answer(Replacer("replacer:told", model), request("Die Lehrer und die Schüler kommen."))
    assert found.labels is None
    assert found.candidates is not None
    assert len(found.candidates) > 1
    assert all("Lehrer " not in text and "Schüler " not in text for text in found.candidates)
    assert model.asked[0].text.startswith('Ersetze "Schüler" durch "')


def test_a_replacer_leaves_a_text_without_a_phrase_alone() -> None:
    model = Told(replaced)
    assert answer(Replacer("replacer:told", model), request("Es regnet.")) == Answer(
        None, (), ("Es regnet.",), "Es regnet."
    )
    assert model.asked == []


def test_a_tiny_mt5_is_a_replacer(checkpoint: Callable[[str], Path]) -> None:
    system = load_system(f"replacer:{checkpoint('mt5')}")
    found = list(system.answers([request("Die Lehrer kommen."), request("Es regnet.", "b", 1)]))
    assert found[0].candidates
    assert found[1].rewriting == "Es regnet."
    assert system.settings["task"] == 'Ersetze "{masculine}" durch "{inclusive}": {text}'


def test_a_tiny_causal_model_is_asked_by_prompt(checkpoint: Callable[[str], Path]) -> None:
    found = answer(load_system(f"model:{checkpoint('bloom')}"), request("Es regnet."))
    assert found.candidates
    assert found.rewriting == found.candidates[0]
