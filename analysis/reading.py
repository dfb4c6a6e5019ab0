"""Which reading of a noun phrase holds where its words leave several open.

Many masculines look the same in singular and plural (der Lehrer, die Lehrer; Protokoll der Schriftführer).
Syntax decides what it can: a phrase with "der" after a noun is a genitive plural, a bare noun is a plural
unless something makes it one person, and a subject has the number of its verb. The rest is the analyzer's.
Counted on the German treebanks GSD and PUD: after a noun, 14 of 14 such phrases are genitive plurals.
"""

from collections.abc import Sequence

from mitgemeint.analysis.clause import AUXILIARIES, SUBJECTS, Clause
from mitgemeint.analysis.determiners import ClosedClass
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.government import governed_case
from mitgemeint.analysis.phrase import QUOTES, Reading, Structure
from mitgemeint.analysis.reference import Cues
from mitgemeint.analysis.word_lists import word_lists

OPEN = frozenset({(Case.DATIVE, Number.PLURAL), (Case.ACCUSATIVE, Number.SINGULAR)})
OBJECTS = frozenset({"obj", "obl", "nmod"})
JOINTS = word_lists("function_words.toml")["joints"]
UNGOVERNING = frozenset({"VERB", "AUX", "ADV", "PART", "SCONJ"})
GENITIVES = word_lists("function_words.toml")["genitives"]
ACCUSATIVE_FIRST = word_lists("function_words.toml")["accusative_first"]
PLURAL_RELATIVES = word_lists("function_words.toml")["plural_relatives"]
ONE_OF = word_lists("function_words.toml")["one_of"]
PART_OF = ONE_OF | word_lists("function_words.toml")["part_of"]
ADDRESSED = word_lists("function_words.toml")["addressed"]
COUNTED_AS = word_lists("function_words.toml")["counted_as"]
POLITE = "Sie"
# A preposition with two cases that hardly ever has the accusative (not: richtet sich an Anwender).
BETWEEN = "zwischen"
FINITE = frozenset({"VERB", "AUX"})
NAME_PARTS = frozenset({"appos", "flat", "flat:name"})
PREDICATES = frozenset({"xcomp", "root"})


