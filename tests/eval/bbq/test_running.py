"""Runs: what is asked, once; in which order; and what comes of a run that is killed."""

from collections import Counter
from pathlib import Path

import pytest
from bbq_samples import HashModel, Silence, item, write_gg_bbq
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.bbq import asking
from mitgemeint.eval.bbq.data_set import read_data_set
from mitgemeint.eval.bbq.methods import Method
from mitgemeint.eval.bbq.orders import ALL, CHOICES, Order, places
from mitgemeint.eval.bbq.prompts import shipped_prompts
from mitgemeint.eval.bbq.running import Answered, Plan, agreements, run
from mitgemeint.eval.bbq.tally import NoAnswer, total
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.language_models.model import Continuations, Decoding, Prompt


def plan(folder: Path, orders: str = "given", methods: tuple[Method, ...] = (Method.ASKED,)) -> Plan:
    data_set = read_data_set(str(write_gg_bbq(folder / "data")))
    prompts = shipped_prompts().chosen(["german"])
    return Plan((data_set,), prompts, CHOICES[orders], methods, Decoding(), 0)


def answered(folder: Path, what: Plan, model: HashModel) -> list[Answered]:
    journal = Journal(folder / "journal.jsonl", asking.as_json, asking.from_json)
    return run(model.name, lambda: model, what, journal, Silence())


def test_every_prompt_has_its_cell_with_every_item(tmp_path: Path) -> None:
    found = answered(tmp_path, plan(tmp_path), HashModel())
    assert [each.prompt for each in found] == list(shipped_prompts().groups["german"])
    assert {len(each.answers) for each in found} == {16}
    counts = total(found[0].cell.tallies)
    assert (counts.n_a, counts.n_d, counts.n_b, counts.n_c) == (8, 8, 4, 4)


def test_no_request_is_made_twice_and_none_again(tmp_path: Path) -> None:
    what = plan(tmp_path, "all", tuple(Method))
    first, second = HashModel(), HashModel()
    one = answered(tmp_path, what, first)
    assert max(Counter(first.asked).values()) == 1
    other = answered(tmp_path, what, second)
    assert second.asked == []
    assert one == other


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "CHUNK", 10)
    what = plan(tmp_path)
    killed, whole, fresh = HashModel(break_after=45), HashModel(), HashModel()
    with pytest.raises(KeyboardInterrupt):
        answered(tmp_path / "killed", what, killed)
    found = answered(tmp_path / "killed", what, whole)
    assert len(killed.asked) == 40
    assert not set(killed.asked) & set(whole.asked)
    assert found == answered(tmp_path / "fresh", what, fresh)
    assert set(killed.asked) | set(whole.asked) == set(fresh.asked)


def test_a_damaged_journal_costs_its_lines_only(tmp_path: Path) -> None:
    what = plan(tmp_path)
    answered(tmp_path, what, HashModel())
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_text("utf-8").splitlines()
    journal.write_text("\n".join(["nonsense", *lines[3:-1], lines[-1][:20]]), "utf-8")
    again = HashModel()
    answered(tmp_path, what, again)
    assert len(again.asked) == 4


def test_another_model_is_asked_by_itself(tmp_path: Path) -> None:
    what = plan(tmp_path)
    answered(tmp_path, what, HashModel("one"))
    other = HashModel("other")
    answered(tmp_path, what, other)
    assert len(other.asked) > 0


def test_requests_that_begin_alike_stand_together(tmp_path: Path) -> None:
    model = HashModel()
    answered(tmp_path, plan(tmp_path), model)
    texts = [each.prompt.text for each in model.asked if isinstance(each, Continuations)]
    assert texts == sorted(texts)


def test_what_each_method_asks_for(tmp_path: Path) -> None:
    prompts = shipped_prompts().prompts
    data_set = read_data_set(str(write_gg_bbq(tmp_path)))
    for method, kinds in {
        Method.SUM: {
            (" Die Frau", " Der Mann", " keine Antwort"),
            (" Der Junge", " Das Mädchen", " keine Antwort"),
        },
        Method.LETTER: {(" A", " B", " C")},
    }.items():
        prompt = prompts["de-letters"]
        model = HashModel()
        journal = Journal(tmp_path / f"{method}.jsonl", asking.as_json, asking.from_json)
        what = Plan((data_set,), (prompt,), (Order.GIVEN,), (method,), Decoding(), 0)
        run("m", lambda model=model: model, what, journal, Silence())  # type: ignore[misc]
        assert {each.texts for each in model.asked if isinstance(each, Continuations)} == kinds


def test_letters_are_asked_for_only_where_they_stand(tmp_path: Path) -> None:
    what = plan(tmp_path, methods=(Method.LETTER,))
    assert {prompt.name for _, prompt, _, _ in what.combinations()} == {"de-letters", "de-examination"}


def test_generated_answers_are_read(tmp_path: Path) -> None:
    model = HashModel()
    found = answered(tmp_path, plan(tmp_path, methods=(Method.GENERATION,)), model)
    assert all(isinstance(each, Prompt) for each in model.asked)
    given = {answer for each in found for _, answer in each.answers}
    assert given == {0, 2, NoAnswer.REFUSED, NoAnswer.UNREADABLE}
    counts = total(found[0].cell.tallies)
    assert counts.refused_a + counts.refused_d + counts.unreadable_a + counts.unreadable_d > 0


def test_agreement_over_prompts_and_orders(tmp_path: Path) -> None:
    found = answered(tmp_path, plan(tmp_path, "unknown"), HashModel())
    both = list(agreements(found))
    assert {each.over for each in both} == {"prompts", "orders"}
    assert {each.items for each in both} == {16}
    assert all(0 <= each.same <= each.items for each in both)
    same = [each for each in found if each.prompt == "de-plain"]
    expected = sum(
        len({dict(zip(ids(each), answers(each), strict=True))[id] for each in same}) == 1
        for id in ids(same[0])
    )
    assert next(each.same for each in both if each.within == "de-plain") == expected


def ids(each: Answered) -> list[str]:
    return [item.id for item, _ in each.answers]


def answers(each: Answered) -> list[object]:
    return [answer for _, answer in each.answers]


@given(st.sampled_from(list(Order)), st.integers(0, 2), st.integers(0, 5))
def test_an_order_shows_every_choice_and_puts_the_unknown_one_where_it_says(
    order: Order, unknown: int, seed: int
) -> None:
    shown = places(item(1, unknown=unknown), order, seed)
    assert sorted(shown) == [0, 1, 2]
    if order in ALL:
        assert shown.index(unknown) == ALL.index(order) % 3


def test_the_six_orders_differ() -> None:
    assert len({places(item(1), order) for order in ALL}) == 6
