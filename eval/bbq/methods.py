"""How an answer comes about: by the likelihoods of the choices in several ways, or by what a model writes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mitgemeint.eval.bbq.asking import Replies, Request
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.orders import Order, Places
from mitgemeint.eval.bbq.prompts import LETTERS, PromptTemplate
from mitgemeint.eval.bbq.reading import read_answer
from mitgemeint.eval.bbq.tally import Answer
from mitgemeint.eval.bbq.unifiedqa import read_unifiedqa
from mitgemeint.eval.bbq.wordings import Wordings
from mitgemeint.eval.language_models.model import Continuations, Likelihood, Prompt


class Method(StrEnum):
    """Ways to an answer.

    `sum` takes the choice with the largest log-likelihood, `length` divides it by the choice's letters (as
    acc_norm of lm-evaluation-harness does), `unconditional` subtracts the choice's log-likelihood after the
    opening alone (acc_mutual_info there), `letter` compares those of A, B and C. `asked` is `letter` for
    prompts that ask for a letter and `length` for those that ask for a text. `generation` reads what the
    model writes.
    """

    ASKED = "asked"
    SUM = "sum"
    LENGTH = "length"
    UNCONDITIONAL = "unconditional"
    LETTER = "letter"
    GENERATION = "generation"

    def fits(self, prompt: PromptTemplate) -> bool:
        """Whether a prompt can be answered so: letters must stand in it."""
        return self is not Method.LETTER or prompt.answer == "letter"

    def of(self, prompt: PromptTemplate) -> "Method":
        """What is meant for a prompt."""
        if self is not Method.ASKED:
            return self
        return Method.LETTER if prompt.answer == "letter" else Method.LENGTH


@dataclass(frozen=True, slots=True)
class Question:
    """An item put with a prompt, its choices in an order."""

    item: Item
    template: PromptTemplate
    order: Order
    shown: Places

    @property
    def prompt(self) -> Prompt:
        """What the model is shown."""
        return self.template.filled(self.item, self.shown)

    @property
    def texts(self) -> Continuations:
        """The choices as continuations."""
        return Continuations(self.prompt, self.template.continuations(self.item, self.shown))

    @property
    def letters(self) -> Continuations:
        """The letters as continuations."""
        return Continuations(self.prompt, tuple(f" {letter}" for letter in LETTERS))

    @property
    def bare(self) -> Continuations:
        """The choices after the opening alone."""
        prompt = Prompt("", self.template.opening, self.template.system)
        return Continuations(prompt, self.template.continuations(self.item, self.shown))


def requests(question: Question, method: Method) -> Iterator[Request]:
    """What a model must be asked for an answer of that method."""
    match method.of(question.template):
        case Method.GENERATION:
            yield question.prompt
        case Method.LETTER:
            yield question.letters
        case Method.UNCONDITIONAL:
            yield question.texts
            yield question.bare
        case _:
            yield question.texts


def answer(question: Question, method: Method, replies: Replies, wordings: Wordings) -> Answer:
    """The choice of the item (not its place on show) that the replies come to, or why there is none."""
    match method.of(question.template):
        case Method.GENERATION:
            return _read(question, replies.generated(question.prompt).text, wordings)
        case Method.LETTER:
            values = [each.log for each in replies.likelihoods(question.letters)]
        case Method.UNCONDITIONAL:
            after, alone = replies.likelihoods(question.texts), replies.likelihoods(question.bare)
            values = [one.log - other.log for one, other in zip(after, alone, strict=True)]
        case Method.LENGTH:
            values = _by_length(question, replies.likelihoods(question.texts))
        case _:
            values = [each.log for each in replies.likelihoods(question.texts)]
    return question.shown[max(range(len(values)), key=lambda place: values[place])]


def _by_length(question: Question, likelihoods: Sequence[Likelihood]) -> list[float]:
    texts = question.texts.texts
    return [each.log / len(text.strip()) for each, text in zip(likelihoods, texts, strict=True)]


def _read(question: Question, text: str, wordings: Wordings) -> Answer:
    item, shown = question.item, question.shown
    choices = [item.choices[choice] for choice in shown]
    if question.template.lower_case:
        found = read_unifiedqa(text, choices, choices)
    else:
        found = read_answer(text, choices, shown.index(item.unknown), wordings)
    return shown[found] if isinstance(found, int) else found
