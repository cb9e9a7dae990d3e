"""Runs a training: takes sources and options, yields merges, and gives the tokenizer at any time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.api.checkpoints import Checkpointing, Keeper, Notice, Plan, corpus_difference, same_corpus
from workbench.api.counting import CountedCorpus, CountsKept, RunUnits
from workbench.api.counts_checks import plain_counted
from workbench.api.files import Opened
from workbench.api.judging import count_used, judged
from workbench.api.recipes import Llama2Recipe
from workbench.api.repeating import Recorded, plain_options
from workbench.api.run_merges import Merges
from workbench.api.seeds import NO_SEEDS, seeds_of
from workbench.api.training_options import base_of, in_roles, recipe_of, settled, with_role_tokens
from workbench.api.vetoes import check_vetoes, plain_vetoes, vetoes_of
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.counting.piece_room import PieceRoom, TableFull
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.pre_tokenizers import check_pattern
from workbench.engine.training.options import Options
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.trainer import Merge, Progress, TrainerOptions, check
from workbench.engine.training.trainer import train as train_merges
from workbench.engine.training.units import UnitPieces
from workbench.engine.training.vetoes import Vetoes
from workbench.formats import registry
from workbench.formats.training_record import (
    VERSIONS,
    left_aside,
    source_plan,
    training_record,
)


class TrainingRun:
    """One training, step by step; it can be stopped at any step and keeps the merges so far.

    Attributes:
        sources, options: of the run.
        learned: the merges so far, and their tokens.
        room: how much memory the distinct pieces may take; `room.answer` is for `TableFull`.
        first_id: the id of the first merge.
        vocab_size_wanted: of the tokenizer if all merges are learned.
        n_tokens: tokens of the whole corpus now.
        n_certain: merges that would be the same with the rare pieces that files of counts dropped; -1 where
            nothing was dropped.
        ended_by: "size", "pairs" (no pair is left that may be merged) or "gain" (the next merge would save
            too little) once it has ended, else "".
        notices: (code, facts) of what was tolerated, including the checkpoint's.

    """

    def __init__(
        self,
        sources: Sequence[Source],
        options: Options,
        child: Child | None = None,
        *,
        checkpoint: Checkpointing | None = None,
        kept: CountsKept | None = None,
        repeats: Recorded | None = None,
        base: Tokenizer | None = None,
    ) -> None:
        """Take sources and options.

        Args:
            sources: in order.
            options: of the run.
            child: runs a custom pattern; None starts one if needed.
            checkpoint: where the run is saved as it proceeds, and where a run may be resumed from.
            kept: the last counted corpus; if it is the same, it is not counted again, else it is replaced.
            repeats: a recorded run to repeat; its corpus must be the same.
            base: the tokenizer to extend; None opens that of the options.

        Raises:
            EngineError: an option or a special token is out of range.

        """
        self.sources = tuple(sources)
        self._base = base_of(options, child) if base is None else base
        options = with_role_tokens(options, self._base)
        self.recipe = self._recipe = recipe_of(options, self._base)
        self._finds_runner_up = False
        self.options = options = settled(options, self._recipe)
        self.room = PieceRoom(options.memory_limit, options.when_full)
        self._units = RunUnits(CountedCorpus(self.sources, self.room), self._recipe, child, kept)
        self.n_tokens = 0
        self.n_certain = -1
        self.ended_by = ""
        self.first_id = self._recipe.first_id
        self.vocab_size_wanted = self._recipe.size_wanted(options.vocab_size)
        self.learned = Merges(self._recipe)
        self._keeper = None if checkpoint is None else Keeper(checkpoint)
        self._repeats = repeats
        self._child = child
        self._vetoes: Vetoes | None = None
        self._seeds = NO_SEEDS
        self._check()

    def _check(self) -> None:
        """Raise what the trainer and the tokenizer would raise, before anything is read."""
        check(TrainerOptions(self.vocab_size_wanted, tie=self.options.tie_rule), self.first_id)
        check_vetoes(self.options, self._recipe)
        # What is repeated went well once, and what is taken up has begun: most such tokens are never learned.
        begun = self._repeats is not None or (self._keeper is not None and self._keeper.takes_up)
        if isinstance(self._recipe, Llama2Recipe) and not begun:
            self._recipe.check_new(self.options.special_tokens, self.options.longest_token)
        if self.options.add_bos or self.options.add_eos:
            self.opened().tokenizer.close()
        specials = self.special_ids(self.n_merges_wanted)
        size, taken = self.vocab_size_wanted, self._recipe.takes
        SpecialTokens(specials, lambda i: f"token {i}".encode() if taken(i, size) else None)
        self._seeds = seeds_of(self.options, self._recipe, self._child)

    @property
    def corpus(self) -> CountedCorpus:
        """The sources, the account of their bytes, and the distinct pieces once they are counted."""
        return self._units.corpus

    @property
    def counted(self) -> CountedPieces | None:
        """The distinct pieces, once the sources have been read."""
        return self.corpus.counted

    @property
    def reading(self) -> Reading:
        """The sources and the account of their bytes."""
        return self.corpus.reading

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was tolerated so far."""
        return () if self._keeper is None else tuple(self._keeper.notices)

    @property
    def n_merges_wanted(self) -> int:
        """The number of merges that the options request, as far as it is known before the text is read."""
        return self._recipe.n_merges(self.vocab_size_wanted)

    @property
    def n_merges(self) -> int:
        """Merges so far."""
        return len(self.learned)

    @property
    def merges(self) -> list[tuple[int, int]]:
        """(left, right), ids, of each merge so far."""
        return self.learned.pairs

    @property
    def vocab_size(self) -> int:
        """Tokens that there are so far, special ones not counted."""
        return self.vocab_size_wanted - self.n_merges_wanted + self.n_merges

    def special_ids(self, n_merges: int) -> Mapping[str, int]:
        """Return text -> id of the special tokens for so many merges."""
        return self._recipe.special_ids(self.options.special_tokens, n_merges)

    def check_target(
        self,
        path: str | os.PathLike[str],
        format_name: str | None = None,
        overwrite: bool = False,
        anyway: bool = False,
    ) -> None:
        """Raise the EngineError that saving the result there would raise, as far as is known beforehand.

        One is that it would replace a file that is read, another that the pattern is none, which says more
        than that a format cannot store the tokenizer. `overwrite` and `anyway` are as in `save_tokenizer`.
        """
        extended = [] if self.options.extend is None else [self.options.extend]
        tokenizer = self.tokenizer()
        try:
            check_pattern(tokenizer.pre_tokenizer)
            registry.check_target(tokenizer, path, format_name, [*self.sources, *extended], overwrite, anyway)
        finally:
            tokenizer.close()

    @property
    def corpus_bytes(self) -> int:
        """Bytes of text that the tokens spell."""
        if self.counted is None:
            return 0
        # Not `CountedPieces.n_bytes`, which adds up all pieces at once.
        lost = self.counted.lost if self._recipe.leaves_lost_out else 0
        return self.corpus.n_text - lost - self.counted.dropped.n_bytes

    # --- running ----------------------------------------------------------------------------------

    def steps(self) -> Iterator[Progress | Merge | TableFull]:
        """Read, count and merge; yield the progress.

        `Progress.phase` is "checking" and "reading" (in bytes), "building" and "merging". `TableFull` repeats
        while the distinct pieces exceed their limit and `room.answer` does not say what to do. Closing the
        generator ends the run; the merges so far and the checkpoint stay.

        Raises:
            EngineError: a source cannot be read, the pattern cannot be used, there is nothing to train on, or
                the checkpoint is of another run.

        """
        if self._keeper is None:
            yield from self._steps(None)
            return
        self._keeper.begin(self.plan())
        try:
            yield from self._steps(self._keeper)
        except EngineError:
            self._keeper.discard_if_empty()
            raise
        finally:
            self._keeper.close()

    def _steps(self, keeper: Keeper | None) -> Iterator[Progress | Merge | TableFull]:
        units = yield from self._units.find(keeper)
        self._check_repeated()
        self.n_tokens = self.corpus_bytes
        if isinstance(units, UnitPieces) and units.tokens is not None:
            self.n_tokens = units.n_tokens() + self._recipe.n_left_out
        self.learned = Merges(self._recipe)
        if self.corpus.hidden:
            self._finds_runner_up, self.n_certain = True, 0
        with vetoes_of(self.options, self._recipe, self._child) as self._vetoes:
            yield from self._merge(units, keeper)

    def _merge(self, units: Counted | UnitPieces, keeper: Keeper | None) -> Iterator[Progress | Merge]:
        replay = () if keeper is None else keeper.replay
        first = self._seeds.on(self._recipe, self.counted)
        for event in train_merges(units, self._trainer_options(), replay, self._vetoes, first):
            if isinstance(event, Merge):
                if self._saves_too_little(event):
                    self.ended_by = "gain"
                    return
                if keeper is not None:
                    keeper.take(event.left, event.right)
                if self.n_certain == event.rank and _is_certain(event, len(self._seeds), self.corpus.hidden):
                    self.n_certain += 1
                self.learned.take(event)
                self.n_tokens = event.n_tokens
            yield event
            if self._repeats is not None and self.n_merges == self._repeats.stopped_at:
                return
        self.ended_by = "size" if self.n_merges == self.n_merges_wanted else "pairs"

    def _check_repeated(self) -> None:
        """Raise EngineError if the corpus is not that of the run to repeat."""
        if self._repeats is not None and not same_corpus(self._repeats.corpus, self._units.sources):
            difference = corpus_difference(self._repeats.corpus, self._units.sources)
            raise EngineError("repeat_other_corpus", difference=difference)

    def _saves_too_little(self, merge: Merge) -> bool:
        """Return whether a merge that is not taken yet is below the requested gain."""
        least = self.options.min_gain * self.n_tokens
        if merge.rank < len(self._seeds):
            return False
        return least > 0 and self.n_tokens - merge.n_tokens - self._recipe.n_left_out < least

    def _trainer_options(self) -> TrainerOptions:
        options = self.options
        size = self._recipe.n_units + self.n_merges_wanted
        tie, next_best = options.tie_rule, self._finds_runner_up
        return TrainerOptions(size, options.min_count, options.longest_token, tie, next_best)

    def on_counts(self, counted: CountedPieces, runner_up: bool = False) -> TrainingRun:
        """Return the same training on other counts.

        Args:
            counted: the distinct pieces, in place of those of the sources.
            runner_up: find `Merge.runner_up` too.

        """
        run = TrainingRun(self.sources, self.options, self._child, base=self._base)
        run._finds_runner_up = runner_up
        run._units.take(counted)
        return run

    # --- the checkpoint ---------------------------------------------------------------------------

    def plan(self) -> Plan:
        """Return everything that decides the run except the contents of its sources, as plain values."""
        sources = [source_plan(source) for source in self.sources]
        return {**VERSIONS, "options": self._plain_options(), "sources": sources}

    @property
    def checkpoint_written(self) -> float:
        """When the checkpoint was last written, by `time.monotonic`; -1 if there is none."""
        return -1.0 if self._keeper is None or self._keeper.has_failed else self._keeper.written

    def discard_checkpoint(self) -> None:
        """Remove the checkpoint, after the result was saved or discarded."""
        if self._keeper is not None:
            self._keeper.discard()

    # --- the result --------------------------------------------------------------------------

    def tokenizer(self, name: str = "", child: Child | None = None) -> Tokenizer:
        """Return the tokenizer of the merges so far, evaluated; a custom pattern runs in `child`."""
        tokenizer = self.opened(name, child).tokenizer
        self.judged(tokenizer)
        return tokenizer

    def opened(self, name: str = "", child: Child | None = None, n_merges: int | None = None) -> Opened:
        """Return the tokenizer of the merges so far.

        `n_merges` takes only the first merges, as if the run had been stopped there.
        """
        learned, specials = self.learned.first(n_merges), self.options.special_tokens
        tokenizer = self._recipe.tokenizer_by_rule(learned, specials, name, child, self.record())
        return Opened(in_roles(tokenizer, self.options))

    def record(self) -> dict[str, object]:
        """Return the record of the run for its card: plain values, the same for the same run."""
        return training_record(
            self._plain_options(self.n_merges),
            self.sources,
            self.reading.accounts,
            {
                "corpus_bytes": self.corpus_bytes,
                "lost_bytes": 0 if self.counted is None else self.counted.lost,
                "n_pieces": 0 if self.counted is None else len(self.counted),
                **left_aside(self.counted, self.room.limit, self.reading.held_out),
                "n_merges": self.n_merges,
                "n_tokens": self.n_tokens,
                "ended_by": self.ended_by or "stopped",
                **({} if self.corpus.facts is None else {"counted": plain_counted(self.corpus.facts)}),
                **({} if self.n_certain < 0 else {"certain_merges": self.n_certain}),
                **plain_vetoes(self._vetoes),
                **self._seeds.plain(),
            },
        )

    def judged(self, tokenizer: Tokenizer) -> dict[str, Any]:
        """Return how well a tokenizer encodes the held-out documents.

        The result is also noted in its record, as "held_out" (`judging.judged`).
        """
        facts = judged(self.reading.held_out, tokenizer)
        if self.reading.held_out.n_bytes:
            tokenizer.record = {**(tokenizer.record or {}), "held_out": facts}
        return facts

    def count_used(self, tokenizer: Tokenizer) -> int:
        """Return how many tokens of the run's tokenizer its text needs.

        -1 where nothing was counted, or a piece is too long to be encoded.
        """
        units = self._units.units
        if units is None or isinstance(self._recipe, Llama2Recipe):
            try:
                return count_used(self.counted, tokenizer)
            except EngineError as error:
                if error.code != "piece_too_long":
                    raise
                return -1
        return self.learned.count_used(units)

    def _plain_options(self, n_merges: int | None = None) -> dict[str, Any]:
        """Return the options in plain values, with the ids of special tokens after so many merges."""
        specials = self.special_ids(self.n_merges_wanted if n_merges is None else n_merges)
        return plain_options(self.options, self._recipe, specials)


def _is_certain(merge: Merge, n_seeds: int, hidden: int) -> bool:
    """Return whether no pair could have come first with `hidden` occurrences of it that were dropped."""
    return merge.rank < n_seeds or 0 <= merge.runner_up < merge.count - hidden
