"""The vocabulary of a character-merged model: texts, merges by rank, and the unknown token.

The rules are those of huggingface/tokenizers, models/bpe/model.rs, `merge_word`: each character of a piece
is looked up with the prefix that characters after the first carry and the suffix of the last one. One that
is no token becomes its bytes, `<0x0A>`, where all of them are tokens, else the token for the unknown; without
that it is left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Set
from dataclasses import dataclass, fields
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.models.rank_tables import first_ranks, rows_of_pairs

_TOGETHER = 1 << 14  # tokens that are looked into at a time


@dataclass(frozen=True)
class CharacterVocabulary:
    """The vocabulary in a file.

    Attributes:
        ids: text -> id, as it is in the file.
        merges: int64[m, 3], rows (left id, right id, new id) in order of rank.
        unknown: text of the token for what is unknown, or None.
        fuses_unknown: neighboring unknown characters become one token.
        byte_fallback: an unknown character becomes the tokens of its bytes.
        prefix: before every character but the first of a piece, such as "##".
        suffix: after the last character of a piece, such as "</w>".
        whole_pieces: a piece that is a token is that token.
        mark: what a space is written as, "" where it is itself.
        silent: ids of tokens that come out of no text (control tokens).

    """

    ids: Mapping[str, int]
    merges: NDArray[np.int64]
    unknown: str | None = None
    fuses_unknown: bool = False
    byte_fallback: bool = False
    prefix: str = ""
    suffix: str = ""
    whole_pieces: bool = False
    mark: str = ""
    silent: frozenset[int] = frozenset()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the vocabulary; the tables are created again."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    def prepare(self) -> None:
        """Create the tables now instead of on first use."""
        _ = self.texts, self.ranks
        point()
        _ = self.new_ids, self.first_ranks
        point()
        _ = self.inside

    @cached_property
    def texts(self) -> Mapping[int, str]:
        """Id -> text, by rising id, without the silent ones."""
        return self._texts()

    def _texts(self) -> dict[int, str]:
        tokens = list(self.ids)
        ids = np.fromiter(self.ids.values(), np.int64, len(tokens))
        point()
        order = np.argsort(ids)
        texts: dict[int, str] = {}
        for some in paced_slices(len(tokens), 8192):
            places = order[some]
            texts.update(zip(ids[places].tolist(), [tokens[at] for at in places.tolist()], strict=True))
        for token_id in self.silent:
            texts.pop(token_id, None)
        return texts

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Left id << PAIR_SHIFT | right id -> rank."""
        return rows_of_pairs(self.merges)

    @cached_property
    def new_ids(self) -> array[int]:
        """The new id of each merge by rank."""
        return array("I", self.merges[:, 2].astype(np.uint32).tobytes())

    @cached_property
    def first_ranks(self) -> NDArray[np.int32]:
        """int32[highest id + 1], the lowest rank of the merges that make each id, -1 for none."""
        return first_ranks(self.merges, max(self.ids.values()) + 1)

    @cached_property
    def byte_ids(self) -> Mapping[int, int]:
        """Byte -> id of its token; empty without byte fallback."""
        if not self.byte_fallback:
            return {}
        spelled = {byte: self.ids.get(f"<0x{byte:02X}>") for byte in range(256)}
        return {byte: token_id for byte, token_id in spelled.items() if token_id is not None}

    @property
    def has_bytes(self) -> bool:
        """Whether bytes have tokens, so that nothing is unknown: all that are not a token as a character."""
        return bool(self.byte_ids) and all(
            byte in self.byte_ids or (byte < 0x80 and chr(byte) in self.ids) for byte in range(256)
        )

    @cached_property
    def bytes_of_ids(self) -> Mapping[int, int]:
        """Id of the token of a byte -> byte."""
        return {token_id: byte for byte, token_id in self.byte_ids.items()}

    @property
    def unknown_id(self) -> int | None:
        """The id of the unknown token, or None."""
        return None if self.unknown is None else self.ids.get(self.unknown)

    def unit(self, character: str, first: bool, last: bool) -> str:
        """Return how a character of a piece is spelled."""
        return f"{'' if first else self.prefix}{character}{self.suffix if last else ''}"

    def fallback(self, unit: str) -> list[int] | None:
        """Return the ids of the bytes of a character without a token, or None."""
        ids = [self.byte_ids.get(byte) for byte in unit.encode()]
        known = [token_id for token_id in ids if token_id is not None]
        return known if self.byte_fallback and len(known) == len(ids) else None

    def plain(self, text: str) -> str:
        """Return a token's text without prefix and suffix."""
        if self.suffix and text.endswith(self.suffix):
            text = text.removesuffix(self.suffix) or text
        return text.removeprefix(self.prefix) or text if self.prefix else text

    @cached_property
    def is_cut(self) -> bool:
        """Whether a piece may be cut where no merged token crosses.

        Not where ends of pieces matter, where characters are left out, so that others come together, or where
        merges join bytes or the unknown, whose texts are no characters.
        """
        if self.prefix or self.suffix or self.whole_pieces:
            return False
        if not self.has_bytes and (self.byte_ids or self.unknown_id is None):
            return False
        odd = {*self.bytes_of_ids, self.unknown_id} - {None}
        return not np.isin(self.merges[:, :2], np.fromiter(odd, np.int64, len(odd))).any()

    @cached_property
    def inside(self) -> Set[str]:
        """All pairs of adjacent characters inside merged tokens."""
        return self._inside()

    def _inside(self) -> Set[str]:
        texts, inside = list(self.ids), set[str]()
        point()
        first = self.first_ranks[np.fromiter(self.ids.values(), np.int64, len(texts))]
        point()
        is_merged = (first >= 0).tolist()
        for some in paced_slices(len(texts), _TOGETHER):
            inside.update(_neighbors(list(compress(texts[some], is_merged[some]))))
        return inside

    def is_border(self, left: str, right: str) -> bool:
        """Return whether merging never crosses a place."""
        if left + right in self.inside:
            return False
        fused = self.fuses_unknown and not self.byte_ids
        return not fused or left in self.ids or right in self.ids


def _neighbors(texts: list[str]) -> list[str]:
    """Return each two characters that are next to each other in a text, once."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), "<u4").astype("<u8")
    ends = np.fromiter(map(len, texts), np.int64, len(texts)).cumsum()
    inner = np.ones(len(codes), np.bool_)
    inner[ends[ends > 0] - 1] = False
    pairs = np.sort((codes[:-1] | codes[1:] << np.uint64(32))[inner[:-1]])
    is_new = np.ones(len(pairs), np.bool_)
    is_new[1:] = pairs[1:] != pairs[:-1]
    both = pairs[is_new].tobytes().decode("utf-32-le", "surrogatepass")
    return [both[at : at + 2] for at in range(0, len(both), 2)]
