"""The Vocabulary panel with a text, asking a stand-in for the lanes."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.vocab.answers import SPECIALS
from tests.vocabularies import MERGES, info, listed
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.widgets.token_view.document.document import Document


@pytest.fixture
def document() -> Document:
    document = Document()
    document.set_bytes(b"ab ablis")
    return document


@pytest.fixture
def asks() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asks: Asked, document: Document) -> VocabularyPanel:
    panel = VocabularyPanel(asks, document, lambda: ("/corpus",))
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.show()
    panel.set_tokenizer(info(len(MERGES), SPECIALS))
    panel.listing.take(listed(MERGES, SPECIALS, asks.requests[0].request_id))
    return panel
