"""The functions of minbpe, CLIP's tokenizer and llama2.c, under their own names.

The rest are methods of a tokenizer: `encode` with `allowed_special` "all", "none", "none_raise" or
a set, `encode_ordinary`, `decode`, `tokenize`. Training is `workbench.train` (presets "basic", "gpt2", "gpt4"
with tie="first-seen" are minbpe's, "clip" CLIP's, "llama2" llama2.c's), saving `workbench.save_tokenizer`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.api.vocab_files import save_vocab
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.models.model import Model
from workbench.engine.models.pair_merged import get_pairs
from workbench.engine.normalizers.clip_cleaning import clip_cleaning
from workbench.engine.normalizers.text_normalizers import InOrder
from workbench.engine.training.merges import Pair, count_pairs, merge_pair
from workbench.formats.minbpe.format import render_token

__all__ = [
    "basic_clean",
    "byte_pieces",
    "byte_shuffle",
    "bytes_to_unicode",
    "get_pairs",
    "get_stats",
    "merge",
    "recover_merges",
    "register_special_tokens",
    "render_token",
    "save_vocab",
    "whitespace_clean",
]

_BASIC = 4  # steps of CLIP's cleaning that are `basic_clean`: ftfy, html.unescape twice, strip

# --- minbpe (karpathy/minbpe: base.py, regex.py, gpt4.py) ---------------------------------------------------


def get_stats(ids: Sequence[int], counts: dict[Pair, int] | None = None) -> dict[Pair, int]:
    """Count the adjacent pairs of `ids`, overlapping ones too, adding them to earlier `counts` in place.

    [1, 2, 3, 1, 2] -> {(1, 2): 2, (2, 3): 1, (3, 1): 1}
    """
    return count_pairs(ids, counts)


def merge(ids: Sequence[int], pair: Pair, idx: int) -> list[int]:
    """Replace every occurrence of `pair` by `idx`, from the left, without overlap.

    [1, 2, 3, 1, 2], (1, 2), 4 -> [4, 3, 4]
    """
    return merge_pair(ids, pair, idx)


def register_special_tokens(tokenizer: Tokenizer, special_tokens: Mapping[str, int]) -> Tokenizer:
    """Return a tokenizer with other special tokens, text -> id; everything else is shared.

    Raises:
        EngineError: one is empty, or its id is out of range or taken.

    """
    return with_parts(tokenizer, special_tokens=special_tokens)


def recover_merges(tokenizer: Tokenizer) -> dict[Pair, int]:
    """Return (left, right) -> id of every token that is merged from two others.

    In a rank file, the two are what the tokens of lower rank make of its bytes.

    Raises:
        EngineError: "no_ranks", its tokens are not merged in the order of their ids.

    """
    pairs = _ranked(tokenizer).pairs().tolist()
    return {(left, right): token_id for token_id, (left, right) in enumerate(pairs) if left >= 0}


def byte_shuffle(tokenizer: Tokenizer) -> dict[int, int]:
    """Return byte -> id of its token; in cl100k 0 -> 188. Raises like `recover_merges`."""
    model = _ranked(tokenizer)
    ids = ((byte, model.token_id(bytes((byte,)))) for byte in range(256))
    return {byte: token_id for byte, token_id in ids if token_id is not None}


def _ranked(tokenizer: Tokenizer) -> Model:
    if not tokenizer.model.capabilities.merge_order:
        raise EngineError("no_ranks")
    return tokenizer.model


# --- CLIP (openai/CLIP, clip/simple_tokenizer.py) -----------------------------------------------------------


def basic_clean(text: str) -> str:
    """Return a text after ftfy, html.unescape twice and strip."""
    return _cleaned(text, slice(0, _BASIC))


def whitespace_clean(text: str) -> str:
    """Return a text with each run of white space as one space, and none at its ends."""
    return _cleaned(text, slice(_BASIC, -1))


def _cleaned(text: str, steps: slice) -> str:
    cleaning = InOrder(clip_cleaning().steps[steps])
    return cleaning.normalize(text.encode("utf-8", "replace"), first=True).output.decode()


# --- llama2.c (karpathy/llama2.c, run.c) --------------------------------------------------------------------


def byte_pieces() -> list[bytes]:
    """Return the 256 strings of one byte that `<0x00>` to `<0xFF>` are decoded to."""
    return [bytes((byte,)) for byte in range(256)]
