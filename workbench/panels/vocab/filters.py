"""Filters of the vocabulary: a search, chips of kinds and labels, script and length."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workbench.engine.judging.health import LABELS
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.matching import Matching
from workbench.panels.vocab.script_map import LENGTHS, bytes_name, length_bins
from workbench.panels.vocab.words import how_judged, label_name, script_name
from workbench.widgets import wording
from workbench.widgets.controls import Chip, Segmented
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.replies import Ask

KINDS = ("all", "byte", "merge", "special", "partial")
_HEX = re.compile(r"\s*(?:[0-9a-f]{2}\s*)+", re.IGNORECASE)
Mask = NDArray[np.bool_]
T = TypeVar("T")


class Filters(QWidget):
    """The search field, exclusive chips, and menus of scripts and lengths; a row passes if it passes all.

    Attributes:
        search: the field.
        how: "text", "regex", "hex" or "id", how the search is read.
        chips: by kind or label.
        script, length: the buttons of the menus.

    Signals:
        changed(): the filters have changed.
        entered(): the focus should move to the rows.

    """

    changed = Signal()
    entered = Signal()

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matching = Matching(ask, self)
        self._matching.changed.connect(self._renew_fault)
        self._matching.changed.connect(self.changed)
        self._chosen_script, self._chosen_length = "", -1  # all
        self._vocabulary: Vocabulary | None = None
        self._known = Known()
        self.search = self._make_search()
        self.how = Segmented(
            [
                ("text", self.tr("Text"), self.tr("Search for tokens that contain a text")),
                (
                    "regex",
                    self.tr("Regex"),
                    self.tr("Search for tokens in which a regular expression matches"),
                ),
                ("hex", self.tr("Hex"), self.tr("Search for tokens that contain bytes, in hexadecimal")),
                ("id", self.tr("Id"), self.tr("Search for a token by id")),
            ],
            self.tr("Search by"),
        )
        self.how.leave_keyboard()
        self.how.changed.connect(self.changed)
        self.chips: dict[str, Chip] = {}
        first = QHBoxLayout()
        first.setSpacing(theme.SPACE_4)
        first.addWidget(self.search, 1)
        first.addWidget(self.how)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_3)
        rows.setSpacing(theme.SPACE_3)
        rows.addLayout(first)
        self._fault = Label("", "small", "danger")
        self._fault.setWordWrap(True)
        self._fault.hide()
        rows.addWidget(self._fault)
        rows.addLayout(self._make_chips())
        self.how.changed.connect(self._renew_fault)
        self.search.textChanged.connect(self._renew_fault)

    def _make_search(self) -> QLineEdit:
        search = QLineEdit()
        search.setPlaceholderText(self.tr("Search the vocabulary"))
        search.setAccessibleName(self.tr("Search the vocabulary"))
        search.setClearButtonEnabled(True)
        search.setAcceptDrops(False)  # a dropped file belongs to the window, it is no text to search
        leading = QLineEdit.ActionPosition.LeadingPosition
        theme.keep_icon(search.addAction(theme.icon("search"), leading), "search")
        search.setFont(theme.token_font(13))
        search.textChanged.connect(self.changed)
        search.returnPressed.connect(self.entered)
        return search

    def _make_chips(self) -> FlowLayout:
        names = {
            "all": (self.tr("All"), self.tr("All tokens")),
            "byte": (self.tr("Bytes"), self.tr("Single bytes")),
            "merge": (self.tr("Merges"), self.tr("Tokens made by merging two others")),
            "special": (self.tr("Special"), self.tr("Special tokens, outside the merges")),
            "partial": (
                self.tr("Partial UTF-8"), self.tr("Tokens whose bytes are not whole UTF-8 characters")
            ),
        }  # fmt: skip
        names |= {label: (label_name(label), how_judged(label)) for label in LABELS}
        group = QButtonGroup(self)
        row = FlowLayout()
        for key, (name, tip) in names.items():
            chip = self.chips[key] = Chip(name)
            chip.setToolTip(tip)
            if key not in KINDS:
                chip.hide()
            group.addButton(chip)
            row.addWidget(chip)
        self.script, self.length = (
            MenuButton(self.tr("Only tokens of a script")), MenuButton(self.tr("Only tokens of a length"))
        )  # fmt: skip
        self.script.menu.aboutToShow.connect(self._fill_scripts)
        self.length.menu.aboutToShow.connect(self._fill_lengths)
        for button in (self.script, self.length):
            button.setFixedHeight(24)  # as the chips
        row.addWidget(self.script)
        row.addWidget(self.length)
        self._name_menus()
        self.chips["all"].setChecked(True)
        group.buttonToggled.connect(lambda _chip, on: self.changed.emit() if on else None)
        return row

    def name_kinds(self, has_merges: bool) -> None:
        """Name the chips of kinds for a tokenizer that merges bytes, or for another."""
        byte, merge = self.chips["byte"], self.chips["merge"]
        byte.set_label(self.tr("Bytes") if has_merges else self.tr("One byte"))
        byte.setToolTip(self.tr("Single bytes") if has_merges else self.tr("Tokens of one byte"))
        merge.set_label(self.tr("Merges") if has_merges else self.tr("Longer"))
        merge.setToolTip(
            self.tr("Tokens made by merging two others") if has_merges else self.tr("Tokens of several bytes")
        )

    def set_counts(self, vocabulary: Vocabulary | None, known: Known) -> None:
        """Show on each chip how many tokens pass; hide the chips of unknown labels."""
        for kind in KINDS:
            n = "" if vocabulary is None or kind == "all" else _number(vocabulary.of_kind(kind))
            self.chips[kind].set_count(n)
        self._vocabulary, self._known = vocabulary, known
        self.script.setVisible(known.grouped is not None)
        labels: Mapping[str, Mask] = {} if vocabulary is None else known.labels
        for label in LABELS:
            chip, has = self.chips[label], labels.get(label)
            n_labeled = 0 if has is None else int(has.sum())
            chip.setVisible(n_labeled > 0)
            if n_labeled:
                chip.set_count(wording.number(n_labeled))
            elif chip.isChecked():
                with QSignalBlocker(self):
                    self.chips["all"].setChecked(True)

    def choose(self, key: str) -> None:
        """Pass only tokens of a kind or with a label."""
        with QSignalBlocker(self):
            self.search.clear()
            self.set_map("", -1)
        self.chips[key].setChecked(True)
        self.changed.emit()

    def clear(self) -> None:
        """Clear all filters."""
        self.choose("all")

    def set_map(self, script: str, length: int) -> None:
        """Pass only tokens of a script ("" for all) and of a column of lengths (-1 for all)."""
        self._chosen_script, self._chosen_length = script, length
        self._name_menus()
        self.changed.emit()

    def _name_menus(self) -> None:
        script, length = self._chosen_script, self._chosen_length
        self.script.set_chosen(script_name(script) if script else self.tr("Any script"))
        named = bytes_name(length) if length >= 0 else self.tr("Any length")
        self.length.set_chosen(named)

    def _fill_scripts(self) -> None:
        grouped = self._known.grouped
        counts = (
            [] if grouped is None else np.bincount(grouped.scripts, minlength=len(grouped.names)).tolist()
        )
        names = () if grouped is None else grouped.names
        entries = [("", self.tr("Any script"))]
        entries += [(name, f"{script_name(name)}  {wording.number(n)}")
                    for name, n in zip(names, counts, strict=True)]  # fmt: skip
        self._fill_menu(
            self.script,
            entries,
            self._chosen_script,
            lambda script: self.set_map(script, self._chosen_length),
        )

    def _fill_lengths(self) -> None:
        entries: list[tuple[int, str]] = [(-1, self.tr("Any length"))]
        counts = [0] * len(LENGTHS)
        if self._vocabulary is not None:
            counts = np.bincount(length_bins(self._vocabulary), minlength=len(LENGTHS)).tolist()
        for number, n in enumerate(counts):
            entries.append((number, f"{bytes_name(number)}  {wording.number(n)}"))
        self._fill_menu(
            self.length,
            entries,
            self._chosen_length,
            lambda length: self.set_map(self._chosen_script, length),
        )

    @staticmethod
    def _fill_menu(
        button: MenuButton, entries: Sequence[tuple[T, str]], chosen: T, choose: Callable[[T], object]
    ) -> None:
        button.menu.clear()
        for key, text in entries:
            entry = button.menu.addAction(text)
            entry.setCheckable(True)
            entry.setChecked(key == chosen)
            entry.triggered.connect(lambda _on=False, own=key: choose(own))

    def _renew_fault(self) -> None:
        """Show what is wrong with the pattern."""
        fault = self._matching.fault(self.search.text()) if self.how.value() == "regex" else ""
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))

    @property
    def needle(self) -> str:
        """The text that is searched for, "" for none."""
        return self.search.text() if self.how.value() == "text" else ""

    def advice(self, vocabulary: Vocabulary) -> str:
        """Return what may help where no row passes."""
        if not self.search.text():
            return self.tr("Choose fewer filters.")
        ids = vocabulary.listed.ids
        last = wording.number(int(ids[-1])) if len(ids) else "0"
        return {
            "text": self.tr("Try fewer characters."),
            "regex": self.tr("Try a pattern that matches more."),
            "hex": self.tr("Type whole bytes, as 6C 65 6E."),
            "id": self.tr("Ids go from 0 to {last}.").format(last=last),
        }[self.how.value()]

    def passing(self, vocabulary: Vocabulary, known: Known) -> Mask | None:
        """Return bool[n], the rows that pass, None for all."""
        key = next(key for key, chip in self.chips.items() if chip.isChecked())
        text = self.search.text()
        masks = [] if key == "all" else [vocabulary.of_kind(key) if key in KINDS else known.labels[key]]
        if text:
            masks.append(self._matches(vocabulary, text))
        of_script = known.of_script(self._chosen_script) if self._chosen_script else None
        if of_script is not None:
            masks.append(of_script)
        if self._chosen_length >= 0:
            masks.append(length_bins(vocabulary) == self._chosen_length)
        return np.logical_and.reduce(masks) if masks else None

    def _matches(self, vocabulary: Vocabulary, text: str) -> Mask:
        """Return bool[n], the rows that match the search; incomplete hex or ids match nothing."""
        how = self.how.value()
        if how == "text":
            return vocabulary.with_text(text)
        if how == "regex":
            return self._matching.rows(vocabulary, text)
        if how == "hex":
            data = bytes.fromhex(text) if _HEX.fullmatch(text) else None
            return np.zeros(len(vocabulary), np.bool_) if data is None else vocabulary.with_bytes(data)
        return vocabulary.with_id(re.sub(r"[\s,.'’]", "", text))


def _number(mask: Mask) -> str:
    return wording.number(int(mask.sum()))
