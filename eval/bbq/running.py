"""Runs models on data sets: questions → requests → replies → answers → counts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mitgemeint.eval.bbq.asking import Progress as AskingProgress
from mitgemeint.eval.bbq.asking import Replies, Reply, ask
from mitgemeint.eval.bbq.data_set import DataSet
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.methods import Method, Question, answer, requests
from mitgemeint.eval.bbq.orders import Order, places
from mitgemeint.eval.bbq.prompts import PromptTemplate
from mitgemeint.eval.bbq.result import Agreement, Cell
from mitgemeint.eval.bbq.tally import Answer, tally
from mitgemeint.eval.bbq.wordings import Wordings, read_wordings
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.language_models.model import Decoding, LanguageModel


class Progress(AskingProgress, Protocol):
    """Told also which model is loaded, and when a part ends."""

    def load(self, model: str) -> None:
        """That a model is being loaded."""

    def end(self) -> None:
        """That a part is over."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked: items, prompts, orders of choices, ways to an answer, and how texts are generated."""

    data_sets: tuple[DataSet, ...]
    prompts: tuple[PromptTemplate, ...]
    orders: tuple[Order, ...]
    methods: tuple[Method, ...]
    decoding: Decoding
    seed: int

    def questions(self, data_set: DataSet, prompt: PromptTemplate, order: Order) -> Iterator[Question]:
        """The items of a set with a prompt of their language."""
        for item in data_set.items:
            if item.language == prompt.language:
                yield Question(item, prompt, order, places(item, order, self.seed))

    def combinations(self) -> Iterator[tuple[DataSet, PromptTemplate, Order, Method]]:
        """All that go together: a prompt has its language, and letters to be answered by letter."""
        for data_set in self.data_sets:
            languages = {item.language for item in data_set.items}
            for method in self.methods:
                for prompt in self.prompts:
                    if prompt.language in languages and method.fits(prompt):
                        for order in self.orders:
                            yield data_set, prompt, order, method


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers of a model to the items of a set with one prompt, order and method."""

    data_set: str
    model: str
    prompt: str
    order: str
    method: str
    answers: tuple[tuple[Item, Answer], ...]
    written: tuple[str, ...] = ()
    """What the model wrote for each, where answers come from texts."""

    @property
    def cell(self) -> Cell:
        """Their counts."""
        counts = tally(self.answers)
        return Cell(self.data_set, self.model, self.prompt, self.order, self.method, counts)

    def rows(self) -> Iterator[dict[str, Any]]:
        """A line for each answer, as it is written to a file."""
        for number, (item, given) in enumerate(self.answers):
            yield {
                "data_set": self.data_set,
                "item": item.id,
                "category": item.category,
                "template": item.template,
                "condition": item.condition.value,
                "polarity": item.polarity.value,
                "prompt": self.prompt,
                "order": self.order,
                "method": self.method,
                "answer": given,
                "choice": item.choices[given] if isinstance(given, int) else None,
                "label": item.label,
                "biased": item.biased,
                **({"written": self.written[number]} if self.written else {}),
            }


def run(
    name: str,
    load: Callable[[], LanguageModel],
    plan: Plan,
    journal: Journal[Reply],
    progress: Progress,
) -> list[Answered]:
    """The answers of one model to all that is asked; what the journal has is not asked for again.

    Raises EvalError, with the replies so far in the journal.
    """
    progress.load(name)
    model = load()
    wordings = read_wordings()
    combinations = list(plan.combinations())
    wanted = (
        request
        for data_set, prompt, order, method in combinations
        for question in plan.questions(data_set, prompt, order)
        for request in requests(question, method)
    )
    replies = ask(model, wanted, plan.decoding, journal, progress)
    progress.end()
    return [_answered(name, plan, combination, replies, wordings) for combination in combinations]


def _answered(
    name: str,
    plan: Plan,
    combination: tuple[DataSet, PromptTemplate, Order, Method],
    replies: Replies,
    wordings: Mapping[str, Wordings],
) -> Answered:
    data_set, prompt, order, method = combination
    questions = list(plan.questions(data_set, prompt, order))
    known = wordings.get(prompt.language, Wordings())
    answers = tuple((each.item, answer(each, method, replies, known)) for each in questions)
    written: tuple[str, ...] = ()
    if method.of(prompt) is Method.GENERATION:
        written = tuple(replies.generated(each.prompt).text for each in questions)
    return Answered(data_set.name, name, prompt.name, order.value, method.value, answers, written)


def agreements(answered: Iterable[Answered]) -> Iterator[Agreement]:
    """How often answers stay the same over prompts (within an order) and over orders (within a prompt)."""
    found = list(answered)
    yield from _agreements(found, "prompts", lambda each: each.order)
    yield from _agreements(found, "orders", lambda each: each.prompt)


def _agreements(
    found: Sequence[Answered], over: str, within: Callable[[Answered], str]
) -> Iterator[Agreement]:
    groups: dict[tuple[str, str, str, str], list[Answered]] = {}
    for each in found:
        groups.setdefault((each.data_set, each.model, each.method, within(each)), []).append(each)
    for (data_set, model, method, held), members in groups.items():
        if len(members) > 1:
            by_item: dict[str, list[Answer]] = {}
            for member in members:
                for item, given in member.answers:
                    by_item.setdefault(item.id, []).append(given)
            asked = [given for given in by_item.values() if len(given) == len(members)]
            same = sum(len(set(given)) == 1 for given in asked)
            yield Agreement(data_set, model, method, over, held, len(asked), same)


def sizes(data_sets: Sequence[DataSet]) -> Mapping[str, Any]:
    """What results state about data sets: source, hash, numbers of items, doubts."""
    return {
        each.name: {
            "source": each.source,
            "sha256": each.fingerprint,
            "items": {
                category: sum(item.category == category for item in each.items)
                for category in each.categories
            },
            "doubts": list(each.doubts),
        }
        for each in data_sets
    }
