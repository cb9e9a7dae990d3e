"""The list of special tokens in the training options: text, roles and id of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.engine.base.roles import ROLES
from workbench.panels.training.fields import MonoField
from workbench.widgets import wording
from workbench.widgets.controls import Button, IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.tick_menu import TickMenu
from workbench.widgets.words import WordLabel


class _RoleButton(MenuButton):
    """The roles of a special token, ticked in a menu.

    Signals:
        ticked(str): a role was ticked.
        changed(): a role was ticked or its tick removed.

    """

    ticked = Signal(str)
    changed = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Roles of the special token"))
        self.menu = TickMenu(self)
        self.menu.setAccessibleName(self.tr("Roles of the special token"))
        self.menu.setToolTipsVisible(True)
        tips = self._tips()
        self._entries = {role: self.menu.addAction(role) for role in ROLES}
        for role, entry in self._entries.items():
            entry.setCheckable(True)
            entry.setToolTip(tips[role])
            entry.triggered.connect(lambda on, chosen=role: self._take(chosen, on))
        self._show()

    def _tips(self) -> Mapping[str, str]:
        turn = self.tr("Begins a message of this role in a chat")
        return {
            "bos": self.tr("Begins a text"),
            "eos": self.tr("Ends a text; goes after each document of a data set"),
            "pad": self.tr("Fills up the shorter texts of a batch"),
            "unk": self.tr("Represents text that has no token"),
            "mask": self.tr("Represents what a model is to predict"),
            "user": turn, "assistant": turn, "system": turn, "tool": turn,
        }  # fmt: skip

    def roles(self) -> tuple[str, ...]:
        """Return the roles that are ticked."""
        return tuple(role for role, entry in self._entries.items() if entry.isChecked())

    def set_role(self, role: str, on: bool) -> None:
        """Set or remove a tick."""
        self._entries[role].setChecked(on)
        self._show()

    def _take(self, role: str, on: bool) -> None:
        self._show()
        if on:
            self.ticked.emit(role)
        self.changed.emit()

    def _show(self) -> None:
        roles = self.roles()
        more = f" +{len(roles) - 1}" if len(roles) > 1 else ""
        self.set_chosen(roles[0] + more if roles else self.tr("Role"), ", ".join(roles))


class _SpecialRow(QWidget):
    """One special token: its text, its roles, its id, ×, and an error below."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.field = MonoField(self.tr("Text of the special token"), text)
        self.field.setPlaceholderText("<|endoftext|>")
        self.role = _RoleButton()
        self.id_label = Label("", "small", "text2")
        self.remove = IconButton("close", self.tr("Remove this special token"), size=24)
        self.fault = Label("", "small", "danger")
        self.fault.hide()
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_2)
        row.addWidget(self.field, 1)
        row.addWidget(self.role)
        row.addWidget(self.id_label)
        row.addWidget(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.fault)

    def show_fault(self, fault: str) -> None:
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        self.field.setAccessibleDescription(fault)


class SpecialTokensField(QWidget):
    """The list of special tokens.

    Signals:
        changed(): a text was typed, added or removed, or has another role.

    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[_SpecialRow] = []
        self._first_id = 0
        self._locked = False
        self.setAccessibleName(self.tr("Special tokens"))
        self.add_button = Button(self.tr("Add"), "link", "add")
        self.add_button.setAccessibleName(self.tr("Add a special token"))
        self.add_button.clicked.connect(self._add_and_type)
        head = QHBoxLayout()
        head.addWidget(WordLabel(self.tr("Special tokens"), "special-token", "title"), 1)
        head.addWidget(self.add_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE_1)
        self._column.addLayout(head)

    def texts(self) -> tuple[str, ...]:
        """Return the texts in the order of their ids."""
        return tuple(row.field.text() for row in self._rows)

    def roles(self) -> tuple[tuple[str, str], ...]:
        """Return (role, text) of the roles that have a token, in the order of `ROLES`."""
        texts = {role: row.field.text() for row in self._rows for role in row.role.roles()}
        return tuple((role, texts[role]) for role in ROLES if texts.get(role))

    def set_texts(self, texts: Sequence[str], roles: Sequence[tuple[str, str]] = ()) -> None:
        """Show these special tokens, and (role, text) of those with a role, which are added if need be."""
        for row in list(self._rows):
            self._drop(row)
        for text in dict.fromkeys((*texts, *(text for _, text in roles))):
            row = self._add(text)
            for role, known in roles:
                if known == text and role in ROLES:
                    row.role.set_role(role, True)
        self._update()

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the list."""
        self._locked = locked
        self.add_button.setVisible(not locked)
        for row in self._rows:
            self._lock(row)

    def _lock(self, row: _SpecialRow) -> None:
        row.field.setReadOnly(self._locked)
        row.role.setEnabled(not self._locked)
        row.remove.setVisible(not self._locked)

    def set_first_id(self, first_id: int) -> None:
        """Set the id of the first special token."""
        self._first_id = first_id
        self._update()

    def is_valid(self) -> bool:
        """Whether every text can be a special token."""
        return not any(self._faults())

    def _faults(self) -> list[str]:
        texts, faults = self.texts(), []
        for i, text in enumerate(texts):
            if not text:
                faults.append(self.tr("Type its text, or remove the row."))
            else:
                faults.append(self.tr("This token is already in the list.") if text in texts[:i] else "")
        return faults

    def _add_and_type(self) -> None:
        row = self._add("" if "<|endoftext|>" in self.texts() else "<|endoftext|>")
        self._update()
        self.changed.emit()
        row.field.setFocus(Qt.FocusReason.OtherFocusReason)
        row.field.selectAll()

    def _add(self, text: str) -> _SpecialRow:
        row = _SpecialRow(text)
        row.field.textChanged.connect(self._typed)
        row.role.ticked.connect(lambda role: self._take_from_others(row, role))
        row.role.changed.connect(self.changed)
        row.remove.clicked.connect(lambda: self._remove(row))
        self._rows.append(row)
        self._column.addWidget(row)
        self._lock(row)
        return row

    def _take_from_others(self, row: _SpecialRow, role: str) -> None:
        """Leave a role to one token: it goes from the row that had it before."""
        for other in self._rows:
            if other is not row:
                other.role.set_role(role, False)

    def _typed(self) -> None:
        self._update()
        self.changed.emit()

    def _remove(self, row: _SpecialRow) -> None:
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._drop(row)
        self._update()
        self.changed.emit()

    def _drop(self, row: _SpecialRow) -> None:
        self._rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _update(self) -> None:
        for i, (row, fault) in enumerate(zip(self._rows, self._faults(), strict=True)):
            row.id_label.setText(wording.number(self._first_id + i))
            row.show_fault(fault)
