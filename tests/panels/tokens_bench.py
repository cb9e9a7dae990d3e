"""What tests of the Tokens panel share: the panel beside Selected token, a lane that answers at once."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tests.fake_lanes import Asked
from workbench.engine.encoding.vocab_table import KIND_BYTE, KIND_MERGE, KIND_SPECIAL
from workbench.panels.tokens.selected.selected import SelectedTokenPanel
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.text import Encode, Encoded, EncodedPart
from workbench.worker.messages.tokenizers import TokenizerInfo, VocabListed

SPECIAL = "<|end|>"
WORDS = re.compile(rb" ?[a-z]+|.", re.DOTALL)
MERGES = [(97, 98), (256, 99)]  # ab, abc


class Lane(Asked):
    """Cuts a text into words and bytes: the words abc and ab have ids of their own, others one id for all.

    Attributes:
        requests: to encode. others: all other requests.

    """

    IDS = {b"ab": 256, b"abc": 257}  # noqa: RUF012
    SPECIAL_ID = 258

    def __init__(self):
        super().__init__()
        self.others = []
        self.holds = False

    def __call__(self, request, *, shows_failure=False):
        reply = super().__call__(request, shows_failure=shows_failure)
        if not isinstance(request, Encode):
            self.others.append(self.requests.pop())
        return reply

    def serve(self, encoding):
        """Answer what an encoding asks for, as soon as it follows the reply."""
        follow = encoding.follow

        def _follow(reply):
            follow(reply)
            if not self.holds:
                self.answer(reply.request)

        encoding.follow = _follow

    def answer(self, request):
        ids, spans = self.tokens(request)
        for first, last in ((0, len(ids) // 2), (len(ids) // 2, len(ids))):
            if last > first:
                self.part(request, ids[first:last], spans[first:last])
        self.end(request, len(ids))

    def part(self, request, ids, spans):
        tokens = np.array(ids, np.uint32), np.array(spans, np.uint64)
        start, end, size = spans[0][0], spans[-1][1], len(request.text)
        left = ((end, size),) if end < size else ()
        self.tell(EncodedPart(request.request_id, request.handle, start, end, *tokens, left=left))

    def end(self, request, n_tokens):
        text, special = request.text, SPECIAL.encode()
        found = ((SPECIAL, text.count(special)),) if special in text and request.specials == "none" else ()
        characters = len(text.decode("utf-8", "surrogateescape"))
        self.tell(Encoded(request.request_id, request.handle, n_tokens, len(text), characters, found))

    def tokens(self, request):
        pattern = WORDS
        if request.specials == "all":
            pattern = re.compile(re.escape(SPECIAL.encode()) + b"|" + WORDS.pattern, re.DOTALL)
        found = [(match.span(), match.group()) for match in pattern.finditer(request.text)]
        ids = [self.id_of(token) for _, token in found]
        return ids, [span for span, _ in found]

    def id_of(self, token):
        if token == SPECIAL.encode():
            return self.SPECIAL_ID
        return self.IDS.get(token, token[0] if len(token) == 1 else 300)


def info(handle=1, special=True):
    specials = ((SPECIAL, 258),) if special else ()
    return TokenizerInfo(handle, "test", None, "", 258, 2, "none", "", specials, True, True, True, ())


def vocabulary(handle=1):
    tokens = [bytes([byte]) for byte in range(256)] + [b"ab", b"abc", SPECIAL.encode()]
    n = len(tokens)
    pairs = np.full((n, 2), -1, np.int64)
    pairs[256:258] = MERGES
    ranks = np.full(n, -1, np.int64)
    ranks[256:258] = [0, 1]
    kinds = np.array([KIND_BYTE] * 256 + [KIND_MERGE] * 2 + [KIND_SPECIAL], np.uint8)
    ends = np.cumsum([len(token) for token in tokens], dtype=np.uint64)
    nothing = np.zeros(n, np.int32)
    listed = VocabListed(
        request_id=1, handle=handle, ids=np.arange(n, dtype=np.uint32), blob=b"".join(tokens), ends=ends,
        ranks=ranks, pairs=pairs, kinds=kinds, partial=np.zeros(n, bool), byte_order=nothing, folded=b"",
        folded_ends=np.zeros(n, np.uint64),
    )  # fmt: skip
    return Vocabulary(listed)


@pytest.fixture
def bench(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    lane = Lane()
    tokens, selected = TokensPanel(lane), SelectedTokenPanel(lane, tuple)
    lane.serve(tokens.encoding)
    row = QHBoxLayout(window)
    for widget in (tokens, selected, tokens.header, selected.header):
        row.addWidget(widget)
    tokens.token_selected.connect(selected.show_occurrence)
    selected.step_requested.connect(tokens.view.selected.next_same)
    selected.token_chosen.connect(tokens.chosen.show)
    known = vocabulary()
    tokens.set_vocabulary(known)
    selected.set_vocabulary(known)
    window.resize(1100, 600)
    window.show()
    made = SimpleNamespace(
        window=window, tokens=tokens, selected=selected, view=tokens.view, lane=lane, told=[]
    )
    tokens.token_selected.connect(made.told.append)
    tokens.view.setFocus()
    return made


def opened(bench, text=b""):
    bench.tokens.set_text(text)
    bench.tokens.set_tokenizer(info())
    return bench
