"""Translation of templates: slots that survive models, and what is left for people."""

import argparse
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.eval.bbq import templates_command, translate_command
from mitgemeint.eval.bbq.draft import Entry, State, read_draft, write_draft
from mitgemeint.eval.bbq.generation import Choices, generate
from mitgemeint.eval.bbq.names import read_names
from mitgemeint.eval.bbq.placeholders import AS_IT_IS, kinds, lost, placeholders, protected, restored
from mitgemeint.eval.bbq.set_checks import check_all
from mitgemeint.eval.bbq.template import Template, read_templates, write_templates
from mitgemeint.eval.bbq.translation import sentences, translate
from mitgemeint.eval.bbq.translator import Languages, Progress, configured_prefix, load_translator
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.progress import Bars

TEMPLATE = Template(
    id="0",
    bbq_id="0",
    question_index="1",
    category="GenderIdentity",
    ambiguous_context="{{NAME1}} met {{NAME2}}. {{NAME1}} and {{NAME2}} were in the {{WORD1}}.",
    disambiguating_context="{{NAME1}} left.",
    question_negative="Who left?",
    question_non_negative="Who stayed?",
    answer_negative="{{NAME1}}",
    answer_non_negative="{{NAME2}}",
    variants={"WORD1": ("park", "garden")},
    stereotyped=("F",),
)
GERMAN = {
    "ambiguous_context": "{{NAME1}} traf {{NAME2}}. {{NAME1}} und {{NAME2}} waren im {{WORD1}}.",
    "disambiguating_context": "{{NAME1}} ging.",
    "question_negative": "Wer ging?",
    "question_non_negative": "Wer blieb?",
    "answer_negative": "{{NAME1}}",
    "answer_non_negative": "{{NAME2}}",
}


class Pretended:
    """Translates word by word, swallows some words (`forgets`) and has no pieces for others (`unknown`)."""

    name = "pretended"
    settings: Mapping[str, str] = {"model": "pretended"}
    fingerprint = "1"
    spare_tokens: Sequence[str] = ()
    words: Mapping[str, str] = {
        "met": "traf", "left": "ging", "Who": "Wer", "stayed": "blieb", "and": "und", "were": "waren",
        "in": "", "the": "im", "park": "Park", "garden": "Garten",
    }  # fmt: skip

    def __init__(self, forgets: Sequence[str] = (), unknown: Sequence[str] = ()) -> None:
        self.forgets, self.unknown = forgets, unknown
        self.asked: list[str] = []
        self.dies_after = 1_000

    def keeps(self, word: str) -> bool:
        return word not in self.unknown

    def check_lengths(self, texts: Sequence[str]) -> None:
        for text in texts:
            if len(text) > 200:
                raise EvalError("pretended", "is too long", "split it")

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        found = []
        for place, text in enumerate(texts):
            if len(self.asked) == self.dies_after:
                raise KeyboardInterrupt
            self.asked.append(text)
            found.append(self._one(text))
            if progress is not None:
                progress(place + 1, {place: found[-1]})
        return found

    def _one(self, text: str) -> str:
        words = [word for word in text.split() if word.strip(".?{}") not in self.forgets]
        said = " ".join(self._word(word) for word in words)
        # As real models do, a full stop after everything.
        return said if said.endswith(("?", ".")) else f"{said}."

    def _word(self, word: str) -> str:
        bare = word.rstrip(".?")
        return self.words.get(bare, bare) + word[len(bare) :]


def run(translator: Any, folder: Path, **options: Any) -> tuple[Entry, ...]:
    journal = Journal[str](folder / "journal.jsonl", str, str)
    return translate([TEMPLATE], translator, journal, Bars(), **options)


def tidy(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: " ".join(text.split()) for name, text in texts.items()}


def test_slots_come_out_as_they_went_in(tmp_path: Path) -> None:
    (entry,) = run(Pretended(), tmp_path)
    assert tidy(entry.translation.texts) == GERMAN
    assert entry.translation.variants == {"WORD1": ("Park", "Garten")}
    assert entry.source == TEMPLATE
    assert (entry.problems, entry.state, entry.versions) == ((), State.OPEN, ())


