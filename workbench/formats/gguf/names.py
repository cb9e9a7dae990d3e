"""Tokens that llama.cpp knows by their text, whatever type the file gives them (llama-vocab.cpp, `load`).

Tried one by one in llama.cpp's build 11549. Of several names of one role between code (`<|fim_prefix|>`,
`<fim_prefix>`) llama.cpp takes the first that its hash table has; here all are CONTROL. A NORMAL token with
such a text, as merging may give, stays one here; llama.cpp finds it too where special tokens are taken.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from workbench.engine.models.score_vocabulary import Kind

_CHANGED = (Kind.NORMAL, Kind.CONTROL, Kind.USER_DEFINED)
_FOUND_ALWAYS = frozenset(b"<|channel|> <|constrain|> <|message|> <|start|>".split())
_CONTROL = frozenset(
    """
    </s> <EOT> <MID> <PAD> <PRE> <REPO> <SUF> <end_of_turn> <end_of_utterance> <eos> <fim-middle> <fim-pad>
    <fim-prefix> <fim-repo> <fim-suffix> <fim_middle> <fim_pad> <fim_prefix> <fim_suffix> <reponame> <turn|>
    <|calls|> <|call|> <|code_middle|> <|code_prefix|> <|code_suffix|> <|end_of_text|> <|endoftext|> <|end|>
    <|eom_id|> <|eot_id|> <|file_sep|> <|fim_middle|> <|fim_pad|> <|fim_prefix|> <|fim_repo|> <|fim_suffix|>
    <|flush|> <|ifm|im_end|> <|im_end|> <|middle|> <|plamo:file_separator|> <|plamo:fim_middle|>
    <|plamo:fim_prefix|> <|plamo:fim_suffix|> <|prefix|> <|repo_name|> <|return|> <|suffix|> <|tool_response>
    <｜end▁of▁sentence｜> <｜fim▁begin｜> <｜fim▁end｜> <｜fim▁hole｜> [EOS] [EOT] [PAD] [e~[ _<EOT> ▁<MID>
    ▁<PRE> ▁<SUF>
    """.encode().split()
)


def kind_by_text(token: bytes, tokens: Collection[bytes]) -> Kind | None:
    """Return the kind that llama.cpp gives a token by its text, or None if it is that of the file.

    `tokens` are all of the vocabulary that have a name: some say something of others.
    """
    if token in _FOUND_ALWAYS or (token == b"<|end|>" and _are_of_harmony(tokens)):
        return Kind.USER_DEFINED
    if token == b"</s>" and b"<|tool_response>" in tokens:
        return Kind.NORMAL
    return Kind.CONTROL if token in _CONTROL else None


def _are_of_harmony(tokens: Collection[bytes]) -> bool:
    calls = b"<|call|>" in tokens or b"<|calls|>" in tokens
    return calls and (b"<|return|>" in tokens or b"<|flush|>" in tokens)


def named(tokens: Sequence[bytes]) -> dict[bytes, int]:
    """Return the tokens that llama.cpp knows by their text, and their ids."""
    known = _CONTROL | _FOUND_ALWAYS
    return {token: token_id for token_id, token in enumerate(tokens) if token in known}


def kinds_by_text(tokens: Sequence[bytes], kinds: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the kinds of tokens as llama.cpp takes them."""
    ids = named(tokens)
    for token, token_id in ids.items():
        kind = kind_by_text(token, ids)
        takes_kind = kind == Kind.USER_DEFINED or kinds[token_id] != Kind.NORMAL
        if kind is not None and takes_kind and kinds[token_id] in _CHANGED:
            kinds[token_id] = kind
    return kinds
