"""Train, estimate and bring back runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from workbench.engine.corpus.source_options import SourceOptions
    from workbench.engine.counting.piece_room import TableFull
    from workbench.engine.training.estimate import Estimate
    from workbench.engine.training.options import Options
    from workbench.worker.messages.tokenizers import TokenizerInfo


@dataclass(frozen=True, slots=True)
class Train:
    """Train a tokenizer; answered by progress and merges, then `Trained` or `TrainingCancelled`.

    Attributes:
        checkpoint: folder where the run is written down as it goes on, "" for none.
        resume: take up the run that is there.
        repeats: handle of a tokenizer whose training is done again, on the same corpus; None for none.

    """

    action: ClassVar = "train"
    lane: ClassVar = "training"
    request_id: int
    sources: tuple[str | SourceOptions, ...]
    options: Options
    name: str = ""
    checkpoint: str = ""
    resume: bool = False
    repeats: int | None = None


@dataclass(frozen=True, slots=True)
class EstimateTraining:
    """Ask what a training would come to; answered by `TrainingEstimated`. The newest request is met."""

    action: ClassVar = "estimate"
    lane: ClassVar = "training"
    request_id: int
    sources: tuple[str | SourceOptions, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class TrainingEstimated:
    """What a training would come to."""

    request_id: int
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class TrainingAsks:
    """The distinct pieces have passed their limit: the run waits for an answer, drop the rarest or stop."""

    is_part: ClassVar = True
    request_id: int
    full: TableFull


@dataclass(frozen=True, slots=True)
class HeldOutMeasured:
    """How well the tokenizer so far does on text that it is not trained on (on a beginning of it)."""

    is_part: ClassVar = True
    request_id: int
    vocab_size: int
    n_bytes: int
    n_tokens: int


@dataclass(frozen=True, slots=True)
class FindInterrupted:
    """Ask which runs were interrupted; answered by `InterruptedFound`."""

    request_id: int
    folder: str


@dataclass(frozen=True, slots=True)
class InterruptedRun:
    """A run that can be taken up, or one that has ended and whose tokenizer was not saved.

    Attributes:
        folder: of its checkpoint.
        sources, options: of the run.
        n_merges: that were learned.
        changed: when it was written to last, in seconds since 1970.
        vocab_size: of the tokenizer that was not saved, 0 if the run has not ended.
        name: of that tokenizer.
        is_counted: the text was counted to its end; else it is counted from its beginning.
        is_adapted: that tokenizer was made by changing another one, and not trained.

    """

    folder: str
    sources: tuple[str | SourceOptions, ...]
    options: Options
    n_merges: int
    changed: float
    vocab_size: int = 0
    name: str = ""
    is_counted: bool = True
    is_adapted: bool = False


@dataclass(frozen=True, slots=True)
class InterruptedFound:
    """The runs that were interrupted or whose tokenizers were not saved, the newest first."""

    request_id: int
    runs: tuple[InterruptedRun, ...]


@dataclass(frozen=True, slots=True)
class OpenResult:
    """Open the tokenizer of a run that was not saved; answered by `ResultOpened`."""

    request_id: int
    folder: str


@dataclass(frozen=True, slots=True)
class ResultOpened:
    """The tokenizer of a run that was not saved is open; it has no file."""

    request_id: int
    folder: str
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class DiscardRun:
    """Remove the checkpoint of a run that is not wanted any more, or its tokenizer that is saved now."""

    request_id: int
    folder: str


@dataclass(frozen=True, slots=True)
class ReadTemplate:
    """Read the file of a chat template; answered by `TemplateRead`."""

    action: ClassVar = "read template"
    request_id: int
    path: str


@dataclass(frozen=True, slots=True)
class TemplateRead:
    """The text of a chat template."""

    request_id: int
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """Ask how an open tokenizer was trained; answered by `RecordRead`."""

    request_id: int
    handle: int


@dataclass(frozen=True, slots=True)
class RecordRead:
    """How a tokenizer was trained, so that the same can be done again."""

    request_id: int
    handle: int
    sources: tuple[str | SourceOptions, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a run is; at most 30 a second.

    Attributes:
        phase: "reading" (counting as well; done and total in bytes), "building" (pieces), "merging" (merges).
        elapsed: seconds since the start, pauses left out.
        memory: resident bytes of the process, 0 if unknown.
        saved: seconds since the checkpoint was written last, -1 if there is none.
        run_memory: bytes that the process has taken since the run began.

    """

    is_part: ClassVar = True
    is_progress: ClassVar = True
    request_id: int
    phase: str
    done: int
    total: int
    elapsed: float
    memory: int
    saved: float = -1.0
    run_memory: int = 0


