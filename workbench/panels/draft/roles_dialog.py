"""The dialog that asks which special token has which role, and for a chat template."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from workbench.display.escapes import for_label
from workbench.engine.adapting.changes import SetRoles
from workbench.engine.base.roles import ROLES
from workbench.panels.draft.change_dialog import ChangeDialog
from workbench.panels.draft.template_box import TemplateBox
from workbench.widgets.controls import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import fit_screen
from workbench.worker.messages.tokenizers import TokenizerInfo

_LINES = 5  # roles below each other
_SHORTEST = 10  # characters of a token that are seen


class RolesDialog(ChangeDialog):
    """The token of each role, whether those of bos and eos are put around each text, and the chat template.

    Attributes:
        boxes: by role; the data of an entry is the text of the token, "" for none.
        adds: the check boxes, by "bos" and "eos".
        template: the choice of the chat template.

    """

    def __init__(
        self, parent: QWidget, info: TokenizerInfo, added: Sequence[str], change: SetRoles | None = None,
        folder: str = "",
    ) -> None:  # fmt: skip
        """Offer the special tokens of a tokenizer, and those that its draft adds."""
        super().__init__(parent)
        self.set_head(
            self.tr("Roles and chat template"),
            self.tr("Which token begins and ends a text, pads a batch, or begins a turn of a chat."),
        )
        self._before = {role: text for role, text, _ in info.roles}
        framing = info.framing
        self._added_before = {"bos": framing.adds_before, "eos": framing.adds_after}
        texts = dict.fromkeys((*(text for text, _ in info.special_tokens), *added))
        self.boxes = {role: self._box(role, tuple(texts)) for role in ROLES}
        self.adds = {
            "bos": QCheckBox(self.tr("Put bos before each text")),
            "eos": QCheckBox(self.tr("Put eos after each text")),
        }
        self.template = TemplateBox(info.template_name, folder)
        self.template.show_choice(change.chat_template if change else None)
        self._show({**self._before, **(change.named if change else {})}, change)
        fields = QWidget()
        self._fill(QGridLayout(fields))
        fields.setFocusProxy(self.boxes[ROLES[0]])
        self.wide(fields)
        self.row(self.template.accessibleName(), self.template)
        self.template.changed.connect(self.renew)
        for box in self.boxes.values():
            box.currentIndexChanged.connect(self.renew)
        for check in self.adds.values():
            check.toggled.connect(self.renew)
        self.renew()
        fit_screen(self, 640, 360)

    def _box(self, role: str, texts: Sequence[str]) -> QComboBox:
        box = QComboBox()
        own = self._before.get(role, "")
        for text in dict.fromkeys(("", *texts, own)):
            box.addItem(for_label(text) if text else self.tr("None"), text)
        if own and own not in texts:  # the model's own, for unknown text
            box.setEnabled(False)
            box.setToolTip(self.tr("The model has this token of its own"))
        box.setFont(theme.token_font(13))
        box.setMinimumContentsLength(_SHORTEST)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        name = self.tr("Token of the role {role}").format(role=role)
        box.setAccessibleName(name)
        box.view().setAccessibleName(name)
        return box

    def _show(self, roles: dict[str, str], change: SetRoles | None) -> None:
        for role, box in self.boxes.items():
            box.setCurrentIndex(max(box.findData(roles.get(role, "")), 0))
        asked = {"bos": change.add_bos, "eos": change.add_eos} if change else {}
        for role, check in self.adds.items():
            wanted = asked.get(role)
            check.setChecked(self._added_before[role] if wanted is None else wanted)

    def _fill(self, grid: QGridLayout) -> None:
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.SPACE_3)
        grid.setVerticalSpacing(theme.SPACE_2)
        for number, (role, box) in enumerate(self.boxes.items()):
            label = Label(role)
            label.setBuddy(box)
            line, column = number % _LINES, 2 * (number // _LINES)
            grid.addWidget(label, line, column)
            grid.addWidget(box, line, column + 1)
            grid.setColumnStretch(column + 1, 1)
        for column, check in enumerate(self.adds.values()):
            grid.addWidget(check, _LINES, 2 * column, 1, 2)

    def change(self) -> SetRoles | None:
        """Return what is chosen otherwise than it was, None where nothing is."""
        chosen = {role: str(box.currentData()) for role, box in self.boxes.items()}
        roles = tuple(f"{role}={text}" for role, text in chosen.items() if text != self._before.get(role, ""))
        adds = {
            role: check.isChecked()
            for role, check in self.adds.items()
            if chosen[role] and check.isChecked() != self._added_before[role]
        }
        template = self.template.value(bool(roles))
        if not (roles or adds) and template is None:
            return None
        return SetRoles(roles, adds.get("bos"), adds.get("eos"), template)

    def renew(self) -> None:
        """Enable what can be chosen."""
        for role, check in self.adds.items():
            check.setEnabled(bool(self.boxes[role].currentData()))
        super().renew()
