"""Data sets as files in the layout of GG-BBQ: JSON lines by subset and condition, templates beside them.

Revision 3a95eef has the seven columns of the question alone, 24e5b32 five more with what is known of it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq.answer_groups import TRANS
from mitgemeint.eval.bbq.generation import UNKNOWN_GROUP, Sample
from mitgemeint.eval.bbq.item import Condition, Polarity
from mitgemeint.eval.bbq.template import Template, write_templates
from mitgemeint.eval.files import write

GROUP_TERMS, PROPER_NAMES = "subset-1", "subset-2"
_NAMES_OF_CONDITIONS = {Condition.AMBIGUOUS: "amb", Condition.DISAMBIGUATED: "disamb"}
_QUESTION_TYPES = {Polarity.NEGATIVE: "negative", Polarity.NON_NEGATIVE: "non_negative"}
_CONTEXT_TYPES = {Condition.AMBIGUOUS: "ambiguous_context", Condition.DISAMBIGUATED: "disambiguous_context"}


def question_columns(index: int, sample: Sample) -> dict[str, Any]:
    """A line as at revision 3a95eef."""
    item = sample.item
    return {
        "index": index,
        "context": item.context,
        "question": item.question,
        "label": item.label,
        **{f"choice_{place}": choice for place, choice in enumerate(item.choices)},
    }


def all_columns(index: int, sample: Sample) -> dict[str, Any]:
    """A line as at revision 24e5b32: groups as a Python literal, `non_binary` for trans."""
    item = sample.item
    groups = ("non_binary" if group == TRANS else group or UNKNOWN_GROUP for group in item.groups)
    told = {
        place: [choice, group] for place, (choice, group) in enumerate(zip(item.choices, groups, strict=True))
    }
    return {
        **question_columns(index, sample),
        "question_type": _QUESTION_TYPES[item.polarity],
        "context_type": _CONTEXT_TYPES[item.condition],
        "known_stereotyped_groups": json.dumps(item.stereotyped, ensure_ascii=False),
        "relevant_social_values": sample.template.social_values or None,
        "choice_info": str(told),
    }


COLUMNS: Mapping[str, Callable[[int, Sample], dict[str, Any]]] = {
    "24e5b32": all_columns,
    "3a95eef": question_columns,
}
"""The columns of GG-BBQ by revision."""


def subset_of(template: Template) -> str:
    """The subset that a template belongs to."""
    return PROPER_NAMES if template.proper_nouns_only else GROUP_TERMS


def write_set(
    folder: Path,
    templates: Sequence[Template],
    samples: Sequence[Sample],
    revision: str,
    *,
    tell_origin: bool,
) -> dict[str, int]:
    """Write a data set and its templates; the files below the folder, each with the number of its rows.

    `tell_origin` adds the columns category, template and question_index, which GG-BBQ does not have. Raises
    OSError where the folder cannot be written.
    """
    data = folder if revision == "24e5b32" else folder / "data"
    written: dict[str, int] = {}
    for subset in (GROUP_TERMS, PROPER_NAMES):
        rows = [sample for sample in samples if subset_of(sample.template) == subset]
        if not rows:
            continue
        for condition in Condition:
            lines = [sample for sample in rows if sample.item.condition is condition]
            path = data / subset / _file_name(subset, condition, lines[0].item.language)
            write(
                path,
                "\n".join(_line(index, sample, revision, tell_origin) for index, sample in enumerate(lines)),
            )
            written[path.relative_to(folder).as_posix()] = len(lines)
        path = folder / "templates" / f"{subset}.csv"
        of_subset = [template for template in templates if subset_of(template) == subset]
        write_templates(path, of_subset)
        written[path.relative_to(folder).as_posix()] = len(of_subset)
    return written


def _file_name(subset: str, condition: Condition, language: str) -> str:
    names = "proper_names_" if subset == PROPER_NAMES else ""
    return f"bbq_{language}_{names}{_NAMES_OF_CONDITIONS[condition]}_test.jsonl"


def _line(index: int, sample: Sample, revision: str, tell_origin: bool) -> str:
    values = COLUMNS[revision](index, sample)
    if tell_origin:
        template = sample.template
        values |= {
            "category": template.category,
            "template": template.id,
            "question_index": template.question_index,
        }
    return json.dumps(values, ensure_ascii=False)
