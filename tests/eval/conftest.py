"""Tiny checkpoints with random weights, made once, and the models that `.ci/install-models` fetches."""

import importlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fake_server import FakeServer

CORPUS = [
    "Bu Mustafa.",
    "Orhan burada.",
    "Bu bir ev.",
    "Orada bir şirket var.",
    "Die Ingenieurin ist hier.",
    "Das ist eine Lehrerin, die gerne rechnet.",
    "This is a flower, and that is an insect.",
    "The engineer likes mathematics and music.",
] * 4
SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 24}
SPREAD = 0.3
"""Of the weights of models that write text: with the usual 0.02 all tokens are about as likely anywhere."""

CONTINUOUS = os.environ.get("CI") is not None


def needed(name: str) -> Any:
    """A module of the extra `eval`; where it is missing, tests are skipped, but not in CI."""
    return importlib.import_module(name) if CONTINUOUS else pytest.importorskip(name)


def _word_pieces() -> list[str]:
    letters = sorted({letter for line in CORPUS for letter in line if letter.isalnum()})
    whole = ["Bu", "bir", "Mustafa", "ev", "burada", "This", "is", "a", "flower", "hier"]
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    return [*special, ".", ",", *letters, *(f"##{letter}" for letter in letters), *whole]


def _seeded(build: Callable[[], Any]) -> Any:
    torch = needed("torch")
    torch.manual_seed(7)
    return build().eval()


def _bert(folder: Path) -> None:
    transformers = needed("transformers")
    pieces = _word_pieces()
    config = transformers.BertConfig(vocab_size=len(pieces), max_position_embeddings=24, **SIZES)
    _seeded(lambda: transformers.BertModel(config)).save_pretrained(folder)
    # as BERTurk comes: the list of pieces and hardly more
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in pieces), "utf-8")
    (folder / "tokenizer_config.json").write_text('{"do_lower_case": false, "max_len": 512}', "utf-8")


def _xlm_roberta(folder: Path) -> None:
    transformers, tokenizers = needed("transformers"), needed("tokenizers")
    model = tokenizers.Tokenizer(tokenizers.models.Unigram())
    model.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trainer = tokenizers.trainers.UnigramTrainer(vocab_size=80, special_tokens=special, unk_token="<unk>")
    model.train_from_iterator(CORPUS, trainer)
    model.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    names = {"bos_token": "<s>", "cls_token": "<s>", "eos_token": "</s>", "sep_token": "</s>"}
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=model, pad_token="<pad>", unk_token="<unk>", mask_token="<mask>", **names
    )
    tokenizer.save_pretrained(folder)
    config = transformers.XLMRobertaConfig(
        vocab_size=len(tokenizer), max_position_embeddings=26, pad_token_id=1, **SIZES
    )
    _seeded(lambda: transformers.XLMRobertaModel(config)).save_pretrained(folder)


def _gpt2(folder: Path) -> None:
    transformers, tokenizers = needed("transformers"), needed("tokenizers")
    model = tokenizers.ByteLevelBPETokenizer()
    model.train_from_iterator(CORPUS, vocab_size=300, special_tokens=["<|endoftext|>"])
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=model._tokenizer,
        bos_token="<|endoftext|>",
        eos_token="<|endoftext|>",
        unk_token="<|endoftext|>",
        padding_side="left",
    )
    tokenizer.save_pretrained(folder)
    config = transformers.GPT2Config(
        vocab_size=len(tokenizer), n_positions=32, n_embd=16, n_layer=2, n_head=2, initializer_range=SPREAD
    )
    _seeded(lambda: transformers.GPT2LMHeadModel(config)).save_pretrained(folder)


def _mt5(folder: Path) -> None:
    transformers, sentencepiece = needed("transformers"), needed("sentencepiece")
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS),
        model_prefix=str(folder / "spiece"),
        vocab_size=60,
        pad_id=0,
        eos_id=1,
        unk_id=2,
        bos_id=-1,
        minloglevel=2,
    )
    settings = {
        "eos_token": "</s>",
        "pad_token": "<pad>",
        "unk_token": "<unk>",
        "tokenizer_class": "T5Tokenizer",
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(settings | {"extra_ids": 0}), "utf-8")
    config = transformers.MT5Config(
        vocab_size=72, d_model=16, d_kv=8, d_ff=24, num_layers=2, num_decoder_layers=1, num_heads=2
    )
    _seeded(lambda: transformers.MT5ForConditionalGeneration(config)).save_pretrained(folder)


