"""Words that mean everybody and take no sign: Mitglieder*innen is Mitglieder."""

import re
from collections.abc import Iterator

from mitgemeint.analysis.features import Case, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.gender_forms import GenderForm
from mitgemeint.analysis.gender_grammar import load_grammar

STEM = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
ENDINGS = ("", "n", "er", "ern", "e", "en", "s")


def plain_plural(form: GenderForm, case: Case | None, lexicon: FormLexicon) -> str | None:
    """The plain plural, in a case, of a word to which no sign belongs; None where it is another word."""
    found = STEM.match(form.text)
    if found is None:
        return None
    stem = found[0]
    words = [word for word in load_grammar().without_feminine if stem.lower().endswith(word)]
    if not words:
        return None
    word = max(words, key=len)
    first = stem[: len(stem) - len(word)]
    noun = word.capitalize()
    lemmas = {entry.lemma for entry in lexicon.entries(noun) if entry.pos == "NOUN"}
    plural = next(_plurals(noun, lemmas, case or Case.NOMINATIVE, lexicon), None)
    if plural is None:
        return None
    return first + plural.lower() if first and not first.endswith("-") else first + plural


def _plurals(noun: str, lemmas: set[str], case: Case, lexicon: FormLexicon) -> Iterator[str]:
    for ending in ENDINGS:
        for reading in lexicon.readings(noun + ending):
            if reading.lemma in lemmas and reading.case is case and reading.number is Number.PLURAL:
                yield noun + ending
