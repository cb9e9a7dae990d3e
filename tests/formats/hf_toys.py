"""Small `tokenizer.json` files, and the same tokenizers in Hugging Face's own library."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from workbench.display.byte_alphabet import bytes_to_unicode

TEXT = (
    "The roses are red, the violets are blue; don't ask who's the one that it's for. "
    "She said: 'Hello there!' 12 345 6789\n\nWhat a day  it was -- in the café, naïve and 日本語 日本, "
    "and there they were: the thing, the other thing and all of the rest of them.\tThen the end.\n"
) * 4
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
LLAMA3 = QWEN.replace(r"\p{N}|", r"\p{N}{1,3}|", 1)


def added(content: str, token_id: int, **flags: bool) -> dict[str, Any]:
    plain = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": token_id, "content": content, **plain, "special": True, **flags}


def bpe(vocab: dict[str, Any], merges: list[Any], **options: Any) -> dict[str, Any]:
    """Return the JSON of a BPE file; keyword arguments are keys of the model, or of the file."""
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
        "vocab": vocab, "merges": merges,
    }  # fmt: skip
    top = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
        "pre_tokenizer": None, "post_processor": None, "decoder": None, "model": model,
    }  # fmt: skip
    for key, value in options.items():
        (top if key in top else model)[key] = value
    return top


def data_of(top: dict[str, Any]) -> bytes:
    return json.dumps(top, ensure_ascii=False).encode()


def _trained(
    model: models.BPE,
    splitter: Any,
    decoder: Any,
    *,
    normalizer: Any = None,
    special: tuple[str, ...] = ("<|end|>",),
    alphabet: list[str] | None = None,
    size: int = 420,
    **options: Any,
) -> Tokenizer:
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = splitter
    tokenizer.decoder = decoder
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    trainer = trainers.BpeTrainer(
        vocab_size=size, special_tokens=list(special), initial_alphabet=alphabet or [], show_progress=False,
        min_frequency=2, **options,
    )  # fmt: skip
    tokenizer.train_from_iterator(TEXT.split("\n"), trainer)
    return tokenizer


def _byte_level(splitter: Any, **options: Any) -> Tokenizer:
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return _trained(models.BPE(), splitter, decoders.ByteLevel(), alphabet=alphabet, **options)


def _split(pattern: str) -> Any:
    split = pre_tokenizers.Split(Regex(pattern), "isolated")
    return pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


# As in DeepSeek's files: numbers, then Chinese and Japanese, then words with what stands before them.
STAGES = (
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
    r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
)


def _stages(*splits: Any, words: bool = False) -> Any:
    last = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=words)
    return pre_tokenizers.Sequence([*splits, last])


def _with_bytes(tokenizer: Tokenizer) -> dict[str, Any]:
    """Return the JSON of a tokenizer whose bytes are ordinary tokens, as those of Llama 2 are."""
    top = json.loads(tokenizer.to_str())
    top["added_tokens"] = [row for row in top["added_tokens"] if row["content"] not in BYTES]
    return top


def _llama2() -> dict[str, Any]:
    spaces = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    back = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    model = models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True)
    special = ("<unk>", "<s>", "</s>", *BYTES)
    return _with_bytes(
        _trained(model, None, back, normalizer=spaces, special=special, size=700, max_token_length=8)
    )


def _gemma() -> dict[str, Any]:
    top = _llama2()
    top["normalizer"] = top["normalizer"]["normalizers"][1]
    top["decoder"]["decoders"].pop()
    top["pre_tokenizer"] = {
        "type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False
    }  # fmt: skip
    return top


def _metaspace(scheme: str, split: bool) -> Tokenizer:
    splitter = pre_tokenizers.Metaspace(prepend_scheme=scheme, split=split)
    decoder = decoders.Metaspace(prepend_scheme=scheme, split=split)
    model = models.BPE(unk_token="<unk>", fuse_unk=split)
    return _trained(model, splitter, decoder, special=("<unk>", "<s>"), max_token_length=8)


def _word_ends(unknown: str | None, splitter: Any) -> Tokenizer:
    model = models.BPE(unk_token=unknown, end_of_word_suffix="</w>")
    special = ("<s>", *([unknown] if unknown else []))
    return _trained(
        model, splitter, decoders.BPEDecoder("</w>"), special=special, end_of_word_suffix="</w>", size=200
    )


def _prefixes() -> Tokenizer:
    model = models.BPE(unk_token="<unk>", continuing_subword_prefix="##", fuse_unk=True)
    return _trained(
        model, pre_tokenizers.Whitespace(), None, special=("<unk>",), continuing_subword_prefix="##", size=200
    )


def _flagged() -> Tokenizer:
    tokenizer = _byte_level(_split(LLAMA3))
    tokenizer.add_tokens([AddedToken("<x>", lstrip=True, rstrip=True, normalized=False)])
    tokenizer.add_tokens(
        [AddedToken("the", single_word=True, normalized=True), AddedToken("'s", normalized=True)]
    )
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True), AddedToken("<x>y", normalized=False)])
    return tokenizer


def _whole_pieces() -> dict[str, Any]:
    top = json.loads(_byte_level(_split(LLAMA3)).to_str())
    top["model"]["ignore_merges"] = True
    top["model"]["merges"] = top["model"]["merges"][::2][:60] + top["model"]["merges"][120:]
    made = {a + b for a, b in top["model"]["merges"]}
    # Merges of what is no longer made cannot stay; their tokens can.
    top["model"]["merges"] = [
        [a, b] for a, b in top["model"]["merges"] if all(len(h) == 1 or h in made for h in (a, b))
    ]
    return top


CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


def _clip() -> dict[str, Any]:
    """Return the JSON of a tokenizer as CLIP's is there: cleaned, bytes of its own at the ends of words."""
    alphabet = list(bytes_to_unicode().values())
    merges = [["t", "h"], ["th", "e</w>"], ["i", "n"], ["in", "g</w>"], ["th", "ing</w>"], ["th", "e"]]
    merges += [["a", "n"], ["an", "d</w>"], ["Ã", "©</w>"], ["r", "e"]]
    tokens = [*alphabet, *(f"{letter}</w>" for letter in alphabet), *(left + right for left, right in merges)]
    vocab = {token: token_id for token_id, token in enumerate(dict.fromkeys(tokens))}
    n_tokens = len(vocab)
    vocab |= {"<|startoftext|>": n_tokens, "<|endoftext|>": n_tokens + 1}
    rows = [added("<|startoftext|>", n_tokens, normalized=True), added("<|endoftext|>", n_tokens + 1)]
    split = {"type": "Split", "pattern": {"Regex": CLIP}, "behavior": "Removed", "invert": True}
    as_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    spaces = {"type": "Replace", "pattern": {"String": "</w>"}, "content": " "}
    clean: list[dict[str, Any]] = [
        {"type": "NFC"},
        {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "},
        {"type": "Lowercase"},
    ]
    framing = {
        "type": "RobertaProcessing", "sep": ["<|endoftext|>", n_tokens + 1],
        "cls": ["<|startoftext|>", n_tokens], "trim_offsets": False, "add_prefix_space": False,
    }  # fmt: skip
    return bpe(
        vocab,
        merges,
        unk_token="<|endoftext|>",
        end_of_word_suffix="</w>",
        continuing_subword_prefix="",
        added_tokens=rows,
        normalizer={"type": "Sequence", "normalizers": clean},
        pre_tokenizer={"type": "Sequence", "pretokenizers": [split, as_bytes]},
        post_processor=framing,
        decoder={"type": "Sequence", "decoders": [as_bytes, spaces]},
    )


_MAKE = {
    "CLIP": _clip,
    "small letters": lambda: _byte_level(_split(QWEN), normalizer=normalizers.Lowercase()),
    "byte level": lambda: _byte_level(pre_tokenizers.ByteLevel(add_prefix_space=False)),
    "byte level, space before": lambda: _byte_level(pre_tokenizers.ByteLevel(add_prefix_space=True)),
    "byte level, no split": lambda: _byte_level(
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False), max_token_length=6
    ),
    "Llama 3": lambda: _byte_level(_split(LLAMA3)),
    "Qwen": lambda: _byte_level(_split(QWEN), normalizer=normalizers.NFC()),
    "stripped": lambda: _byte_level(
        pre_tokenizers.ByteLevel(add_prefix_space=True),
        normalizer=normalizers.Sequence(
            [normalizers.Strip(), normalizers.Replace("th", "TH"), normalizers.Replace(Regex(r"\s+"), " ")]
        ),
    ),
    "spaces after NFC": lambda: _trained(
        models.BPE(unk_token="<unk>"),
        None,
        decoders.Metaspace(prepend_scheme="never"),
        normalizer=normalizers.Sequence(
            [normalizers.NFC(), normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
        ),
        special=("<unk>",),
        max_token_length=6,
    ),
    **{
        form: lambda form=form: _byte_level(
            pre_tokenizers.ByteLevel(add_prefix_space=False), normalizer=getattr(normalizers, form)()
        )
        for form in ("NFD", "NFKC", "NFKD")
    },
    **{
        f"digits {'alone' if alone else 'together'}, {'words' if words else 'no words'}": (
            lambda alone=alone, words=words: _byte_level(
                _stages(pre_tokenizers.Digits(individual_digits=alone), words=words), max_token_length=8
            )
        )
        for alone in (False, True)
        for words in (False, True)
    },
    "DeepSeek": lambda: _byte_level(
        _stages(*(pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in STAGES))
    ),
    "stages of all kinds": lambda: _byte_level(
        _stages(
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Split(Regex(r"[^\s]{1,5}"), "removed", invert=True),
            pre_tokenizers.Digits(),
            words=True,
        )
    ),
    "stages and characters": lambda: _trained(
        models.BPE(unk_token="<unk>"),
        pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True)]),
        None,
        special=("<unk>",),
        max_token_length=6,
    ),
    "digits and characters": lambda: _trained(
        models.BPE(unk_token="<unk>"),
        pre_tokenizers.Digits(individual_digits=True),
        None,
        special=("<unk>",),
        max_token_length=6,
    ),
    "pattern with gaps": lambda: _byte_level(_split(r"[\p{L}\p{M}]+|\p{N}")),
    "flags": _flagged,
    "whole pieces": _whole_pieces,
    "Llama 2": _llama2,
    "Gemma": _gemma,
    **{
        f"Metaspace {scheme} {split}": lambda scheme=scheme, split=split: _metaspace(scheme, split)
        for scheme in ("always", "first", "never")
        for split in (True, False)
    },
    "spaces that were added": lambda: bpe(
        {"<unk>": 0, "▁": 1, "a": 2, "▁▁": 3, "▁a": 4, "<0x0A>": 5, "the": 6, "▁▁▁": 7},
        [["▁", "▁"], ["▁", "a"], ["▁▁", "▁"]],
        added_tokens=[
            added("<unk>", 0),
            added("▁▁", 3, special=False),
            added("▁", 1),
            added("<0x0A>", 5),
            added("the", 6, normalized=False, single_word=True),
            added("  ", 8, special=False),
        ],
        normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
        unk_token="<unk>",
        byte_fallback=True,
        decoder={
            "type": "Sequence",
            "decoders": [
                {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
                {"type": "ByteFallback"},
                {"type": "Fuse"},
            ],
        },
    ),
    "word ends": lambda: _word_ends("<unk>", pre_tokenizers.Whitespace()),
    "word ends, nothing unknown": lambda: _word_ends(None, pre_tokenizers.WhitespaceSplit()),
    "prefixes": _prefixes,
}

NAMES = tuple(_MAKE)


@cache
def made(name: str) -> tuple[Tokenizer, bytes]:
    """Return one of `NAMES` in its own library, and as a file."""
    found = _MAKE[name]()
    data = data_of(found) if isinstance(found, dict) else found.to_str().encode()
    return Tokenizer.from_str(data.decode()), data
