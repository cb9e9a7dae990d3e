"""The Compare panel with tokenizers of a few merges, whose requests are met when a test says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.worker.stepping import messages
from workbench import api
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.panels.compare.panel import ComparePanel
from workbench.widgets.token_view.document.document import Document
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.starting import start
from workbench.worker.messages.tokenizers import TokenizerInfo

MERGES = [(116, 104), (256, 101), (32, 257), (49, 50), (97, 98)]  # th the _the 12 ab
OTHERS = [(104, 101), (32, 116), (97, 98), (258, 97)]  # he _t ab aba

# Made once: what a vocabulary tells by itself is then worked out once.
TOKENIZERS = {
    "one": Tokenizer(RankMergedBpe.from_merges(MERGES), published("gpt2")),
    "two": Tokenizer(RankMergedBpe.from_merges(OTHERS), published("gpt2")),
    "lower": Tokenizer(
        RankMergedBpe.from_merges(MERGES), published("gpt2"), normalizer=normalizer_from_spec("lowercase")
    ),
}


@dataclass
class Bench:
    """Attributes: panel; asked, what it asks; store, where the tokenizers lie; sources, of the corpus."""

    panel: ComparePanel
    document: Document
    asked: Asked
    store: Store
    sources: list[str | SourceOptions]
    open: dict[str, TokenizerInfo] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)

    def add(self, name: str, tokenizer: Tokenizer) -> TokenizerInfo:
        """Open a tokenizer; the panel is not told."""
        info = self.store.add(api.Opened(tokenizer, None, ""), name)
        self.open[name] = info
        return info

    def show(self, *names: str) -> None:
        """Tell the panel what is open."""
        self.panel.set_tokenizers([self.open[name] for name in names])

    def answer(self, most: int = 10_000) -> None:
        """Meet what was asked and is not met yet, given up or not, with so many messages at most."""
        for request in list(self.asked.requests):
            if request.request_id not in self.met:
                self.met.add(request.request_id)
                for number, message in enumerate(messages(start(self.store, request))):
                    if number < most:
                        self.asked.tell(message)

    def names(self) -> list[str]:
        """Return the names of the compared tokenizers, in order."""
        by_handle = {info.handle: name for name, info in self.open.items()}
        return [by_handle[handle] for handle in self.panel.handles]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    document, asked, store = Document(b"the he 12ab\naba the\n"), Asked(), Store()
    sources: list[str | SourceOptions] = []
    panel = ComparePanel(asked, document, lambda: tuple(sources))
    qtbot.addWidget(panel)
    for part in (panel.measures, panel.sources):
        qtbot.addWidget(part)
        part.resize(408, 400)
    made = Bench(panel, document, asked, store, sources)
    for name, tokenizer in TOKENIZERS.items():
        made.add(name, tokenizer)
    panel.resize(776, 600)
    panel.show()
    yield made
    store.close()
