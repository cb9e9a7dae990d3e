"""The open tokenizers, shared by the lanes."""

from __future__ import annotations

import itertools
import threading
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from workbench.api.checkpoints import hold_run
from workbench.api.files import writable_as
from workbench.display.escapes import for_label
from workbench.engine.adapting.done import possible
from workbench.engine.base.errors import EngineError
from workbench.engine.chat.templates import MEMORY as CHAT_MEMORY
from workbench.engine.chat.templates import template_name
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.roles import role_ids, roles_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.size_counts import SizeCounter
from workbench.engine.models.framing import Framing
from workbench.formats.files.stamps import stamp_of
from workbench.worker.jobs.drafts import Drafts
from workbench.worker.jobs.user_activity import UserActivity
from workbench.worker.messages.tokenizers import FramingInfo, TokenizerInfo

if TYPE_CHECKING:
    # Not at run time: to open a tokenizer takes none of these.
    from workbench import api
    from workbench.api.comparison_cache import ComparisonCache
    from workbench.api.id_map_files import IdMapFiles
    from workbench.api.kept_files import KeptFiles
    from workbench.api.kept_origins import Traced

_COMPARISONS = 8
REST_SECONDS = 30  # after which an idle helper process is ended; to start one takes some 60 ms


class Store:
    """The open tokenizers by handle, shared by the lanes; safe to use from several threads.

    Attributes:
        activity: whether the user is active.
        live_child, training_child: the child processes that split by custom patterns for open tokenizers, and
            for training. find_child, chat_child: those that find by patterns, and that render chat templates.
        drafts: those of changed copies that were looked at last.

    """

    def __init__(self, comparisons: str = "") -> None:
        """Keep the results of comparisons in a folder, "" for nowhere."""
        self.activity = UserActivity()
        self.drafts = Drafts(lambda handle: handle in self._open)
        self._folder = comparisons
        self._lock = threading.Lock()
        self._open: dict[int, tuple[Tokenizer, TokenizerInfo]] = {}
        self._by_rule: dict[tuple[int, str], Tokenizer] = {}
        self._maps: dict[int, IdMapFiles] = {}  # of changed copies
        self._counters: dict[int, SizeCounter] = {}
        self._handles = itertools.count(1)
        # Folders of runs whose tokenizers are not saved yet: lock, and handle of the tokenizer.
        self._held: dict[str, tuple[BinaryIO, int]] = {}
        self._comparisons: dict[int, api.Comparison] = {}
        self.live_child = Child()
        self.training_child = Child()
        self.find_child = Child()
        self.chat_child = Child(CHAT_MEMORY)
        self.lab_children = Child(), Child()

    @cached_property
    def kept(self) -> KeptFiles | None:
        """The results that are kept from start to start; None where nothing is kept."""
        from workbench.api.kept_files import KeptFiles

        return KeptFiles(self._folder) if self._folder else None

    @cached_property
    def found_before(self) -> ComparisonCache | None:
        """What comparisons found among the results that are kept."""
        from workbench.api.comparison_cache import ComparisonCache

        return None if self.kept is None else ComparisonCache(self.kept)

    @cached_property
    def traced(self) -> Traced:
        """The training whose tokens were traced last, until its tokenizer is closed."""
        from workbench.api.kept_origins import Traced

        return Traced()

    @cached_property
    def counts_kept(self) -> api.CountsKept:
        """The counts of the training lane, which alone uses them."""
        from workbench.api.counting import CountsKept

        return CountsKept()

    def rest(self) -> None:
        """End the helper processes that have been idle for a while."""
        for child in self._children():
            child.rest(REST_SECONDS)

    def _children(self) -> tuple[Child, ...]:
        return self.live_child, self.training_child, self.find_child, self.chat_child, *self.lab_children

    @property
    def lab_child(self) -> Child:
        """The running one of two child processes of the regex lab, since requests are often canceled."""
        return next((child for child in self.lab_children if child.pid is not None), self.lab_children[0])

    def add(self, opened: api.Opened, name: str) -> TokenizerInfo:
        """Give a tokenizer a handle, and return its description for the window."""
        handle = next(self._handles)
        info = describe(handle, opened, name)  # not under the lock: it comes by points
        with self._lock:
            self._open[handle] = (opened.tokenizer, info)
        return info

    def replace(self, info: TokenizerInfo) -> None:
        """Replace an open tokenizer, unless it has been closed meanwhile."""
        with self._lock:
            if info.handle in self._open:
                self._open[info.handle] = (self._open[info.handle][0], info)

    def tokenizer(self, handle: int) -> Tokenizer:
        """Return an open tokenizer; raises EngineError if it has been closed."""
        return self._entry(handle)[0]

    def info(self, handle: int) -> TokenizerInfo:
        """Return the description of an open tokenizer."""
        return self._entry(handle)[1]

    def remove(self, handle: int) -> None:
        """Forget a tokenizer, and its comparisons."""
        with self._lock:
            self._open.pop(handle, None)
            self._drop_comparisons()
            self._counters.pop(handle, None)
            self._maps.pop(handle, None)
            for key in [key for key in self._by_rule if key[0] == handle]:
                del self._by_rule[key]
        self.drafts.forget(handle)

    def keep_map(self, handle: int, maps: IdMapFiles | None) -> None:
        """Keep the map of ids that is written next to a changed copy."""
        with self._lock:
            if maps is not None and handle in self._open:
                self._maps[handle] = maps

    def map_of(self, handle: int) -> IdMapFiles | None:
        """Return the map of ids that is written next to a tokenizer, None where none is."""
        with self._lock:
            return self._maps.get(handle)

    def by_rule(self, handle: int, rule: str) -> Tokenizer | None:
        """Return an open tokenizer with another merge rule, None if not made yet."""
        with self._lock:
            return self._by_rule.get((handle, rule))

    def keep_by_rule(self, handle: int, rule: str, tokenizer: Tokenizer) -> None:
        """Keep an open tokenizer with another merge rule, until it is closed."""
        with self._lock:
            if handle in self._open:
                self._by_rule[handle, rule] = tokenizer

    def size_counter(self, handle: int) -> SizeCounter:
        """Return the counter of tokens at all sizes; raises EngineError without a merge order."""
        tokenizer = self.tokenizer(handle)
        with self._lock:
            if handle not in self._counters:
                self._counters[handle] = SizeCounter(tokenizer)
            return self._counters[handle]

    def keep_comparison(self, request_id: int, comparison: api.Comparison) -> None:
        """Keep a comparison to be saved; the oldest are dropped, and those of closed tokenizers."""
        with self._lock:
            self._comparisons[request_id] = comparison
            self._drop_comparisons()  # one may have been closed meanwhile
            if len(self._comparisons) > _COMPARISONS:
                del self._comparisons[next(iter(self._comparisons))]

    def _drop_comparisons(self) -> None:
        """Drop comparisons of a closed tokenizer: each holds whole tokenizers."""
        there = {id(tokenizer) for tokenizer, _ in self._open.values()}
        self._comparisons = {
            request_id: comparison
            for request_id, comparison in self._comparisons.items()
            if all(id(each.tokenizer) in there for each in comparison.tokenizers)
        }

    def comparison(self, request_id: int) -> api.Comparison:
        """Return a comparison; raises EngineError if it is not kept any more."""
        with self._lock:
            comparison = self._comparisons.get(request_id)
        if comparison is None:
            raise EngineError("comparison_gone")
        return comparison

    def hold(self, folder: str, handle: int) -> None:
        """Lock the folder of a run, so that no other process takes its tokenizer for abandoned.

        Unless the tokenizer has been closed meanwhile, and its folder too.
        """
        with self._lock:
            if handle in self._open:
                self._held[folder] = hold_run(folder), handle

    def folder_of(self, handle: int) -> str:
        """Return the folder of an unsaved tokenizer, "" for none."""
        with self._lock:
            return next((folder for folder, (_, held) in self._held.items() if held == handle), "")

    def let_go(self, folder: str) -> None:
        """Unlock a folder."""
        with self._lock:
            held = self._held.pop(folder, None)
        if held is not None:
            held[0].close()

    def close(self) -> None:
        """End the child processes, and let go of all folders."""
        for folder in list(self._held):
            self.let_go(folder)
        for child in self._children():
            child.close()

    def _entry(self, handle: int) -> tuple[Tokenizer, TokenizerInfo]:
        with self._lock:
            entry = self._open.get(handle)
        if entry is None:
            raise EngineError("tokenizer_closed", handle=handle)
        return entry


