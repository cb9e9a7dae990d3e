"""The list of formats in the export dialog."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

import workbench
from workbench import api
from workbench.api import convert
from workbench.shell.dialogs import export_words as words
from workbench.shell.dialogs.export_cards import BeforeCard
from workbench.shell.dialogs.export_formats import FormatList
from workbench.widgets.controls import Label


def test_what_only_the_card_keeps_counts_as_left_out(qtbot: QtBot) -> None:
    text = api.TextSource("text", "the cat sat on the mat " * 9)
    tokenizer = workbench.train(
        text, preset="minbpe", vocab_size=270, roles={"eos": "<|end|>"}, chat_template="plain"
    )
    targets = {target.format: target for target in convert.targets(tokenizer)}
    assert words.group_of(targets["minbpe"]) == "part"
    assert words.missing(targets["minbpe"]) == (
        "the file does not say the roles eos; the card does; the file has no chat template; the card has"
    )
    assert words.group_of(targets["hf"]) == words.group_of(targets["gguf"]) == "whole"
    formats = FormatList()
    qtbot.addWidget(formats)
    formats.set_targets(tuple(targets.values()))
    chosen = formats.target()
    assert chosen is not None
    assert words.group_of(chosen) == "whole"
    card = BeforeCard(targets["minbpe"])
    qtbot.addWidget(card)
    said = [label.text() for label in card.findChildren(Label)]
    assert "Can be written, with these differences:" in said
    assert all(label.wordWrap() for label in card.findChildren(Label))  # it fits a narrow window
    assert "Keep the .card.json file next to the file." in [text.replace("\u200b", "") for text in said]