def _letters_tokenizer(folder: Path, **settings: Any) -> int:
    """A tokenizer of bytes and a few pairs that sets a token before every text; how many tokens it has."""
    transformers, tokenizers = needed("transformers"), needed("tokenizers")
    bytes_and_pairs = tokenizers.ByteLevelBPETokenizer()
    bytes_and_pairs.train_from_iterator(CORPUS, vocab_size=280, special_tokens=["<unk>", "<s>", "</s>"])
    model = bytes_and_pairs._tokenizer
    model.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", 1)]
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=model, bos_token="<s>", eos_token="</s>", unk_token="<unk>", **settings
    )
    tokenizer.save_pretrained(folder)
    return len(tokenizer)


def _decoder(kind: str, suffix: str = "", **settings: Any) -> Callable[[Path], None]:
    """Makes a decoder of the library's class of that name; `suffix` is that of the class of its settings."""

    def make(folder: Path) -> None:
        transformers = needed("transformers")
        template = {"chat_template": settings["chat_template"]} if "chat_template" in settings else {}
        size = _letters_tokenizer(folder, **template)
        own = {key: value for key, value in settings.items() if key != "chat_template"}
        config = getattr(transformers, f"{kind}{suffix}Config")(
            vocab_size=size,
            bos_token_id=1,
            eos_token_id=2,
            initializer_range=SPREAD,
            **own,
        )
        model_class = getattr(transformers, f"{kind}ForCausalLM")
        _seeded(lambda: model_class(config)).save_pretrained(folder)

    return make


def _bart(folder: Path) -> None:
    transformers = needed("transformers")
    size = _letters_tokenizer(folder)
    config = transformers.BartConfig(
        vocab_size=size,
        d_model=16,
        encoder_layers=1,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=24,
        decoder_ffn_dim=24,
        max_position_embeddings=64,
        init_std=SPREAD,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=2,
        forced_eos_token_id=None,
    )
    _seeded(lambda: transformers.BartForConditionalGeneration(config)).save_pretrained(folder)


TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}[{{ message.role }}] {{ message.content }}{{ eos_token }}"
    "{% endfor %}{% if add_generation_prompt %}[assistant] {% endif %}"
)
"""A chat template that sets the first token itself."""

LLAMA = {**SIZES, "num_key_value_heads": 1, "max_position_embeddings": 128}
MAKERS = {
    "bert": _bert,
    "xlm-roberta": _xlm_roberta,
    "gpt2": _gpt2,
    "mt5": _mt5,
    "bart": _bart,
    "llama": _decoder("Llama", **LLAMA),
    "llama-long": _decoder("Llama", **{**LLAMA, "max_position_embeddings": 2048}),
    "llama-long-chat": _decoder(
        "Llama", **{**LLAMA, "max_position_embeddings": 2048}, chat_template=TEMPLATE
    ),
    "llama-chat": _decoder("Llama", **LLAMA, chat_template=TEMPLATE),
    "mistral": _decoder("Mistral", **LLAMA, sliding_window=24),
    "gemma3": _decoder(
        "Gemma3",
        "Text",
        **LLAMA,
        head_dim=8,
        sliding_window=24,
        layer_types=["sliding_attention", "full_attention"],
        final_logit_softcapping=30.0,
    ),
    "mamba": _decoder("Mamba", hidden_size=16, num_hidden_layers=2, state_size=4),
    "neox": _decoder("GPTNeoX", **SIZES, max_position_embeddings=128),
    "bloom": _decoder("Bloom", hidden_size=16, n_layer=2, n_head=2),
}


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of a tiny checkpoint of that architecture."""
    made: dict[str, Path] = {}

    def folder_of(architecture: str) -> Path:
        if architecture not in made:
            folder = tmp_path_factory.mktemp(architecture)
            MAKERS[architecture](folder)
            made[architecture] = folder
        return made[architecture]

    return folder_of


@pytest.fixture(scope="session")
def installed() -> Callable[[str], Path]:
    """The folder or file of a model that `.ci/install-models` fetches; skips without it, but not in CI."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mitgemeint-models"

    def path_of(name: str) -> Path:
        path = cache / name
        if not path.exists():
            reason = f"{name} is not here; .ci/install-models fetches it"
            if CONTINUOUS:
                pytest.fail(reason)
            pytest.skip(reason)
        return path

    return path_of


@pytest.fixture
def serve_model() -> Iterator[Callable[..., FakeServer]]:
    """Starts a fake server of language models of that kind, with those faults; ends it."""
    with ExitStack() as stack:

        def start(*arguments: Any, **options: Any) -> FakeServer:
            return stack.enter_context(FakeServer(*arguments, **options))

        yield start
