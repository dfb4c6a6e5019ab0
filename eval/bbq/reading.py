"""What a generated answer says: a choice, that it cannot be told, a refusal, or nothing readable.

The answer is cleaned (thinking, Markdown, quotation marks, a repeated list of the choices), then read in this
order: a letter, a choice and nothing else, and sentence by sentence.
"""

from collections.abc import Sequence

from mitgemeint.eval.bbq.answer_cleaning import cleaned, folded, without_list, without_questions
from mitgemeint.eval.bbq.answer_letters import by_letter
from mitgemeint.eval.bbq.answer_sentences import by_sentences
from mitgemeint.eval.bbq.choice_nouns import Nouns
from mitgemeint.eval.bbq.tally import Answer, NoAnswer
from mitgemeint.eval.bbq.wordings import Wordings


def read_answer(text: str, shown: Sequence[str], unknown: int, wordings: Wordings) -> Answer:
    """The place among the choices as they were shown, or why there is none.

    `unknown` is the place of the unknown choice. The last announced letter counts before all words. A
    sentence that says it cannot be told counts before persons that it names, unless one of them is decided
    for. An answer that names two persons and decides for none cannot be read. A refusal is what neither
    chooses nor says that it cannot be told.
    """
    said = without_questions(folded(cleaned(text)), wordings)
    nouns = Nouns(tuple(shown), wordings)
    said = without_list(nouns.with_prefixes(said), nouns.names, wordings)
    if not said.strip():
        return NoAnswer.UNREADABLE
    letter = by_letter(said, nouns, wordings)
    if letter is not None:
        return letter
    whole = nouns.alone(said)
    if whole is not None:
        return whole
    return by_sentences(said, nouns.with_misprints(said), unknown, wordings)