def best_reading(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Reading | None:
    """The reading that agrees best with syntax and analyzer: number first, then gender, then case.

    A neuter of the same form is a nominalised infinitive (das Zeugen), which is rare beside the person.
    """
    possible = _governed(clause, structure, _possible(clause, structure, readings))
    if not possible:
        return None
    if subject := _missing_subject(clause, structure, possible):
        return subject
    token = clause.tokens[structure.noun]
    attribute = _is_attribute(clause, structure, possible)
    case = Case.GENITIVE if attribute else _case(clause, structure)
    masculine = {reading.number for reading in possible if reading.gender is Gender.MASCULINE}
    told = _number(clause, structure, possible)
    number = told if told in masculine else token.number

    def agreement(reading: Reading) -> tuple[bool, bool, bool, bool]:
        masculine = reading.gender is Gender.MASCULINE and token.gender is Gender.NEUTER
        gender = masculine or reading.number is Number.PLURAL or token.gender in (None, reading.gender)
        genitive = attribute and reading.case is Case.GENITIVE
        return (genitive, number in (None, reading.number), gender, case in (None, reading.case))

    return max(possible, key=agreement)


def _governed(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Sequence[Reading]:
    """The readings without singulars that would need a determiner: bare Kunden and Kranken are many."""
    if structure.determiner is not None:
        return readings
    singular = [reading for reading in readings if reading.number is Number.SINGULAR]
    if any(reading.case is Case.NOMINATIVE for reading in singular):
        return [reading for reading in readings if not _is_genitive_of_one(reading)] or readings
    if _is_one_by_dative(clause, structure, readings):
        return singular or readings
    before, named = clause.lower(structure.first - 1), structure.noun + 1 in clause.names
    if named or before == "als" or structure.adjectives:
        return [reading for reading in readings if not _is_genitive_of_one(reading)] or readings
    return [reading for reading in readings if reading.number is Number.PLURAL] or readings


def _is_genitive_of_one(reading: Reading) -> bool:
    masculine = reading.gender is Gender.MASCULINE
    return masculine and reading.case is Case.GENITIVE and reading.number is Number.SINGULAR


def _missing_subject(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Reading | None:
    """The nominative singular where the verb that ends the clause is singular and has no other subject.

    "der" is also the genitive of a plural: in dessen Bezirk der Kläger seinen Sitz hat.
    """
    if structure.determiner is None or clause.lower(structure.determiner) != "der":
        return None
    if clause.lower(structure.determiner - 1) in PART_OF:
        return None  # einer der Lehrer fehlt
    nominative = [
        reading
        for reading in readings
        if reading.case is Case.NOMINATIVE and reading.number is Number.SINGULAR
    ]
    if nominative and structure.determiner and clause.words[structure.determiner].text[:1].isupper():
        return nominative[0]  # a line begins here (Der Minister … Der Präsident …)
    if nominative and clause.lower(structure.determiner - 2) in GENITIVES:
        return nominative[0]  # in dessen Bezirk der Kläger wohnt
    end = structure.noun
    while end + 1 < len(clause) and clause.tokens[end + 1].pos not in {"PUNCT", "CCONJ"}:
        end += 1
    verb = clause.tokens[end]
    finite = verb.pos in {"VERB", "AUX"} and verb.number is Number.SINGULAR and end > structure.noun
    if not nominative or not finite:
        return None
    owner = verb.head if verb.relation in AUXILIARIES else end
    children = {clause.tokens[child].relation for child in clause.children(owner)}
    return None if children & (SUBJECTS | {"expl"}) else nominative[0]


def _possible(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Sequence[Reading]:
    """The readings without genitives that nothing governs (die Kosten trägt der Käufer)."""
    before = structure.first - 1
    if before >= 0 and (_ends_clause(clause, structure) or not _cuts_off(clause, before)):
        return readings
    if structure.preposition is not None:
        return readings
    return [reading for reading in readings if reading.case is not Case.GENITIVE] or readings


def _ends_clause(clause: Clause, structure: Structure) -> bool:
    """Whether a phrase after the first word is all there is: a title such as "Liste der Käufer", though a
    verb looks like its noun.
    """
    rest = clause.words[structure.noun + 1 :]
    return structure.first == 1 and not any(word.text[:1].isalnum() for word in rest)


def _cuts_off(clause: Clause, index: int) -> bool:
    """Whether a word cannot govern a genitive to its right: verbs, adverbs, most punctuation."""
    token = clause.tokens[index]
    if clause.lower(index) in JOINTS:
        return False
    if index == 0 and clause.begins_with_verb:
        return True
    if _is_section_number(clause, index):
        return True  # nach § 3 der Leiter
    return token.pos in UNGOVERNING or clause.lower(index) in {";", ":", "."}


def _case(clause: Clause, structure: Structure) -> Case | None:
    """The analyzer's case; a bare noun is no dative or genitive unless something governs it."""
    if (governed := governed_case(clause, structure)) is not None:
        return governed
    token = clause.tokens[structure.noun]
    if _is_bare(structure) and (other := _before_bracket(clause, structure.noun)) is not None:
        return clause.tokens[other].case  # die Vereinigungen der Ärzte (Zahnärzte)
    oblique = token.case in {Case.DATIVE, Case.GENITIVE}
    if (
        oblique
        and _is_bare(structure)
        and structure.preposition is None
        and not _takes_dative(clause, token.head)
        and not _is_second_of_row(clause, structure.noun)
    ):
        return Case.NOMINATIVE
    if token.relation == "obj" and token.case is Case.NOMINATIVE:
        return Case.ACCUSATIVE  # they look the same in the plural
    return token.case


def _is_second_of_row(clause: Clause, noun: int) -> bool:
    """Whether a noun goes on with a row in its own case (den Lehrerinnen und Schülerinnen)."""
    token = clause.tokens[noun]
    head = clause.tokens[token.head]
    return token.relation == "conj" and head.pos == "NOUN" and head.case is token.case


def _before_bracket(clause: Clause, noun: int) -> int | None:
    """The noun that a bare noun in brackets says more of."""
    before = noun - 2
    if clause.lower(noun - 1) != "(" or before < 0 or clause.tokens[before].pos != "NOUN":
        return None
    return before


def _is_section_number(clause: Clause, index: int) -> bool:
    """§ 3, Abs. 2, § 6b: such a number counts nothing."""
    word = clause.lower(index)
    mixed = word[:1].isdigit() and word[-1:].isalpha()
    return mixed or (word.isdigit() and clause.lower(index - 1) in ClosedClass.load().numbered)


def _is_bare(structure: Structure) -> bool:
    return structure.determiner is None and not structure.adjectives


def _is_attribute(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> bool:
    """Whether a phrase with article stands right after a noun and can be its genitive."""
    before = structure.first - 1
    if structure.determiner != structure.first or before < 0 or structure.preposition is not None:
        return False
    if clause.lower(before) in PART_OF:
        return True  # einer der Lehrer
    if clause.tokens[before].pos != "NOUN" or not clause.words[before].text[:1].isupper():
        return False
    if before == 0 and clause.begins_with_verb and not _ends_clause(clause, structure):
        return False
    if clause.lower(before - 1) in GENITIVES:
        return False  # in dessen Bezirk der Kläger wohnt
    return any(reading.case is Case.GENITIVE for reading in readings)


def _number(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Number | None:
    """The number of a noun without any word that shows it; None where the analyzer shall decide."""
    if (number := _number_of_den(clause, structure, readings)) is not None:
        return number
    if structure.determiner is not None or structure.numeral is not None:
        return None
    if structure.adjectives:
        return _number_by_adjective(clause, structure, readings)
    if _is_genitive_of_many(clause, structure, readings):
        return Number.PLURAL
    nominative = any(
        reading.case is Case.NOMINATIVE and reading.number is Number.SINGULAR for reading in readings
    )
    if _has_genitive_before(clause, structure.noun) and not nominative:
        return Number.PLURAL  # deren Kunden: the singular of weak nouns would be an object only
    if _is_one_by_dative(clause, structure, readings):
        return Number.SINGULAR
    return _bare_number(clause, structure.noun)


def _is_one_by_dative(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> bool:
    """zwischen Lehrer und Schüler: many would be Lehrern."""
    many = any(reading.case is Case.DATIVE and reading.number is Number.PLURAL for reading in readings)
    dative = clause.tokens[structure.noun].case is Case.DATIVE
    between = structure.preposition is not None and clause.lower(structure.preposition) == BETWEEN
    return between and _is_bare(structure) and dative and not many


def _is_genitive_of_many(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> bool:
    """die Beförderung Schwerbehinderter: a bare nominalised adjective that a noun governs."""
    adjectival = any(reading.gender is Gender.FEMININE for reading in readings)
    before = clause.tokens[structure.noun - 1].pos if structure.noun else ""
    return adjectival and before == "NOUN" and clause.lower(structure.noun).endswith("er")


def _number_by_adjective(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Number | None:
    """neuer Schulleiter is one man, or the genitive of many, which only a noun before it can govern."""
    cells = {(reading.case, reading.number) for reading in readings}
    if not {(Case.NOMINATIVE, Number.SINGULAR), (Case.GENITIVE, Number.PLURAL)} <= cells:
        return None
    before = structure.first - 1
    if before < 0 or clause.tokens[before].pos not in {"NOUN", "NUM", "ADP"}:
        return Number.SINGULAR
    copula = any(clause.tokens[child].relation == "cop" for child in clause.children(structure.noun))
    if copula and clause.verb_number(structure.noun) is Number.SINGULAR:
        return Number.SINGULAR  # Sie ist seit August neuer Schulleiter
    if _is_section_number(clause, before):
        return Number.SINGULAR
    # in der Menge eiliger Fußgänger: a noun governs the genitive
    return Number.PLURAL if clause.tokens[before].pos == "NOUN" else None


def _bare_number(clause: Clause, noun: int) -> Number | None:
    token = clause.tokens[noun]
    before = clause.lower(noun - 1)
    quoted = before in QUOTES and clause.lower(noun - 2) in Cues.load().singular_after
    if quoted or before in Cues.load().singular_after or _has_name(clause, noun):
        return Number.SINGULAR
    if any(clause.tokens[child].relation == "cop" for child in clause.children(noun)):
        return _number_of_addressed(clause, noun) or clause.verb_number(noun) or _number_of_who(clause, noun)
    if clause.words[noun - 1].text == POLITE and noun > 1 and (polite := _number_of_addressed(clause, noun)):
        return polite
    if (role := _number_of_relative_role(clause, noun)) is not None:
        return role
    if _is_call(clause, noun):
        return Number.SINGULAR
    if token.relation in SUBJECTS and (verb := clause.verb_number(token.head)):
        return verb
    if _has_genitive_before(clause, noun):
        return _number_of_row(clause, noun)
    if before == "als":
        return _number_by_form(clause, noun) or _role_number(clause, noun)
    if clause.lower(noun + 1) == "," and clause.lower(noun + 2) in PLURAL_RELATIVES:
        return Number.PLURAL
    if (label := _number_of_label(clause, noun)) is not None:
        return label
    if token.relation == "appos" and _is_one_man(clause, token.head):
        return Number.SINGULAR
    governed = before in ClosedClass.load().prepositions
    if token.head != noun and not governed and clause.tokens[token.head].lemma in Cues.load().copulas:
        return _number_of_addressed(clause, token.head) or clause.verb_number(token.head)
    start = _row_start(clause, noun)
    if start != noun and clause.lower(start - 1) == "als":
        return _number_by_form(clause, start) or _role_number(clause, start)
    if start != noun and (number := _number_by_article(clause, start)):
        return number
    return None if _may_be_one(clause, noun) else Number.PLURAL


def _is_call(clause: Clause, noun: int) -> bool:
    """Whether an infinitive asks one to become or to do something (Partner werden; als Händler anmelden)."""
    words = [index for index in range(len(clause)) if clause.tokens[index].pos != "PUNCT"]
    verb = words[-1]
    if verb != noun + 1 or clause.tokens[verb].pos not in FINITE:
        return False
    if clause.lower(verb) != clause.tokens[verb].lemma or not clause.lower(verb).endswith("n"):
        return False
    others = (clause.tokens[index].pos for index in words if index not in {noun, verb})
    is_role = clause.lower(noun - 1) == "als" or clause.tokens[verb].lemma == "werden"
    return is_role and not {"NOUN", "PROPN", "PRON", "DET", "AUX", "VERB"}.intersection(others)


def _number_of_relative_role(clause: Clause, noun: int) -> Number | None:
    """The number of the copula that ends a relative clause of two words (die Person, die Mieter ist)."""
    if clause.lower(noun - 2) != "," or not ClosedClass.load().relative_cells(clause.lower(noun - 1)):
        return None
    verb = noun + 1
    ends = verb + 1 >= len(clause) or clause.tokens[verb + 1].pos in {"PUNCT", "CCONJ"}
    copula = verb < len(clause) and clause.tokens[verb].lemma in Cues.load().copulas
    return clause.tokens[verb].number if copula and ends and clause.is_finite(verb) else None


def _has_name(clause: Clause, noun: int) -> bool:
    """Whether a name says who it is (Lehrer Roth und Schüler Jan stritten)."""
    if clause.person(noun + 1) is not None:
        return True
    named = noun + 1 in clause.names and clause.tokens[noun + 1].pos == "PROPN"
    return named and clause.tokens[noun + 1].relation in NAME_PARTS


def _number_of_label(clause: Clause, noun: int) -> Number | None:
    """The number of a noun before a colon: one where one name or nothing follows (Sachbearbeiter: Frau Roth;
    Käufer: ____), many where a row of names does.
    """
    if clause.lower(noun + 1) != ":":
        return None
    following = [word.text for word in clause.words[noun + 2 :] if word.text[:1].isalnum()]
    if not following:
        return Number.SINGULAR
    if noun + 2 not in clause.names and following[0] not in Cues.load().titles:
        return None
    several = any(clause.lower(index) in JOINTS for index in range(noun + 2, len(clause)))
    return Number.PLURAL if several else Number.SINGULAR


def _number_by_form(clause: Clause, noun: int) -> Number | None:
    """The number that the form of a nominative shows, if it shows one (als Beamter oder Richter: one)."""
    readings = FormLexicon.load().readings(clause.words[noun].text)
    numbers = {each.number for each in readings if each.case is Case.NOMINATIVE and each.number}
    return numbers.pop() if len(numbers) == 1 else None


def _number_of_addressed(clause: Clause, governor: int) -> Number | None:
    """Wenn Sie Rentner sind: one, though the verb is a plural."""
    subjects = (child for child in clause.children(governor) if clause.tokens[child].relation in SUBJECTS)
    if any(child > 0 and clause.words[child].text in ADDRESSED for child in subjects):
        return Number.SINGULAR
    around = (governor - 1, governor - 2)
    # The parse knows little of questions (Sind Sie Lehrer?), and takes the role for the subject after Sie.
    return Number.SINGULAR if any(i > 0 and clause.words[i].text == POLITE for i in around) else None


def _number_of_who(clause: Clause, noun: int) -> Number | None:
    """Wer Lehrer sein will: one, where the verb that the parse names shows no number."""
    subjects = (child for child in clause.children(noun) if clause.tokens[child].relation in SUBJECTS)
    return Number.SINGULAR if any(clause.lower(child) == "wer" for child in subjects) else None


def _number_of_row(clause: Clause, noun: int) -> Number | None:
    """The number of the verb of a row with oder (der Schüler oder dessen Vertreter meldet sich)."""
    head = clause.tokens[noun].head
    if clause.tokens[noun].relation != "conj" or clause.lower(noun - 2) != "oder":
        return None
    return clause.verb_number(clause.tokens[head].head) if clause.tokens[head].relation in SUBJECTS else None


def _is_one_man(clause: Clause, noun: int) -> bool:
    """Whether a noun is a masculine singular with a determiner."""
    token = clause.tokens[noun]
    determined = any(clause.tokens[child].relation.startswith("det") for child in clause.children(noun))
    return determined and token.number is Number.SINGULAR and token.gender is Gender.MASCULINE


def _row_start(clause: Clause, noun: int) -> int:
    """The first noun of a row whose later members stand bare (kein Arzt, Lehrer oder Koch)."""
    while clause.lower(noun - 1) in JOINTS and noun >= 2 and clause.tokens[noun - 2].pos == "NOUN":
        noun -= 2
        if any(clause.tokens[child].relation.startswith("det") for child in clause.children(noun)):
            break
    return noun


def _has_genitive_before(clause: Clause, noun: int) -> bool:
    """dessen Vertreter, Merkels Nachfolger: the genitive stands for an article and shows no number."""
    before = clause.lower(noun - 1)
    name = noun > 0 and noun - 1 in clause.names and before.endswith("s")
    return before in GENITIVES or name


def _number_by_article(clause: Clause, noun: int) -> Number | None:
    """The number of a masculine with determiner, which the nouns of its row share (Ihren Arzt oder …)."""
    token = clause.tokens[noun]
    articles = [child for child in clause.children(noun) if clause.tokens[child].relation.startswith("det")]
    if any(clause.lower(at) == "der" and clause.tokens[at - 1].pos == "NOUN" for at in articles if at):
        return Number.PLURAL  # das Lob der Bäcker und Gärtner
    determined = bool(articles)
    shared = token.number is Number.PLURAL or token.gender is Gender.MASCULINE
    return token.number if determined and shared else None


def _role_number(clause: Clause, noun: int) -> Number | None:
    """The number of a role (als Lehrer): that of the nearest finite verb, but Sie and du are one person."""
    if any(clause.words[index].text in ADDRESSED for index in range(1, len(clause))):
        return Number.SINGULAR
    if _is_one_of_many(clause, noun - 1):
        return Number.SINGULAR
    counted = [each.number for each in clause.tokens if each.lemma in COUNTED_AS and each.number]
    if len(counted) == 1:
        return counted[0]  # die Angestellten gelten im Sinn des Gesetzes als Beamte
    before = clause.tokens[noun - 2] if noun >= 2 else None
    if before and (before.relation == "obj" or before.pos in {"PRON", "DET"}) and before.number:
        return before.number  # einen Lehrer als Vertreter; einer als Vertreter
    if before and before.pos == "NOUN" and before.gender is not None and _is_duty(clause, noun - 2):
        return Number.SINGULAR  # seine Tätigkeit als Arzt, ein Zeugnis als Apotheker
    finite = [
        index
        for index, token in enumerate(clause.tokens)
        if token.pos in {"VERB", "AUX"} and token.number is not None
    ]
    nearest = min(finite, key=lambda index: abs(index - noun), default=None)
    if nearest is None and any(token.pos == "VERB" for token in clause.tokens):
        return Number.SINGULAR  # Als Benutzer anmelden
    return None if nearest is None else clause.tokens[nearest].number


def _is_duty(clause: Clause, noun: int) -> bool:
    """Whether a noun in the singular is no subject: what somebody has or does as something."""
    return clause.tokens[noun].number is Number.SINGULAR and clause.tokens[noun].relation not in SUBJECTS


def _is_one_of_many(clause: Clause, end: int) -> bool:
    """Whether the words before `end` say one of several: einer von mehreren Erben als …"""
    start = end - 1
    while start >= 0 and clause.tokens[start].pos not in {"VERB", "AUX", "PUNCT"}:
        if clause.lower(start) in ONE_OF and clause.lower(start + 1) in {"von", "der", "dieser"}:
            return True
        start -= 1
    return False


def _number_of_den(clause: Clause, structure: Structure, readings: Sequence[Reading]) -> Number | None:
    """The number of "den Kunden", which is accusative singular or dative plural; None where nothing tells."""
    both = {(reading.case, reading.number) for reading in readings}
    if structure.determiner is None or not both >= OPEN:
        return None
    if structure.preposition is not None:
        first = clause.lower(structure.preposition) in ACCUSATIVE_FIRST
        return Number.SINGULAR if first else None
    token = clause.tokens[structure.noun]
    if _takes_dative(clause, token.head) or _is_quantified(clause, structure):
        return Number.PLURAL
    if _takes_no_accusative(clause, structure.noun):
        return Number.PLURAL
    if token.relation == "obj" or token.case is Case.ACCUSATIVE:
        return Number.SINGULAR
    adjectival = any(entry.gender is Gender.FEMININE for entry in readings)
    if token.relation == "obl:arg" and clause.tokens[token.head].pos == "VERB" and not adjectival:
        return Number.SINGULAR  # verbs with a dative are listed
    return None if token.relation in OBJECTS else Number.PLURAL


def _takes_no_accusative(clause: Clause, noun: int) -> bool:
    """Whether the noun is no accusative: beside sein (ist den Lernenden wichtig) or beside an object (man
    sieht den Laufenden die Mühe an).
    """
    token = clause.tokens[noun]
    if any(clause.tokens[child].relation == "cop" for child in clause.children(token.head)):
        return True
    return token.relation != "obj" and any(
        clause.tokens[child].relation == "obj" for child in clause.children(token.head) if child != noun
    )


def _is_quantified(clause: Clause, structure: Structure) -> bool:
    """den meisten, den vielen: many."""
    found = (ClosedClass.load().readings(clause.lower(index)) for index in structure.adjectives)
    return any(determiner.quantifier for readings in found for determiner, _ in readings)


def _takes_dative(clause: Clause, verb: int) -> bool:
    """Whether a verb has an object in the dative (helfen; überreichen beside one in the accusative)."""
    return not clause.verb_names(verb).isdisjoint(ClosedClass.load().dative_verbs)


def _may_be_one(clause: Clause, noun: int) -> bool:
    """Whether a bare noun can be one person: als Lehrer, Minister Weber, Sie ist Lehrer."""
    token = clause.tokens[noun]
    if clause.lower(noun - 1) in Cues.load().bare_singular:
        return True
    if noun + 1 in clause.names:
        return True
    if token.relation == "appos":
        return clause.tokens[token.head].number is not Number.PLURAL
    if token.relation == "conj":
        return clause.tokens[token.head].number is Number.SINGULAR and _may_be_one(clause, token.head)
    return token.relation in PREDICATES
