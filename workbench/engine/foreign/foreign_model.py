"""Models of other libraries: a file that only its own library can read whole works by it, in the child.

Hugging Face's Unigram, WordPiece and WordLevel and any component of a tokenizer.json that is not implemented
here go through `tokenizers`, SentencePiece's Unigram, Word and Char models through `sentencepiece`. Texts and
ids cross to the child (`libraries`), the vocabulary once, when the file is opened. Nothing is made
up: such a model has no merges that could be shown, and what its library refuses is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced_slices
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import DEFAULT_MEMORY, Child, Limit
from workbench.engine.foreign.calls import OPEN_LIMIT, Calls, Whole
from workbench.engine.foreign.libraries import LIBRARIES, decode_operation, encode_operation, open_operation
from workbench.engine.models.framing import Framing
from workbench.engine.models.listed_model import Listed, ListedModel
from workbench.engine.models.model import Capabilities
from workbench.engine.models.piecewise import Ids
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

LONGEST_TEXT = 1 << 22  # bytes in one call of a library; what it makes of them is in memory several times
PORTION = 1 << 19  # bytes of a text that may be cut at white space
_SECONDS = 5.0  # for a call, and so many more for each MiB of text
_SECONDS_A_MIB = 10.0
_REPLACEMENT = "\ufffd".encode()


@dataclass(frozen=True, slots=True)
class Foreign:
    """A file opened through another library.

    Attributes:
        model: encodes and decodes in the child.
        splitter: leaves a text whole, as the model splits it itself.
        special_tokens: text -> id of those that are their text wherever they occur; the library finds the
            others itself, and they are ordinary tokens here.
        framing: what the library puts around a text.
        version: of the library.
        takes: the library finds special tokens itself, and takes them as such whatever is requested.

    """

    model: ForeignModel
    splitter: PreTokenizer
    special_tokens: Mapping[str, int]
    framing: Framing
    version: str
    takes: bool = False


def foreign_model(
    library: str, data: bytes, child: Child | None = None, memory: int = DEFAULT_MEMORY
) -> Foreign:
    """Return a file's model, as read by its library.

    Args:
        library: one of `libraries.LIBRARIES`.
        data: the file: a tokenizer.json, or a SentencePiece model.
        child: where the library runs; without it a child is started, which the splitter's `close` ends.
        memory: bytes of address space that such a child of its own gets.

    Raises:
        EngineError: the library cannot open it, is not installed, takes too long, too much memory, or dies.

    """
    if library not in LIBRARIES:
        raise ValueError(library)
    calls = Calls(library, data, child, memory)
    try:
        frame = calls.request(open_operation, (data,), OPEN_LIMIT)
        facts = frame.header
        framing = Framing(
            tuple(facts["before"]),
            tuple(facts["after"]),
            facts["adds"],
            facts["adds"],
            facts["context"],
            facts["padding"],
        )
        model = ForeignModel(calls, _vocabulary(frame), bool(facts["wordwise"]), framing, facts["unknown"])
    except BaseException:
        calls.close()
        raise
    return Foreign(
        model, Whole(calls), dict(facts["special"]), framing, str(facts["version"]), bool(facts["takes"])
    )


def _vocabulary(frame: Frame) -> Listed:
    ids, ends, blob, decoded_ends, decoded, kinds, scores = frame.buffers
    return Listed(
        np.frombuffer(ids, np.uint32),
        np.frombuffer(ends, np.uint64),
        blob=blob,
        decoded_ends=np.frombuffer(decoded_ends, np.uint64),
        decoded=decoded,
        kinds=np.frombuffer(kinds, np.uint8),
        scores=np.frombuffer(scores, np.float32),
    )


class ForeignModel(ListedModel):
    """A model that runs in another library (`models.model.Model`); it never changes.

    Attributes:
        library: its name.
        data: the file, as it was read.
        framing: what the library puts around a text, whatever else is said next to the file.

    """

    # Decoding is its library's, whatever the tokens show.
    capabilities = Capabilities(trace=False, byte_level=False, decodes_otherwise=True)

    def __init__(
        self, calls: Calls, vocabulary: Listed, wordwise: bool, framing: Framing, unknown: Sequence[int]
    ) -> None:
        super().__init__(vocabulary)
        self._unknown_ids = np.array(sorted(unknown), np.uint32)
        self._calls = calls
        self._wordwise = wordwise
        self.library = calls.library
        self.data = calls.data
        self.framing = framing

    @property
    def in_library(self) -> tuple[str, bytes]:
        """The library that it runs in and the file that this reads."""
        return self.library, self.data

    @property
    def unknown_ids(self) -> Ids:
        """uint32[k], the ids of unknown tokens, also of those that are special tokens."""
        return self._unknown_ids

    def _text(self, text: bytes) -> tuple[Ids, NDArray[np.uint64]]:
        """Return ids and spans in bytes of a text, which goes to the library whole where it must."""
        ids, spans = [np.empty(0, np.uint32)], [np.empty((0, 2), np.uint64)]
        for start, end in self._stretches(text):
            if end - start > LONGEST_TEXT:
                raise EngineError(
                    "foreign_text_too_long", library=self.library, size=end - start, limit=LONGEST_TEXT
                )
            sent, borders = text[start:end], None
            if self.library == "tokenizers":  # it takes characters; sentencepiece takes any bytes
                sent, borders = _repaired(sent)
            limit = Limit(_SECONDS + _SECONDS_A_MIB * len(sent) / (1 << 20))
            frame = self._calls.request(encode_operation, (sent,), limit)
            ids.append(np.frombuffer(frame.buffers[0], np.uint32))
            for part in _in_bytes(np.frombuffer(frame.buffers[1], np.uint64), borders):
                spans.append(part + np.uint64(start))
        return np.concatenate(ids), np.concatenate(spans)

    def _stretches(self, text: bytes) -> Iterator[tuple[int, int]]:
        """Yield the stretches that are encoded each by itself: one, unless words are taken alone."""
        start = 0
        while self._wordwise and len(text) - start > PORTION:
            end = text.rfind(b" ", start, start + PORTION) + 1
            if end <= start:
                break
            yield start, end
            start = end
        yield start, len(text)

    def decode_whole(self, ids: Sequence[int], special_tokens: Mapping[int, str]) -> bytes:
        """Return the text of ids, as the library decodes them; `special_tokens` are id -> text.

        To `sentencepiece` special tokens are nothing, and each stretch between them a text.
        """
        if self.library == "tokenizers":
            return self._decode(ids)
        parts: list[bytes] = []
        start = 0
        for at in (*(at for at, i in enumerate(ids) if i in special_tokens), len(ids)):
            parts.append(self._decode(ids[start:at]) if start < at else b"")
            parts += (special_tokens[i].encode() for i in ids[at : at + 1])
            start = at + 1
        return b"".join(parts)

    def _decode(self, ids: Sequence[int]) -> bytes:
        buffer = np.asarray(ids, np.uint32).tobytes()
        limit = Limit(_SECONDS + _SECONDS_A_MIB * len(buffer) / (1 << 20))
        frame = self._calls.request(decode_operation, (buffer,), limit)
        return frame.buffers[0]


def _repaired(text: bytes) -> tuple[bytes, NDArray[np.uint64] | None]:
    """Return a text with U+FFFD for each byte that is not UTF-8, and where its characters begin and end.

    The borders are uint64[characters + 1] in bytes of `text`, or None if every character is one byte.
    """
    if text.isascii():
        return text, None
    parts: list[bytes] = []
    borders: list[NDArray[np.uint64]] = []
    position = 0
    for start, end in (*invalid_runs(text), (len(text), len(text))):
        valid = np.frombuffer(text, np.uint8, start - position, position)
        begins = np.flatnonzero((valid & 0xC0) != 0x80).astype(np.uint64) + np.uint64(position)
        borders += begins, np.arange(start, end, dtype=np.uint64)
        parts += text[position:start], _REPLACEMENT * (end - start)
        position = end
    borders.append(np.array([len(text)], np.uint64))
    return b"".join(parts), np.concatenate(borders)


def _in_bytes(
    offsets: NDArray[np.uint64], borders: NDArray[np.uint64] | None
) -> Iterator[NDArray[np.uint64]]:
    """Yield offsets in characters as uint64[k, 2] in bytes, some at a time."""
    for some in paced_slices(len(offsets), 1 << 17):
        part = offsets[some]
        yield (part if borders is None else borders[part]).reshape(-1, 2)
