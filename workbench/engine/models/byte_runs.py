"""Shows the bytes of byte tokens (`<0xNN>`) that are no characters as the libraries of their formats do.

Tokens of bytes side by side are a run. Both libraries write U+FFFD for single bytes, where Python writes
one for each longest start of a character:

- tokenizers for every byte of a run that is not UTF-8 as a whole (huggingface/tokenizers,
  decoders/byte_fallback.rs, `decode_chain`);
- sentencepiece for the bytes of a run that are in no character (google/sentencepiece,
  sentencepiece_processor.cc, `Decode`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

_REPLACEMENT = "\ufffd".encode()


@dataclass(frozen=True, slots=True)
class ByteRuns:
    """How a library shows byte tokens.

    Attributes:
        ids: theirs.
        whole: one byte that is in no character makes all of its run "�", as in tokenizers; else it alone is,
            as in sentencepiece.

    """

    ids: Collection[int]
    whole: bool

    def replaced(self, ids: Sequence[int], tokens: Sequence[bytes]) -> list[bytes]:
        """Return what each of `ids` adds to a text that is read, "�" in place of bytes in no character.

        `tokens` are what each adds in bytes; one of a byte is that byte, or b"" where a space was removed.
        """
        shown: list[bytes] = []
        pairs = zip(tokens, (token_id in self.ids for token_id in ids), strict=True)
        for are_a_run, some in groupby(pairs, itemgetter(1)):
            run = [token for token, _ in some]
            shown += self._replaced(run) if are_a_run else run
        return shown

    def _replaced(self, run: list[bytes]) -> list[bytes]:
        data = b"".join(run)
        # Each byte that is in no character is half a surrogate pair in this text.
        text = data.decode("utf-8", "surrogateescape")
        if not any(map(_is_escaped, text)):
            return run
        if self.whole:
            return [_REPLACEMENT] * len(run)
        shown = [b""] * (len(run) - len(data))
        for character in text:
            escaped = _is_escaped(character)
            shown += [_REPLACEMENT] if escaped else [bytes((byte,)) for byte in character.encode()]
        return shown


def _is_escaped(character: str) -> bool:
    return "\udc80" <= character <= "\udcff"
