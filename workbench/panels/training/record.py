"""The record of a training run as flat arrays, from which plots and figures are drawn."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.panels.training.presets import LLAMA2, n_before
from workbench.panels.training.speed import Speed
from workbench.widgets.growing import GrowingArray
from workbench.worker.messages.training import HeldOutMeasured, MergesLearned, Train, TrainingProgress

MERGING = "merging"  # the phase of a run that learns merges
SHORTEST, LONGEST = 2, 14


class RunRecord:
    """The record of one run.

    Attributes:
        request: the request of the run.
        phase: of the last progress, "" at first.
        done, total: of the phase.
        elapsed: seconds. memory, run_memory: bytes of the process, and those taken since the run began.
        speed: of the phase.
        saved: seconds since the checkpoint was written, -1 for none.
        n_merges: merges learned.
        corpus_bytes: bytes read, 0 while unknown.
        n_before: size of the vocabulary before any merge, or an estimate until it is known.
        vocab_sizes: float64[n + 1], from `n_before`. bytes_per_token: float64[n + 1], at these sizes.
        ranks: float64[n], from 1. counts: float64[n], how often the pair of each merge occurred.

    """

    def __init__(self, request: Train) -> None:
        self.request = request
        self.phase = ""
        self.done = self.total = self.memory = self.run_memory = self.corpus_bytes = 0
        self.elapsed = 0.0
        self.saved = -1.0
        self._vocab_sizes = GrowingArray(np.float64)
        self._ratios = GrowingArray(np.float64)
        self._counts = GrowingArray(np.float64)
        self._held: dict[int, float] = {}  # size -> bytes per token on held-out text
        self._lengths = GrowingArray(np.uint8)  # bytes of each token, between `SHORTEST` and `LONGEST`
        self.speed = Speed()
        self.n_before = n_before(request.options.preset)
        # Without merges a token is usually a byte.
        self._vocab_sizes.append([self.n_before])
        self._ratios.append([1.0])

    @property
    def n_merges(self) -> int:
        """The number of merges learned so far."""
        return len(self._counts)

    @property
    def n_merges_wanted(self) -> int:
        """The number of merges for the requested vocabulary."""
        options = self.request.options
        return options.extend_by if options.extend else options.vocab_size - self.n_before

    @property
    def vocab_size_wanted(self) -> int:
        """The size of the requested vocabulary."""
        return self.n_before + self.n_merges_wanted

    @property
    def vocab_size(self) -> int:
        """The size of the vocabulary so far."""
        return self.n_before + self.n_merges

    @property
    def vocab_sizes(self) -> NDArray[Any]:
        """The x of the compression plot."""
        return self._vocab_sizes.values

    @property
    def bytes_per_token(self) -> NDArray[Any]:
        """The y of the compression plot."""
        return self._ratios.values

    @property
    def counts(self) -> NDArray[Any]:
        """The y of the plot of pair counts."""
        return self._counts.values

    @property
    def ranks(self) -> NDArray[Any]:
        """The x of the plot of pair counts: 1, 2, 3, …"""
        return self._vocab_sizes.values[1:] - self.n_before

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many tokens are of 2, 3, … 13 bytes, and of 14 and more: int64[13]."""
        return np.bincount(self._lengths.values - SHORTEST, minlength=LONGEST - SHORTEST + 1)

    def until(self, n: int) -> RunRecord:
        """Return the record as it was after `n` merges, to be read only."""
        past = copy(self)
        past._vocab_sizes, past._ratios = self._vocab_sizes.until(n + 1), self._ratios.until(n + 1)
        past._counts, past._lengths = self._counts.until(n), self._lengths.until(n)
        past._held = {size: ratio for size, ratio in self._held.items() if size <= past.vocab_size}
        return past

    @property
    def compression_before(self) -> float:
        """Bytes per token before the first merge."""
        return float(self._ratios.values[0])

    @property
    def compression(self) -> float:
        """Bytes per token after the last merge."""
        return float(self._ratios.values[-1])

    def take_progress(self, progress: TrainingProgress) -> None:
        """Record the progress of the run."""
        self.phase, self.done, self.total = progress.phase, progress.done, progress.total
        self.elapsed, self.memory, self.saved = progress.elapsed, progress.memory, progress.saved
        self.run_memory = progress.run_memory
        self.speed.take(progress)

    def take_held_out(self, measured: HeldOutMeasured) -> None:
        """Record the compression of held-out text."""
        if measured.n_tokens:
            self._held[measured.vocab_size] = measured.n_bytes / measured.n_tokens

    @property
    def held_sizes(self) -> NDArray[Any]:
        """The x of the second line of the compression plot, rising."""
        return np.array(sorted(self._held), np.float64)

    @property
    def held_ratios(self) -> NDArray[Any]:
        """The y of the second line: bytes per token on held-out text."""
        return np.array([self._held[size] for size in sorted(self._held)], np.float64)

    def take_merges(self, learned: MergesLearned) -> None:
        """Record new merges, skipping known ones."""
        skip = self.n_merges - learned.first_rank
        n = len(learned.counts)
        if not 0 <= skip < n:
            return
        self.corpus_bytes = learned.corpus_bytes
        if self.phase != MERGING:  # merges may come before the progress message of the phase
            self.phase, self.done, self.total = MERGING, 0, self.n_merges_wanted
        if self.n_before != learned.n_before:  # the number of characters is known only now
            self.n_before = learned.n_before
            self._vocab_sizes.clear()
            self._vocab_sizes.append([self.n_before])
        if learned.first_rank == 0 and (self.request.options.extend or self.request.options.preset == LLAMA2):
            # Tokens before the first merge may be several bytes; that removed as many as its pair occurred.
            self._ratios.clear()
            self._ratios.append([learned.corpus_bytes / max(1, learned.n_tokens[0] + learned.counts[0])])
        first = self.n_before + self.n_merges + 1
        self._vocab_sizes.append(np.arange(first, first + n - skip))
        self._ratios.append(learned.corpus_bytes / np.maximum(learned.n_tokens[skip:], 1))
        self._counts.append(learned.counts[skip:])
        lengths = np.diff(learned.ends.astype(np.int64), prepend=0)[skip:]
        self._lengths.append(np.clip(lengths, SHORTEST, LONGEST))


def length_labels() -> list[str]:
    """Return the labels of `RunRecord.lengths`: 2, 3, … 13, 14+."""
    return [str(n) for n in range(SHORTEST, LONGEST)] + [f"{LONGEST}+"]