@dataclass(frozen=True, slots=True)
class MergesLearned:
    """New merges since the last message, oldest first.

    Attributes:
        first_rank: rank of the first of them; ids are `first_id` + rank.
        pairs: uint32[n, 2], ids (left, right).
        counts: int64[n], how often the pair occurred.
        n_tokens: int64[n], tokens of the whole corpus after the merge.
        corpus_bytes: bytes of the corpus, so that bytes per token is corpus_bytes / n_tokens.
        blob, ends: the bytes of the new tokens, as in `VocabListed`.
        left_lengths: uint32[n], the bytes of their left halves.
        first_id: the id of the merge of rank 0.
        n_before: size of the vocabulary before any merge.

    """

    is_part: ClassVar = True
    request_id: int
    first_rank: int
    pairs: NDArray[np.uint32]
    counts: NDArray[np.int64]
    n_tokens: NDArray[np.int64]
    corpus_bytes: int
    blob: bytes
    ends: NDArray[np.uint64]
    left_lengths: NDArray[np.uint32]
    first_id: int = 256
    n_before: int = 256


@dataclass(frozen=True, slots=True)
class TrainingSnapshot:
    """The tokenizer of the merges so far, for the live text; its handle ends with the next snapshot."""

    is_part: ClassVar = True
    request_id: int
    tokenizer: TokenizerInfo


@dataclass(frozen=True, slots=True)
class TrainingPaused:
    """The run holds (`paused` True) or goes on."""

    is_part: ClassVar = True
    request_id: int
    paused: bool


@dataclass(frozen=True, slots=True)
class Trained:
    """A run has ended with a tokenizer.

    Attributes:
        reason: "size" (the vocabulary requested), "pairs" (none left to merge), "gain" (the next merge would
            save too little) or "stopped" (by the user).
        elapsed: seconds, pauses left out.
        corpus_bytes, replaced: bytes read; bytes that were not UTF-8 and were replaced.
        skipped: (path, error code) of files left out.
        dropped, dropped_bytes: pieces left out to save memory, and the bytes of text that they stand for.
        held_out: (bytes, tokens) of text that was not trained on, (0, 0) for none.
        used: how many tokens of the vocabulary are in the text that it was trained on, -1 where unknown.
        longest: the longest tokens, at most five.
        notices: (code, facts) of what was tolerated, such as an older state of the checkpoint.
        lost: bytes of text that no match of the split pattern takes.
        n_faults: faults in files that are used all the same, such as broken lines.

    """

    request_id: int
    tokenizer: TokenizerInfo
    reason: str
    elapsed: float
    n_tokens: int
    corpus_bytes: int
    replaced: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    dropped: int = 0
    dropped_bytes: int = 0
    held_out: tuple[int, int] = (0, 0)
    used: int = -1
    longest: tuple[bytes, ...] = ()
    notices: tuple[tuple[str, Mapping[str, str | int | float]], ...] = ()
    lost: int = 0
    n_faults: int = 0


@dataclass(frozen=True, slots=True)
class TrainingCancelled:
    """A run has been given up; everything is as it was before."""

    request_id: int
    n_merges: int
