"""Vocabularies for tests of views, made of merges in a few lines."""

from __future__ import annotations

import numpy as np

from workbench.engine.encoding.vocab_table import KIND_BYTE, KIND_MERGE, KIND_SPECIAL
from workbench.worker.messages.tokenizers import TokenizerInfo, VocabListed


def ends(parts: list[bytes]) -> np.ndarray:
    return np.cumsum([len(part) for part in parts]).astype(np.uint64)


def is_partial(token: bytes) -> bool:
    return token.decode("utf-8", "ignore").encode() != token


def listed(merges: list[tuple[int, int]], specials: tuple[str, ...] = (), request_id: int = 1) -> VocabListed:
    tokens = [bytes([byte]) for byte in range(256)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    tokens.extend(special.encode() for special in specials)
    order = np.array(sorted(range(len(tokens)), key=tokens.__getitem__))
    byte_order = np.empty(len(tokens), dtype=np.int32)
    byte_order[order] = np.arange(len(tokens))
    folded = [token.decode("utf-8", "replace").lower().encode() for token in tokens]
    none = [-1] * 256
    return VocabListed(
        request_id=request_id,
        handle=1,
        ids=np.arange(len(tokens), dtype=np.uint32),
        blob=b"".join(tokens),
        ends=ends(tokens),
        ranks=np.array([*none, *range(len(merges)), *[-1] * len(specials)]),
        pairs=np.array([(-1, -1)] * 256 + merges + [(-1, -1)] * len(specials)),
        kinds=np.array(
            [KIND_BYTE] * 256 + [KIND_MERGE] * len(merges) + [KIND_SPECIAL] * len(specials), dtype=np.uint8
        ),
        partial=np.array([is_partial(token) for token in tokens]),
        byte_order=byte_order,
        folded=b"".join(folded),
        folded_ends=ends(folded),
    )


def info(n_merges: int, specials: tuple[str, ...] = (), handle: int = 1, name: str = "Test") -> TokenizerInfo:
    size = 256 + n_merges
    return TokenizerInfo(
        handle=handle,
        name=name,
        path=None,
        format="",
        vocab_size=size,
        n_merges=n_merges,
        pattern_name="cl100k",
        pattern="",
        special_tokens=tuple((text, size + at) for at, text in enumerate(specials)),
        merge_order=True,
        trace=True,
        byte_level=True,
        writable_as=("minbpe",),
    )


# is = i+s, lis = l+is, ab = a+b, ablis = ab+lis, " ab", and the first two bytes of a three-byte character.
MERGES = [
    (ord("i"), ord("s")),
    (ord("l"), 256),
    (ord("a"), ord("b")),
    (258, 257),
    (ord(" "), 258),
    (0xE6, 0x97),
]
IS, LIS, AB, ABLIS, SPACE_AB, LOOSE = range(256, 262)