def describe(handle: int, opened: api.Opened, name: str) -> TokenizerInfo:
    """Return the description of a tokenizer for the window."""
    tokenizer = opened.tokenizer
    kinds, fault = possible(tokenizer)
    roles, ids = roles_of(tokenizer), role_ids(tokenizer)
    can, scored = tokenizer.model.capabilities, tokenizer.model.scored
    return TokenizerInfo(
        handle=handle,
        name=for_label(name),
        path=opened.path,
        format=opened.format,
        vocab_size=tokenizer.model.vocab_size,
        n_merges=tokenizer.model.n_merges,
        pattern_name=tokenizer.pre_tokenizer.name,
        pattern=tokenizer.pre_tokenizer.pattern,
        special_tokens=tuple(sorted(tokenizer.special_tokens.items(), key=lambda item: item[1])),
        merge_order=can.merge_order,
        trace=can.trace,
        byte_level=can.byte_level,
        writable_as=writable_as(tokenizer),
        notices=opened.notices,
        framing=_framing(tokenizer, tokenizer.framing),
        rule="" if scored is None else scored.rule,
        scored=scored is not None,
        chat_template=tokenizer.chat_template or "",
        template_name=template_name(tokenizer.chat_template, roles),
        roles=tuple((role, text, ids[role]) for role, text in roles.named().items()),
        changes=kinds,
        n_ids=_n_ids(tokenizer),
        trained=tokenizer.record is not None and "adapted" not in tokenizer.record,
        why_not="" if fault is None else str(fault.facts["why"]),
        stamp=None if opened.path is None else stamp_of(opened.path),
    )


def _n_ids(tokenizer: Tokenizer) -> int:
    ids = tokenizer.model.ids
    # Not by `isin`, which imports NumPy's masked arrays.
    special, known = np.array(list(tokenizer.special_tokens.values()), np.int64), np.sort(ids)
    first, last = (np.searchsorted(known, special, side) for side in ("left", "right"))
    return len(ids) + int((first == last).sum())


def _framing(tokenizer: Tokenizer, framing: Framing) -> FramingInfo:
    def _shown(ids: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        tokens = ((token_id, tokenizer.token_bytes(token_id)) for token_id in ids)
        return tuple(
            (f"<{token_id}>" if token is None else token.decode("utf-8", "replace"), token_id)
            for token_id, token in tokens
        )

    return FramingInfo(
        _shown(framing.before),
        _shown(framing.after),
        framing.adds_before,
        framing.adds_after,
        framing.context,
    )
