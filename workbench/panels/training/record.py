"""What a training run has told so far, as flat arrays: the plots and figures are read from here."""

from __future__ import annotations

import math
from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.panels.training.presets import LLAMA2, n_before
from workbench.widgets.growing import GrowingArray
from workbench.worker.messages.training import HeldOutMeasured, MergesLearned, Train, TrainingProgress

MERGING = "merging"  # the phase of a run that learns merges
SHORTEST, LONGEST = 2, 14
# Seconds over which the speed is judged: long enough not to flicker, short enough to be news.
_WINDOW = 3.0


class RunRecord:
    """One run.

    Attributes:
        request: what was requested.
        phase: of the last progress, "" before it.
        done, total: of the phase.
        elapsed: seconds. memory, run_memory: bytes of the process, and those taken since the run began.
        saved: seconds since the checkpoint was written, -1 for none.
        n_merges: merges learned.
        corpus_bytes: bytes read, 0 while unknown.
        n_before: size of the vocabulary before any merge, as far as it is known.
        vocab_sizes: float64[n + 1], from `n_before`. bytes_per_token: float64[n + 1], beside them.
        ranks: float64[n], from 1. counts: float64[n], how often the pair of each merge occurred.
        lengths: int64[13], tokens of 2, 3, … 13 bytes, and of 14 and more.

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
        self.lengths = np.zeros(LONGEST - SHORTEST + 1, dtype=np.int64)
        self._seen: deque[tuple[float, int]] = deque()
        self.n_before = n_before(request.options.preset)
        # With no merge a token is a byte, as a rule.
        self._vocab_sizes.append([self.n_before])
        self._ratios.append([1.0])

    @property
    def n_merges(self) -> int:
        """Merges learned so far."""
        return len(self._counts)

    @property
    def n_merges_wanted(self) -> int:
        """Merges that the vocabulary requested needs."""
        options = self.request.options
        return options.extend_by if options.extend else options.vocab_size - self.n_before

    @property
    def vocab_size_wanted(self) -> int:
        """Size of the vocabulary when all is learned."""
        return self.n_before + self.n_merges_wanted

    @property
    def vocab_size(self) -> int:
        """Bytes and merges together, so far."""
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
    def compression_before(self) -> float:
        """Bytes per token before the first merge."""
        return float(self._ratios.values[0])

    @property
    def compression(self) -> float:
        """Bytes per token after the last merge."""
        return float(self._ratios.values[-1])

    def take_progress(self, progress: TrainingProgress) -> None:
        """Keep how far the run is."""
        if progress.phase != self.phase:
            self._seen.clear()
        self.phase, self.done, self.total = progress.phase, progress.done, progress.total
        self.elapsed, self.memory, self.saved = progress.elapsed, progress.memory, progress.saved
        self.run_memory = progress.run_memory
        self._seen.append((progress.elapsed, progress.done))
        while len(self._seen) > 2 and self._seen[1][0] < progress.elapsed - _WINDOW:
            self._seen.popleft()

    def take_held_out(self, measured: HeldOutMeasured) -> None:
        """Keep how well the tokenizer does on text that it is not trained on."""
        if measured.n_tokens:
            self._held[measured.vocab_size] = measured.n_bytes / measured.n_tokens

    @property
    def held_sizes(self) -> NDArray[Any]:
        """The x of the second line of the compression plot, rising."""
        return np.array(sorted(self._held), np.float64)

    @property
    def held_ratios(self) -> NDArray[Any]:
        """Its y: bytes per token on held-out text."""
        return np.array([self._held[size] for size in sorted(self._held)], np.float64)

    def take_merges(self, learned: MergesLearned) -> None:
        """Keep new merges; those that are known already are skipped."""
        skip = self.n_merges - learned.first_rank
        n = len(learned.counts)
        if not 0 <= skip < n:
            return
        self.corpus_bytes = learned.corpus_bytes
        if self.phase != MERGING:  # they may come before the progress that tells of it
            self._seen.clear()
            self.phase, self.done, self.total = MERGING, 0, self.n_merges_wanted
        if self.n_before != learned.n_before:  # the characters are known only now
            self.n_before = learned.n_before
            self._vocab_sizes.clear()
            self._vocab_sizes.append([self.n_before])
        if learned.first_rank == 0 and (self.request.options.extend or self.request.options.preset == LLAMA2):
            # The tokens before the first merge are more than bytes; it took as many as its pair occurred.
            self._ratios.clear()
            self._ratios.append([learned.corpus_bytes / max(1, learned.n_tokens[0] + learned.counts[0])])
        first = self.n_before + self.n_merges + 1
        self._vocab_sizes.append(np.arange(first, first + n - skip))
        self._ratios.append(learned.corpus_bytes / np.maximum(learned.n_tokens[skip:], 1))
        self._counts.append(learned.counts[skip:])
        lengths = np.diff(learned.ends.astype(np.int64), prepend=0)[skip:]
        bins = np.clip(lengths, SHORTEST, LONGEST) - SHORTEST
        self.lengths = self.lengths + np.bincount(bins, minlength=len(self.lengths))

    @property
    def speed(self) -> float:
        """How much is done a second, over the last seconds; 0 while unknown."""
        if len(self._seen) < 2:
            return 0.0
        (start, done_then), (end, done_now) = self._seen[0], self._seen[-1]
        return (done_now - done_then) / (end - start) if end > start else 0.0

    @property
    def seconds_left(self) -> float:
        """Seconds that the phase still needs at this speed; infinite while unknown."""
        speed = self.speed
        return (self.total - self.done) / speed if speed > 0 else math.inf


def length_labels() -> list[str]:
    """Return the labels of `RunRecord.lengths`: 2, 3, … 13, 14+."""
    return [str(n) for n in range(SHORTEST, LONGEST)] + [f"{LONGEST}+"]