@pytest.mark.parametrize(
    ("forgets", "unknown"),
    [(["Kim"], []), ([], ["Kim", "Robin"]), (["Kim", "Robin", "Omega"], ["Toni"])],
)
def test_where_one_kind_is_lost_the_next_is_tried(
    tmp_path: Path, forgets: list[str], unknown: list[str]
) -> None:
    translator = Pretended(forgets, unknown)
    (entry,) = run(translator, tmp_path)
    assert tidy(entry.translation.texts) == GERMAN
    assert not any(word in text for text in translator.asked for word in unknown)


def test_sentences_that_kept_their_slots_are_not_translated_again(tmp_path: Path) -> None:
    translator = Pretended(["Robin"])
    run(translator, tmp_path)
    assert translator.asked.count("Kim left.") == 1
    assert [text for text in translator.asked if "left" in text] == ["Kim left.", "Who left?"]


def test_the_models_own_tokens_are_tried_too(tmp_path: Path) -> None:
    names = [word for kind in kinds(()) for word in (*kind.people, *kind.others)]
    translator = Pretended(names)
    translator.spare_tokens = ["<a>", "<b>", "<c>", "<d>"]
    (entry,) = run(translator, tmp_path)
    assert tidy(entry.translation.texts) == GERMAN
    assert any("<a>" in text for text in translator.asked)


def test_slots_that_no_kind_saves_are_left_to_people(tmp_path: Path) -> None:
    """The best translation is kept, and says which slots it lacks."""
    names = [word for kind in kinds(()) for word in (*kind.people, *kind.others)]
    (entry,) = run(Pretended([*names, "NAME1", "NAME2", "WORD1"]), tmp_path)
    assert entry.translation.texts["disambiguating_context"] == "ging."
    assert {(each.code, each.field) for each in entry.problems} >= {
        ("slot-missing", "disambiguating_context"),
        ("slot-missing", "ambiguous_context"),
        ("word-missing", "ambiguous_context"),
    }
    assert entry.translation.texts["answer_negative"] == "{{NAME1}}"
    assert entry.translation.texts["question_negative"] == "Wer ging?"


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    killed = Pretended()
    killed.dies_after = 3
    with pytest.raises(KeyboardInterrupt):
        run(killed, tmp_path)
    resumed = Pretended()
    (entry,) = run(resumed, tmp_path)
    assert tidy(entry.translation.texts) == GERMAN
    assert not set(resumed.asked) & set(killed.asked)
    again = Pretended()
    assert run(again, tmp_path) == (entry,)
    assert again.asked == []


def test_another_model_translates_anew(tmp_path: Path) -> None:
    run(Pretended(), tmp_path)
    other = Pretended()
    other.fingerprint = "2"
    run(other, tmp_path)
    assert other.asked


def test_whole_texts(tmp_path: Path) -> None:
    translator = Pretended()
    run(translator, tmp_path, whole_texts=True)
    assert "Kim met Robin. Kim and Robin were in the Omega." in translator.asked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One left. The other stayed.", ["One left.", "The other stayed."]),
        ("{{NAME1}} left. {{NAME2}} stayed.  ", ["{{NAME1}} left.", "{{NAME2}} stayed."]),
        ("Dr. {{NAME1}} met Mr. Smith at 9 a.m. today.", ["Dr. {{NAME1}} met Mr. Smith at 9 a.m. today."]),
        ('She said "No!" Then all left.', ['She said "No!" Then all left.']),
        ("Who left?", ["Who left?"]),
        ("  ", [""]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("translation", "expected"),
    [
        ("Kims Hund sah Robin.", "{{NAME1}}s Hund sah {{NAME2}}."),
        ("Kim's Hund, Robin’s Katze", "{{NAME1}}'s Hund, {{NAME2}}’s Katze"),
        ("Kimono, Kimberley", "Kimono, Kimberley"),
        ("Kim und Kim", "{{NAME1}} und {{NAME1}}"),
    ],
)
def test_names_become_slots_again(translation: str, expected: str) -> None:
    assert restored(translation, {"NAME1": "Kim", "NAME2": "Robin"}) == expected


