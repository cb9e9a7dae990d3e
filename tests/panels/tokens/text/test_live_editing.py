"""After any edits the tokens of a text are those of encoding it anew, whenever the answers come."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication

from tests.engine.encoding.test_streamed_encoding import TOKENIZERS, texts
from tests.fake_lanes import Asked
from workbench.engine.models.framing import Framing
from workbench.panels.tokens.text import live_encoding
from workbench.panels.tokens.text.choices import Choices
from workbench.panels.tokens.text.live_encoding import LiveEncoding
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.spans import SpanStore, make_run
from workbench.worker.jobs import encoding as encoding_job
from workbench.worker.jobs.job import Rest
from workbench.worker.messages.text import Encoded, EncodedPart

KEPT = {name: make() for name, make in TOKENIZERS.items()}


class Typist:
    """A text with its tokens as the view has them, and a worker whose answers come when they are let."""

    def __init__(self, tokenizer, specials="none", framed=False):
        self.tokenizer = tokenizer
        self.document, self.spans = Document(), SpanStore()
        self.live = LiveEncoding("tokens", self.document, self.spans, lambda: self.seen, Asked())
        self.live.handle = 1
        self.live.choices = Choices(before=framed, after=framed, rule="", specials=specials)
        self.seen = (0, 10)
        self.answers = iter(())
        self.n_encoded = 0
        self.live.requested.connect(self._work)
        self.live.part_taken.connect(self._merge)

    def _work(self, request):
        store = SimpleNamespace(tokenizer=lambda _: self.tokenizer)
        self.answers = encoding_job.encode(store, request)

    def _merge(self, part):
        end = part.end + (part.end == len(self.document))
        run = make_run(part.ids, part.spans, part.provisional)
        self.spans.merge(part.start, end, run, lambda starts: np.zeros(len(starts), np.bool_))
        self.n_encoded += part.end - part.start

    def open(self, data):
        self.document.set_bytes(data)
        self.spans.clear()
        self.live.text_changed(len(data))

    def edit(self, start, end, data):
        self.follow(self.document.replace(start, end, data))

    def follow(self, change):
        self.spans.edit(change.start, change.removed, change.inserted)
        self.live.text_changed(len(self.document))

    def let(self, n_answers):
        """Take some of the answers."""
        for _ in range(n_answers):
            answer = next(self.answers, None)
            if isinstance(answer, EncodedPart | Encoded):
                self.live.take(answer)

    def finish(self):
        while self.live.running:
            self.let(1)
            QCoreApplication.processEvents()

    def check(self):
        text = self.document.whole()
        specials = self.live.choices.specials
        taken = frozenset(self.tokenizer.special_tokens) if specials == "all" else frozenset()
        made = self.tokenizer.encode_with_offsets(text, allowed_special=taken, disallowed_special=())
        run = self.spans.take(0, len(self.spans))
        before, after = self.tokenizer.framing.parts(self.live.choices.before, self.live.choices.after)
        assert run.ids.tolist() == [*before, *made.ids.tolist(), *after]
        inner = slice(len(before), len(run) - len(after))
        assert np.c_[run.starts, run.ends][inner].tolist() == made.spans.astype(np.int64).tolist()
        assert not run.provisional.any()
        assert self.live.encoded.n_tokens == len(run)
        assert self.live.encoded.n_characters == len(text.decode("utf-8", "surrogateescape"))
        assert self.live.encoded.replaced == made.replaced


edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 12), texts() | st.binary(max_size=3), st.integers(0, 5)),
    min_size=1, max_size=6,
)  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def _small_parts(qapp):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding_job, "PART_BYTES", 24)
        patch.setattr(encoding_job, "PART_TOKENS", 5)
        patch.setattr(encoding_job, "LONG", 40)
        patch.setattr(encoding_job, "NEAR", 24)
        patch.setattr(encoding_job, "GUESS_MARGIN", 6)
        patch.setattr(encoding_job, "FOCUS_MARGIN", 8)
        yield


@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=texts(), edits=edits, allowed=st.booleans(), framed=st.booleans(), undone=st.integers(0, 6),
       seen=st.floats(0, 1), near=st.sampled_from([4, 24, 1000]))  # fmt: skip
@example(text=b"the <|end|> in", edits=[(0.4, 1, b"", 9), (0.4, 0, b"<", 0)], allowed=True, framed=False,
         undone=1, seen=0.0, near=24)  # fmt: skip
@example(text="the<|end|>x👩\u200d👩\n\r\n".encode(), allowed=False, framed=False, undone=1, seen=0.65625,
         near=24, edits=[(1.0, 0, b"\x00", 0), (0.65625, 0, "\r\n\r\n\r\n\r\n日本".encode(), 0)])  # fmt: skip
def test_edited_tokens_are_those_of_encoding_anew(name, text, edits, allowed, framed, undone, seen, near):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding_job, "NEAR", near)
        type_and_check(KEPT[name], text, edits, allowed, framed, undone, seen)


def type_and_check(tokenizer, text, edits, allowed, framed, undone, seen):
    tokenizer.framing = Framing((7,), (8,)) if framed else Framing()
    typist = Typist(tokenizer, "all" if allowed else "none", framed)
    typist.open(text)
    for place, removed, data, n_answers in edits:
        start = round(place * len(typist.document))
        typist.edit(start, min(start + removed, len(typist.document)), data)
        at = round(seen * len(typist.document))
        typist.seen = (at, at + 4)
        typist.let(n_answers)
    for _ in range(undone):
        change = typist.document.undo()
        if change is not None:
            typist.follow(change)
            typist.let(1)
    typist.finish()
    typist.check()
    while (change := typist.document.redo()) is not None:
        typist.follow(change)
    typist.finish()
    typist.check()


@pytest.mark.parametrize("name", ["cl100k", "o200k", "gpt2", "qwen"])
def test_a_key_in_a_long_text_asks_for_a_few_words_only(name):
    typist = Typist(KEPT[name])
    typist.open(b"the in the 12 " * 1000)
    typist.finish()
    typist.n_encoded = 0
    typist.edit(7_000, 7_000, b"x")
    typist.finish()
    assert 0 < typist.n_encoded < 100
    typist.check()


@pytest.mark.parametrize("name", ["cl100k", "llama2c", "flagged", "none", "clip"])
def test_what_is_seen_of_a_long_text_is_told_before_the_text_is_joined(name, monkeypatch):
    typist = Typist(KEPT[name])
    typist.open(b"the in the 12 " * 100)
    typist.finish()
    typist.seen = (700, 710)
    joined = []
    whole = encoding_job.whole
    monkeypatch.setattr(encoding_job, "whole", lambda text: joined.append(1) or whole(text))
    typist.edit(705, 705, b"x")
    parts = []
    for answer in typist.answers:
        if isinstance(answer, Rest):
            break
        if isinstance(answer, EncodedPart):
            parts.append(answer)
            typist.live.take(answer)
    assert parts[0].start <= 705 < parts[-1].end
    guessed = name in ("none", "clip")
    assert all(part.provisional == guessed for part in parts)
    assert answer == Rest(encoding_job.REST_GUESSED if guessed else encoding_job.REST)
    assert not joined
    typist.finish()
    assert joined
    typist.check()


def test_a_text_that_is_opened_is_encoded_without_a_rest():
    typist = Typist(KEPT["none"])
    typist.open(b"the in the 12 " * 100)
    assert not any(isinstance(answer, Rest) for answer in typist.answers)


def test_looking_elsewhere_keeps_what_has_come(qapp):
    typist = Typist(KEPT["cl100k"])
    typist.open(b"the in the 12 " * 100)
    typist.let(30)
    done = typist.live.n_done
    assert done
    typist.seen = (1200, 1210)
    typist.live._send_stale()
    assert typist.live.n_done == done
    typist.let(12)
    assert typist.live.covers(1200, 1210)
    typist.finish()
    typist.check()
    assert typist.n_encoded < 1.2 * len(typist.document)


@pytest.mark.parametrize("name", ["none", "whole", "clip"])
def test_where_no_border_is_known_what_is_seen_is_guessed_first(name):
    typist = Typist(KEPT[name])
    typist.open(b"the in the 12 " * 100)
    typist.finish()
    typist.seen = (700, 710)
    typist.edit(700, 700, b"the the")
    while not (run := typist.spans.overlapping(700, 707)).provisional.all() or not len(run):
        typist.let(1)
        assert typist.live.running
    assert not typist.live.covers(690, 720)
    typist.finish()
    typist.check()


@pytest.mark.parametrize("name", ["none", "clip"])
def test_of_what_is_guessed_at_only_what_another_key_changed_is_guessed_again(name, monkeypatch):
    monkeypatch.setattr(encoding_job, "FOCUS_MARGIN", 200)
    monkeypatch.setattr(encoding_job, "NEAR", 400)
    typist = Typist(KEPT[name])
    typist.open(b"the in the 12 " * 200)
    typist.finish()
    typist.seen = (1400, 1410)
    guessed = []
    typist.live.part_taken.connect(lambda part: guessed.append((part.start, part.end)))
    for at, letter in enumerate((b"x", b"y", b"z")):
        typist.edit(1404 + at, 1404 + at, letter)
        while len(guessed) == at:
            typist.let(1)
    assert all(1404 - 60 < start <= 1404 + at < end < 1404 + 60 for at, (start, end) in enumerate(guessed))
    typist.edit(1300, 1301, b"")  # two keys before any answer
    typist.edit(1500, 1500, b"x")
    while len(guessed) == 3:
        typist.let(1)
    assert guessed[3][0] <= 1300 < 1500 < guessed[3][1]
    typist.finish()
    typist.check()


@pytest.mark.parametrize(("end", "data"), [(3, b"many words " * 20), (250, b"x")])
def test_a_large_edit_has_a_turn_of_its_own(qapp, monkeypatch, end, data):
    monkeypatch.setattr(live_encoding, "HEAVY", 200)
    typist, asked = Typist(KEPT["cl100k"]), []
    typist.open(b"the in the 12 " * 100)
    typist.finish()
    typist.live.requested.connect(asked.append)
    typist.edit(3, 3, b"a")
    assert len(asked) == 1
    typist.finish()
    typist.edit(3, end, data)
    assert len(asked) == 1
    assert typist.live.running
    typist.finish()
    assert len(asked) == 2
    typist.check()


def test_many_answers_at_once_are_taken_over_in_turns(qtbot, monkeypatch):
    monkeypatch.setattr(live_encoding, "SMALL", 0)
    monkeypatch.setattr(live_encoding, "TURN_TOKENS", 1)
    typist = Typist(KEPT["cl100k"])
    typist.open(b"the in the 12 " * 10)
    for answer in list(typist.answers):
        if isinstance(answer, EncodedPart | Encoded):
            typist.live.take(answer)
    assert typist.live.encoded is None
    qtbot.waitUntil(lambda: typist.live.encoded is not None)
    typist.check()
