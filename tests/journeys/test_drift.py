"""Drift marked under the ids: switched on by mouse or keyboard, following the text, gone with the ids."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt

from tests.journeys.conftest import Person
from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.drift import drift
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.panels.tokens.text.drifting import Drifting
from workbench.widgets.look import theme

TEXT = b"a;\nb;\nc d\n"
# Its token ";\n" holds the end of a word.
TOKENIZER = Tokenizer(RankMergedBpe.from_merges([(ord(";"), ord("\n"))]), published("cl100k"))


def _with_ids(person: Person, folder: Path) -> None:
    path = folder / "lines.model"
    api.save_tokenizer(TOKENIZER, path)
    person.parts.session.tokenizers.open(str(path))
    person.wait(lambda: person.tokenizer is not None and person.tokenizer.name == "lines")
    person.parts.tokens.set_text(TEXT, "")
    person.wait(person.encoded)


def _marked(drifting: Drifting) -> bool:
    return drifting._view.look.drift is not None


def test_the_ids_page_marks_drift(person: Person, tmp_path: Path) -> None:
    _with_ids(person, tmp_path)
    tokens = person.parts.tokens
    assert not tokens.drifting.button.isVisible()
    person.click(person.button("Ids", tokens.header))
    button = tokens.drifting.button
    assert button.isVisible()
    person.click(button)
    person.wait(lambda: _marked(tokens.drifting))
    marks, found = tokens.view.look.drift, drift(TOKENIZER, TEXT)
    assert marks.cuts.tolist() == found.cuts.tolist()
    assert marks.word_ends.tolist() == found.word_ends.tolist() == [2, 5]
    assert marks.unlike[0] == marks.unlike[1]
    said = tokens.drifting.legend.text()
    assert "(2, " in said
    assert said.endswith("the ids are the same.")
    tokens.view.set_look(drift=replace(marks, cuts=np.array([1]), unlike=(8, 10)))
    now, image = theme.current_theme(), tokens.view.viewport().grab().toImage()
    seen = [image.pixel(x, y) for x in range(image.width()) for y in range(160)]
    assert seen.count(now.danger.rgb()) > 20

    person.bot.keyClicks(tokens.view, "x")
    assert not _marked(tokens.drifting)
    person.wait(lambda: _marked(tokens.drifting))
    person.click(person.button("Text", tokens.header))
    assert not _marked(tokens.drifting)
    assert not tokens.drifting.legend.isVisible()


def test_the_switch_is_reached_by_the_keyboard(person: Person, tmp_path: Path) -> None:
    _with_ids(person, tmp_path)
    tokens = person.parts.tokens
    tokens.show_ids(True)
    tokens.drifting.button.setFocus(Qt.FocusReason.TabFocusReason)
    person.bot.keyClick(tokens.drifting.button, Qt.Key.Key_Space)
    person.wait(lambda: _marked(tokens.drifting))
    person.bot.keyClick(tokens.drifting.button, Qt.Key.Key_Space)
    assert not _marked(tokens.drifting)


def test_the_marks_follow_the_slider(person: Person, tmp_path: Path) -> None:
    _with_ids(person, tmp_path)
    tokens = person.parts.tokens
    tokens.show_ids(True)
    person.click(tokens.drifting.button)
    person.wait(lambda: _marked(tokens.drifting))
    assert tokens.view.look.drift.word_ends.tolist() == [2, 5]
    slider = tokens.sizes.strip.slider
    person.bot.keyClick(slider, Qt.Key.Key_Home)
    assert tokens.sizes.size == 256
    person.wait(lambda: _marked(tokens.drifting) and not len(tokens.view.look.drift.word_ends))
    assert "(0, " in tokens.drifting.legend.text()
    person.bot.keyClick(slider, Qt.Key.Key_End)
    person.wait(lambda: _marked(tokens.drifting) and len(tokens.view.look.drift.word_ends) == 2)