def test_placeholders_that_the_text_has_already_are_not_taken() -> None:
    name, *_ = kinds(())
    words = placeholders("{{NAME1}} saw Kim and {{NAME2}} in {{WORD1}}.", name, lambda word: True)
    assert words == {"NAME1": "Robin", "NAME2": "Toni", "WORD1": "Omega"}
    assert placeholders("{{NAME1}}", name, lambda word: False) is None
    assert protected("{{NAME1}} left.", {"NAME1": "Kim"}) == "Kim left."
    assert placeholders("{{NAME2}} left.", AS_IT_IS, lambda word: False) == {"NAME2": "{{NAME2}}"}


def test_slots_that_are_lost_or_doubled() -> None:
    assert lost("{{NAME1}} {{NAME2}}", "{{NAME2}} {{NAME1}}") == ()
    assert lost("{{NAME1}} {{NAME2}}", "{{NAME1}} {{NAME1}}") == ("NAME1", "NAME2")


# ---- real models: tiny, made here ---------------------------------------------------------------------

PAIRS = [
    ("Kim met Robin.", "Kim traf Robin."),
    ("Kim left.", "Kim ging."),
    ("Who left?", "Wer ging?"),
    ("Who stayed?", "Wer blieb?"),
    ("Kim and Robin were in the Omega.", "Kim und Robin waren im Omega."),
    ("park", "Park"),
    ("garden", "Garten"),
]
SIZES = {
    "d_model": 32, "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 2,
    "decoder_attention_heads": 2, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "max_position_embeddings": 64,
}  # fmt: skip


