"""nanochat's tokenizer.pkl: a pickled tiktoken Encoding (karpathy/nanochat, nanochat/tokenizer.py).

A pickle is a program, so the file is read in the child by an unpickler that can build nothing but what such
an encoding consists of (`pickle_fields`). Its roles go by the names that nanochat gives its special tokens.
It is never written: `.tiktoken` with its card holds the same.
"""

from __future__ import annotations

import json

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.child.isolation import Limit
from workbench.engine.encoding.roles import marks_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.framing import Framing
from workbench.formats.child_parsing import reply_of
from workbench.formats.format import Fit, Format, Notice, Parts, Source
from workbench.formats.nanochat.pickle_fields import read_operation
from workbench.formats.pattern_names import dialect_notices, pattern_name

LIMIT = Limit(seconds=10.0)


def sniff(start: bytes) -> bool:
    """Return whether a file begins as a pickle of protocol 2 or later."""
    return start[:1] == b"\x80" and start[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05")


def read(source: Source) -> Parts:
    """Return what the file says.

    Raises:
        EngineError: naming file and cause; then nothing has been loaded, and never anything run.

    """
    try:
        reply = reply_of(read_operation, (source.data,), source.child, LIMIT)
        pattern, texts, blob, ends, ids = reply.buffers
        ranks: dict[bytes, int] = {}
        taken: set[int] = set()
        start = 0
        rows = zip(
            np.frombuffer(ends, np.uint64).tolist(), np.frombuffer(ids, np.int64).tolist(), strict=True
        )
        for end, rank in paced(rows):
            if rank in taken:
                raise EngineError("id_twice", id=rank)
            taken.add(rank)
            ranks[blob[start:end]] = rank
            start = end
        model = RankMergedBpe.from_ranks(ranks)
        text = pattern.decode()
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    specials: dict[str, int] = json.loads(texts)
    bos = specials.get("<|bos|>")
    marks = {role: specials.get(f"<|{role}_start|>") for role in ("user", "assistant")}
    framing = Framing(() if bos is None else (bos,), marks=marks_of(marks))
    return Parts(
        model, pattern_name(text), text, specials, str(reply.header["name"]),
        framing=framing, notices=dialect_notices(text, "tiktoken"),
    )  # fmt: skip


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell that pickles are not written (`format.Fit`)."""
    return Fit("cannot", (Notice("format_read_only", {"format": FORMAT.title}),))


FORMAT = Format("nanochat", "nanochat pickle", suffix=".pkl", sniff=sniff, read=read, write=None, judge=fit)
