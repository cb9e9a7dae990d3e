"""Open, save, rename and close tokenizers; list their vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from workbench.engine.encoding.vocab_table import VocabTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from workbench.formats.format import Notice
    from workbench.formats.snippets import Snippet
    from workbench.worker.messages.requests import Stamp


@dataclass(frozen=True, slots=True)
class FramingInfo:
    """The special tokens that may go around a text, see `models.framing.Framing`.

    Attributes:
        before, after: (text, id) of each, such as BOS and EOS.
        adds_before, adds_after: the tokenizer's own library adds them by default.
        context: how many ids the model takes, those around included; None if not known.

    """

    before: tuple[tuple[str, int], ...] = ()
    after: tuple[tuple[str, int], ...] = ()
    adds_before: bool = False
    adds_after: bool = False
    context: int | None = None


@dataclass(frozen=True, slots=True)
class TokenizerInfo:
    """The description of a tokenizer for the window.

    Attributes:
        handle: stands for the tokenizer in requests.
        name: shown to the user.
        path: the file it was opened from or saved to last, or None.
        format: name of that file's format ("minbpe", "tiktoken"), or "" where it has no file.
        vocab_size: bytes and merges together, without special tokens.
        n_merges: number of merges.
        pattern_name: as `pre_tokenizers.PreTokenizer.name`.
        pattern: the split pattern, "" where nothing is split.
        special_tokens: (text, id), by id.
        merge_order, trace, byte_level: see `models.model.Capabilities`.
        writable_as: names of the formats that can store the tokenizer.
        notices: what was tolerated when it was opened.
        framing: what may go around a text.
        rule: "sentencepiece", "llama2c" or "llama.cpp", whose rule it merges by; "" if there is no choice.
        scored: its tokens have scores; the pair that makes the best one is merged first.
        chat_template: the Jinja text of a conversation, "" if there is none.
        template_name: "chatml", "plain", "own", or "".
        roles: (role, text, id) of the tokens that have one.
        stamp: of the file when it was opened or saved, None if it has none.
        changes: the kinds of changes that a copy can have, see `engine.adapting.done.possible`.
        why_not: why it cannot have the others.
        n_ids: how many ids are those of tokens, 0 where all up to the highest are.
        trained: whether its card says how it was trained here.

    """

    handle: int
    name: str
    path: str | None
    format: str
    vocab_size: int
    n_merges: int
    pattern_name: str
    pattern: str
    special_tokens: tuple[tuple[str, int], ...]
    merge_order: bool
    trace: bool
    byte_level: bool
    writable_as: tuple[str, ...]
    notices: tuple[Notice, ...] = ()
    framing: FramingInfo = FramingInfo()
    rule: str = ""
    scored: bool = False
    chat_template: str = ""
    template_name: str = ""
    roles: tuple[tuple[str, str, int], ...] = ()
    stamp: Stamp | None = None
    changes: tuple[str, ...] = ()
    why_not: str = ""
    n_ids: int = 0
    trained: bool = False

    @property
    def n_tokens(self) -> int:
        """How many tokens there are, those special tokens counted that come after the vocabulary."""
        if self.n_ids:
            return self.n_ids
        return self.vocab_size + sum(token_id >= self.vocab_size for _, token_id in self.special_tokens)

    @property
    def key(self) -> str:
        """What it is known by at the next start."""
        return self.path or (f"sample:{self.format}" if self.format else f"result:{self.name}")


@dataclass(frozen=True, slots=True)
class OpenTokenizer:
    """Open a tokenizer file; answered by `TokenizerOpened`. An empty path means the bundled sample.

    `anyway` opens JSON however large. `split` is the name or the pattern that splits text where the file does
    not say it; without one such a file is refused ("split_unknown").
    """

    action: ClassVar = "open"
    request_id: int
    path: str
    anyway: bool = False
    split: str = ""


@dataclass(frozen=True, slots=True)
class TokenizerOpened:
    """A tokenizer is open."""

    request_id: int
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class SaveTokenizer:
    """Write a tokenizer to a file; `format` None takes that of the suffix.

    `overwrite`: files next to it that were not written with it are replaced too. `stamp`: that of the file as
    the window knows it; one that another program has changed is not replaced.
    """

    action: ClassVar = "save"
    request_id: int
    handle: int
    path: str
    format: str | None = None
    overwrite: bool = False
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class TokenizerSaved:
    """A tokenizer has been written to `files`, which do not say `losses`; `tokenizer` has its new path.

    `snippets` say how a model takes the ids along where a map of ids is among the files.
    """

    request_id: int
    tokenizer: TokenizerInfo
    files: tuple[str, ...]
    losses: tuple[Notice, ...] = ()
    snippets: tuple[Snippet, ...] = ()


@dataclass(frozen=True, slots=True)
class RenameTokenizer:
    """Give a tokenizer another name; answered by `TokenizerRenamed`."""

    request_id: int
    handle: int
    name: str


@dataclass(frozen=True, slots=True)
class TokenizerRenamed:
    """A tokenizer has another name."""

    request_id: int
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class CloseTokenizer:
    """Forget a tokenizer; its handle is not used again."""

    request_id: int
    handle: int


@dataclass(frozen=True, slots=True)
class ListVocab:
    """Ask for the whole vocabulary of a tokenizer; answered by `VocabListed`."""

    action: ClassVar = "list"
    request_id: int
    handle: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VocabListed(VocabTable):
    """A vocabulary as flat arrays, and what the window needs for showing, searching and sorting.

    Attributes:
        partial: bool[n], the token's bytes are not whole UTF-8.
        byte_order: int32[n], place of the token among all when sorted by bytes.
        folded: UTF-8 of the tokens' text in lower case, one after the other (loose bytes as U+FFFD), for
            searching; `folded_ends` uint64[n] says where each ends.
        scores: float32[n], 0 for special tokens, where tokens have scores; else None.
        word_ends: bool[n], which tokens end a word by `</w>`, as CLIP's; None if none does.
        n_merges: how many merged tokens the vocabulary has, where these are not all its tokens; else None.

    """

    request_id: int
    handle: int
    partial: NDArray[np.bool_]
    byte_order: NDArray[np.int32]
    folded: bytes
    folded_ends: NDArray[np.uint64]
    scores: NDArray[np.float32] | None = None
    word_ends: NDArray[np.bool_] | None = None
    n_merges: int | None = None


@dataclass(frozen=True, slots=True)
class TellToken:
    """Ask what a token is, before the whole vocabulary is listed; answered by `TokenTold`."""

    lane: ClassVar = "live"
    request_id: int
    handle: int
    token_id: int
    view: str = "token"


@dataclass(frozen=True, slots=True)
class TokenTold:
    """What a token is: its row of the vocabulary, and the rows of all that it was merged from.

    There is no row where no token has the id.
    """

    request_id: int
    handle: int
    listed: VocabListed


@dataclass(frozen=True, slots=True)
class ExportVocab:
    """Write a vocabulary for the user to read: `kind` "vocab" is minbpe's, "csv" a table.

    `counts`: int64[n], how often each token is used, for a column of the table; None without counts.
    """

    request_id: int
    handle: int
    path: str
    kind: str
    counts: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class VocabExported:
    """A vocabulary has been written to `path`."""

    request_id: int
    path: str