@pytest.fixture(scope="module")
def marian(tmp_path_factory: pytest.TempPathFactory, needed: Callable[[str], Any]) -> Path:
    """A Marian model that has learned the sentences of the template by heart."""
    torch, transformers = needed("torch"), needed("transformers")
    sentencepiece = needed("sentencepiece")
    folder = tmp_path_factory.mktemp("marian")
    sources, targets = [pair[0] for pair in PAIRS], [pair[1] for pair in PAIRS]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter((sources + targets) * 4), model_prefix=str(folder / "source"), vocab_size=80,
        pad_id=-1, eos_id=0, unk_id=1, bos_id=-1, minloglevel=2, hard_vocab_limit=False,
    )  # fmt: skip
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.model"))
    vocabulary = {pieces.id_to_piece(number): number for number in range(pieces.get_piece_size())}
    vocabulary["<pad>"] = pad = len(vocabulary)
    (folder / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    tokenizer = transformers.MarianTokenizer(
        str(folder / "source.model"), str(folder / "source.model"), str(folder / "vocab.json"),
        source_lang="en", target_lang="de", model_max_length=64,
    )  # fmt: skip
    torch.manual_seed(1)
    config = transformers.MarianConfig(
        vocab_size=len(vocabulary), pad_token_id=pad, eos_token_id=0, decoder_start_token_id=pad,
        forced_eos_token_id=0, dropout=0.0, **SIZES,
    )  # fmt: skip
    model = transformers.MarianMTModel(config)
    batch = tokenizer(sources, text_target=targets, padding=True, return_tensors="pt")
    batch["labels"][batch["labels"] == pad] = -100
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(100):
        model(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    tokenizer.save_pretrained(folder)
    model.eval().save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def nllb(tmp_path_factory: pytest.TempPathFactory, needed: Callable[[str], Any]) -> Path:
    """NLLB's tokenizer with a few pieces, and a model with random weights."""
    torch, transformers = needed("torch"), needed("transformers")
    folder = tmp_path_factory.mktemp("nllb")
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", *"KimRobnlefthasyd.?"]
    tokenizer = transformers.NllbTokenizer(
        vocab={piece: n for n, piece in enumerate(dict.fromkeys(pieces))}, merges=[]
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.M2M100Config(
        vocab_size=len(tokenizer),
        pad_token_id=1,
        eos_token_id=2,
        bos_token_id=0,
        decoder_start_token_id=2,
        **SIZES,
    )
    transformers.M2M100ForConditionalGeneration(config).eval().save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def m2m100(tmp_path_factory: pytest.TempPathFactory, needed: Callable[[str], Any]) -> Path:
    """M2M100's tokenizer, whose languages are `en` and `de`, and a model with random weights."""
    torch, transformers = needed("torch"), needed("transformers")
    sentencepiece = needed("sentencepiece")
    folder = tmp_path_factory.mktemp("m2m100")
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([text for pair in PAIRS for text in pair] * 4), minloglevel=2,
        model_prefix=str(folder / "spm"), vocab_size=80, hard_vocab_limit=False,
    )  # fmt: skip
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "spm.model"))
    known = [pieces.id_to_piece(number) for number in range(3, pieces.get_piece_size())]
    vocabulary = {piece: n for n, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", *known])}
    (folder / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    tokenizer = transformers.M2M100Tokenizer(str(folder / "vocab.json"), str(folder / "spm.model"))
    tokenizer.save_pretrained(folder)
    size = max(tokenizer.lang_code_to_id.values()) + 9
    torch.manual_seed(2)
    config = transformers.M2M100Config(
        vocab_size=size, pad_token_id=1, eos_token_id=2, bos_token_id=0, decoder_start_token_id=2, **SIZES
    )  # fmt: skip
    transformers.M2M100ForConditionalGeneration(config).eval().save_pretrained(folder)
    return folder


def command(module: Any, *arguments: object) -> int:
    parser = argparse.ArgumentParser()
    module.add(parser.add_subparsers())
    chosen = parser.parse_args(list(map(str, arguments)))
    status: int = chosen.run(chosen)
    return status


def test_a_model_translates_templates_into_a_draft(
    tmp_path: Path, marian: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, draft, csv = tmp_path / "english.csv", tmp_path / "draft.jsonl", tmp_path / "german.csv"
    write_templates(source, [TEMPLATE])
    options = (
        "translate",
        source,
        "--model",
        marian,
        "--from",
        "en",
        "--to",
        "de",
        "--offline",
        "--out",
        draft,
    )
    assert command(translate_command, *options) == 0
    (entry,) = read_draft(draft)
    assert entry.translation.texts == GERMAN
    assert entry.translation.variants == {"WORD1": ("Park", "Garten")}
    told = json.loads((tmp_path / "draft.provenance.json").read_text("utf-8"))
    assert (told["translator"]["from"], told["translator"]["to"]) == ("en", "de")
    assert "1 templates, 1 without a problem" in capsys.readouterr().out
    journal = (tmp_path / "draft.journal.jsonl").read_bytes()
    assert command(translate_command, *options) == 0
    assert (tmp_path / "draft.journal.jsonl").read_bytes() == journal

    with pytest.raises(EvalError, match="holds no accepted template"):
        command(templates_command, "templates", draft, "--out", csv)
    write_draft(draft, [replace(entry, state=State.ACCEPTED, versions=(entry.translation,))])
    assert command(templates_command, "templates", draft, "--out", csv) == 0
    assert read_templates(csv) == (entry.translation,)
    samples = generate(read_templates(csv), read_names("german"), Choices())
    assert [check.code for check in check_all([each.item for each in samples]) if check.failures] == []
    with pytest.raises(EvalError, match="holds reviewed templates"):
        command(translate_command, *options)


def test_batches_give_what_single_texts_give(marian: Path) -> None:
    translator = load_translator(str(marian), Languages("en", "de"), local_only=True)
    texts = [source for source, _ in PAIRS]
    assert translator.translate(texts) == [translator.translate([text])[0] for text in texts]
    assert translator.translate(texts) == [target for _, target in PAIRS]
    assert translator.keeps("Kim")
    assert not translator.keeps("漢")


@pytest.mark.parametrize(
    ("model", "languages", "tokens"),
    [
        ("nllb", Languages("eng_Latn", "deu_Latn"), ("eng_Latn", "deu_Latn")),
        ("m2m100", Languages("en", "de"), ("__en__", "__de__")),
    ],
)
def test_the_target_language_begins_what_is_written(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    model: str,
    languages: Languages,
    tokens: tuple[str, str],
) -> None:
    translator = load_translator(str(request.getfixturevalue(model)), languages, local_only=True)
    rows: list[list[int]] = []
    generate = translator._model.generate

    def noted(**options: Any) -> Any:
        found = generate(**options)
        rows.extend(found.tolist())
        return found

    monkeypatch.setattr(translator._model, "generate", noted)
    tokenizer = translator._tokenizer
    (text,) = translator.translate(["Kim left."])
    assert tokenizer.convert_ids_to_tokens(rows[0])[1] == tokens[1]
    assert tokens[1] not in text
    assert tokenizer.convert_ids_to_tokens(tokenizer("Kim")["input_ids"])[0] == tokens[0]


def test_the_prefix_of_t5_stands_in_its_configuration() -> None:
    tasks = {"translation_en_to_de": {"prefix": "translate English to German: "}}
    config = argparse.Namespace(task_specific_params=tasks)
    assert configured_prefix(config, Languages("eng_Latn", "deu_Latn")) == "translate English to German: "
    assert configured_prefix(config, Languages("en", "fr")) == ""
    assert configured_prefix(argparse.Namespace(task_specific_params=None), Languages("en", "de")) == ""


def test_multilingual_marian_models_take_a_mark(tmp_path: Path, marian: Path) -> None:
    folder = tmp_path / "marked"
    shutil.copytree(marian, folder)
    vocabulary = json.loads((folder / "vocab.json").read_text("utf-8"))
    taken = next(piece for piece, number in vocabulary.items() if number == len(vocabulary) - 2)
    marked = {(">>deu<<" if piece == taken else piece): number for piece, number in vocabulary.items()}
    (folder / "vocab.json").write_text(json.dumps(marked), "utf-8")
    translator = load_translator(str(folder), Languages("en", "deu"), local_only=True)
    assert translator._pieces("Kim left.")[0] == marked[">>deu<<"]
    with pytest.raises(EvalError, match=r"--to: .* does not know the language 'fra'; choose of deu"):
        load_translator(str(folder), Languages("en", "fra"), local_only=True)


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("eng", "deu_Latn", "--from: .* does not know the language 'eng'; choose of .*eng_Latn"),
        ("eng_Latn", "de", "--to: .* does not know the language 'de'; choose of deu_Latn"),
        # a piece of the vocabulary, and no language
        ("Kim", "deu_Latn", "--from: .* does not know the language 'Kim'"),
    ],
)
def test_languages_that_a_model_does_not_know(nllb: Path, source: str, target: str, message: str) -> None:
    with pytest.raises(EvalError, match=message):
        load_translator(str(nllb), Languages(source, target), local_only=True)


def test_random_weights_lose_slots_and_the_draft_says_so(tmp_path: Path, nllb: Path) -> None:
    source, draft = tmp_path / "english.csv", tmp_path / "draft.jsonl"
    write_templates(source, [TEMPLATE])
    assert (
        command(
            translate_command, "translate", source, "--model", nllb, "--offline", "--beams", 1, "--out", draft
        )
        == 0
    )
    (entry,) = read_draft(draft)
    assert any(problem.code == "slot-missing" for problem in entry.problems)


def test_a_text_that_is_too_long(tmp_path: Path, marian: Path) -> None:
    source = tmp_path / "english.csv"
    write_templates(source, [replace(TEMPLATE, question_negative="Who left " * 60 + "?")])
    options = (
        "--model",
        marian,
        "--from",
        "en",
        "--to",
        "de",
        "--offline",
        "--out",
        tmp_path / "draft.jsonl",
    )
    with pytest.raises(EvalError, match="pieces, the model takes"):
        command(translate_command, "translate", source, *options)
    assert not (tmp_path / "draft.jsonl").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--model", "nowhere/at/all"], "there is no such"),
        (["--model", "MARIAN", "--beams", "0"], "--beams: 0 is too few"),
    ],
)
def test_options_that_cannot_be_used(tmp_path: Path, marian: Path, options: list[str], message: str) -> None:
    source = tmp_path / "english.csv"
    write_templates(source, [TEMPLATE])
    given = [str(marian) if option == "MARIAN" else option for option in options]
    with pytest.raises(EvalError, match=message):
        command(
            translate_command, "translate", source, *given, "--offline", "--out", tmp_path / "draft.jsonl"
        )


def test_an_accepted_version_without_its_people(tmp_path: Path) -> None:
    draft = tmp_path / "draft.jsonl"
    version = replace(TEMPLATE, disambiguating_context="Alle gingen.")
    write_draft(draft, [Entry(TEMPLATE, version, (), State.ACCEPTED, (version,))])
    with pytest.raises(EvalError, match=r"template 0: disambiguating_context: “\{\{NAME1\}\}” is missing"):
        command(templates_command, "templates", draft, "--out", tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()
