"""The dialog of what can be fetched: what there is, from whom, how large, and under which license.

A model of the Hugging Face Hub is asked for by its name; those that were fetched are in the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from workbench.formats.published import MODEL
from workbench.shell.dialogs.dialog_jobs import JobDialog
from workbench.shell.dialogs.export_cards import FailedCard, wrapped
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.panel_parts import Hairline, ThinBar, fit_screen
from workbench.widgets.tables import Index

if TYPE_CHECKING:
    from workbench.formats.published import Offered

_FILE = int(Qt.ItemDataRole.UserRole) + 1
_SIZE = (720, 560)
_ROW = 48


class FetchDialog(JobDialog):
    """Lists what can be fetched and fetches one; it only asks, the lanes do.

    Attributes:
        list: the models that were fetched, and the published files.
        start: the filled button, "Fetch and open" or "Open".
        model, fetch_model: the field for the name of a model on the Hub, and its button.
        token: the field for an access token, which is kept nowhere else; seen once the Hub asked for one.

    Signals:
        fetch_requested(str, str): the name of a file, or "hf:" and that of a model; and a token or "".
        open_requested(str): the path of a file that has been fetched.
        local_file_requested(): the user has the file already.

    """

    fetch_requested = Signal(str, str)
    open_requested = Signal(str)
    local_file_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Fetch a vocabulary"))
        self.setAccessibleName(self.windowTitle())
        self.setModal(True)
        self._running = self._asked_for_model = False
        self._card: FailedCard | None = None
        self.file_list = QListWidget()
        self.file_list.setAccessibleName(self.tr("Published vocabularies"))
        self.file_list.setItemDelegate(_Rows(self.file_list))
        self.file_list.currentItemChanged.connect(self._show_file)
        self.file_list.itemActivated.connect(self._begin)
        self.start = Button(self.tr("Fetch and open"), "primary", "fetch")
        self.start.clicked.connect(self._begin)
        self.model, self.fetch_model = QLineEdit(), Button(self.tr("Fetch the model"), "plain", "fetch")
        self.model.returnPressed.connect(self._begin_model)
        self.fetch_model.clicked.connect(self._begin_model)
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.returnPressed.connect(self._begin_model)
        self._close = Button(self.tr("Close"))
        self._close.clicked.connect(self.reject)
        self._local = Button(self.tr("Open a local file…"), "link")
        self._local.clicked.connect(self._open_local)
        self._bar = ThinBar(self.tr("Download progress"))
        self._status = Label("", "small", "text2", elided=True)
        self._facts = {key: wrapped("", "body", "text") for key in ("from", "license", "hash")}
        self._build()
        fit_screen(self, *_SIZE)

    def _build(self) -> None:
        facts = QGridLayout()
        facts.setHorizontalSpacing(theme.SPACE_4)
        facts.setColumnStretch(1, 1)
        heads = {"from": self.tr("From"), "license": self.tr("License"), "hash": "SHA-256"}
        for line, (key, head) in enumerate(heads.items()):
            facts.addWidget(Label(head, "body", "text2"), line, 0, Qt.AlignmentFlag.AlignTop)
            facts.addWidget(self._facts[key], line, 1)
        self._body = QVBoxLayout()
        self._body.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        self._body.setSpacing(theme.SPACE_3)
        self._body.addWidget(
            wrapped(self.tr("Downloaded from their publishers only when you ask, and checked by hash."))
        )
        self._body.addWidget(self.file_list, 1)
        self._body.addLayout(facts)
        self._body.addLayout(self._hub_rows())
        self._body.addWidget(self._bar)
        self._body.addWidget(self._status)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.SPACE_6, theme.SPACE_3, theme.SPACE_6, theme.SPACE_3)
        foot.setSpacing(theme.SPACE_2)
        foot.addWidget(self._local)
        foot.addStretch(1)
        foot.addWidget(self._close)
        foot.addWidget(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._body, 1)
        column.addWidget(Hairline())
        column.addLayout(foot)
        self._bar.hide()
        self._status.hide()

    def _hub_rows(self) -> QGridLayout:
        """Return the field for a model, named as on its page, and its button; below it that for a token."""
        grid, label = QGridLayout(), Label(self.tr("Hugging Face Hub"), "body", "text2")
        label.setBuddy(self.model)
        self.model.setPlaceholderText(self.tr("Model: owner/name or owner/name@revision"))
        self.model.setAccessibleName(self.tr("Model on the Hugging Face Hub"))
        self.model.textChanged.connect(lambda text: self.fetch_model.setEnabled(bool(text.strip())))
        self.fetch_model.setEnabled(False)
        named = Label(self.tr("Access token"), "body", "text2")
        named.setBuddy(self.token)
        self.token.setAccessibleName(self.tr("Access token for the Hugging Face Hub"))
        kept = wrapped(self.tr("Sent only to the Hub. Forgotten when this dialog closes, and never saved."))
        self.token.setAccessibleDescription(kept.text())
        grid.setSpacing(theme.SPACE_2)
        grid.setColumnStretch(1, 1)
        for line, row in enumerate(
            ((label, self.model, self.fetch_model), (named, self.token), (None, kept))
        ):
            for column, widget in enumerate(row):
                if widget is not None:
                    grid.addWidget(widget, line, column)
        self._token_row = (named, self.token, kept)
        for part in self._token_row:
            part.hide()
        return grid

    # --- what the lanes tell --------------------------------------------------------------------

    def set_files(self, files: Sequence[Offered]) -> None:
        """Show the files; the chosen one stays."""
        row = max(0, self.file_list.currentRow())
        self.file_list.clear()
        for file in files:
            item = QListWidgetItem(file.published.title, self.file_list)
            item.setData(_FILE, file)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{file.published.title}. {_line(file)}")
        self.file_list.setCurrentRow(row)
        self.file_list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_share(self, done: int, total: int) -> None:
        """Show how much has come."""
        self._bar.set_progress(done, total)
        text = self.tr("{done} of {total}") if total else self.tr("Asking the Hugging Face Hub…")
        self._status.setText(text.format(done=wording.size(done), total=wording.size(total)))

    def show_cancelled(self) -> None:
        """Show that nothing is being fetched any more."""
        self._set_running(False)
        self._focus_choice()

    def show_failed(self, sentence: str, second: str) -> None:
        """Show why it was not fetched."""
        self._set_running(False)
        self._focus_choice()
        self._clear_card()
        self._card = FailedCard(sentence, second)
        self._body.insertWidget(1, self._card)
        # The card takes room from the list; the file that it speaks of is to stay in sight.
        QTimer.singleShot(0, self, lambda: self.file_list.scrollTo(self.file_list.currentIndex()))

    def ask_for_token(self, *, is_needed: bool) -> None:
        """Show the field for an access token; where one is needed it gets the keyboard."""
        for part in self._token_row:
            part.show()
        if is_needed:
            self.token.setFocus(Qt.FocusReason.OtherFocusReason)
            self.token.selectAll()

    # --- the user -----------------------------------------------------------------------------

    def file(self) -> Offered | None:
        """Return the chosen file."""
        item = self.file_list.currentItem()
        file: Offered | None = None if item is None else item.data(_FILE)
        return file

    def _show_file(self) -> None:
        file = self.file()
        if file is None:
            return
        self._facts["from"].setText(f"{file.published.publisher}, {file.published.address}")
        self._facts["license"].setText(file.published.license)
        self._facts["hash"].setText(file.published.sha256)
        self.start.setText(self.tr("Open") if file.path else self.tr("Fetch and open"))
        self.start.set_icon_name("open" if file.path else "fetch")

    def _begin(self) -> None:
        file = self.file()
        if file is None or self._running:
            return
        if file.path:
            self.open_requested.emit(file.path)
            self.accept()
            return
        self._asked_for_model = False
        self._fetch(file.published.name, file.published.size, "")

    def _begin_model(self) -> None:
        name = self.model.text().strip()
        if name and not self._running:
            self._asked_for_model = True
            self._fetch(f"{MODEL}{name.removeprefix(MODEL)}", 0, self.token.text().strip())

    def _fetch(self, name: str, size: int, token: str) -> None:
        self._clear_card()
        self._set_running(True)
        self.show_share(0, size)
        self.fetch_requested.emit(name, token)

    def _focus_choice(self) -> None:
        """Give the keyboard to what was fetched from: the list, or the field of a model."""
        (self.model if self._asked_for_model else self.file_list).setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_running(self, running: bool) -> None:
        self._running = running
        self._bar.setVisible(running)
        self._status.setVisible(running)
        self.file_list.setEnabled(not running)
        self.model.setEnabled(not running)
        self.token.setEnabled(not running)
        self.fetch_model.setEnabled(not running and bool(self.model.text().strip()))
        self.start.setVisible(not running)
        self._local.setVisible(not running)
        self._close.setText(self.tr("Cancel") if running else self.tr("Close"))

    def _clear_card(self) -> None:
        if self._card is not None:
            self._card.deleteLater()
            self._card = None

    def _open_local(self) -> None:
        self.accept()
        self.local_file_requested.emit()

    def reject(self) -> None:
        """Cancel what runs, or close."""
        if self._running:
            self.cancel_requested.emit()
        else:
            super().reject()


def _line(file: Offered) -> str:
    return f"{file.published.publisher} · {wording.size(file.published.size)} · {file.published.license}"


class _Rows(QStyledItemDelegate):
    """Paints a file: its title, what it is, and a tick where it has been fetched."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of two lines."""
        lines = (
            QFontMetrics(interface_font("title")).height() + QFontMetrics(interface_font("small")).height()
        )
        return QSize(0, max(_ROW, lines + theme.SPACE_3))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        now = current_theme()
        file: Offered = index.data(_FILE)
        box = option.rect.adjusted(2, 1, -2, -1)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            draw_box(painter, QRectF(box), theme.CONTROL_RADIUS, now.soft, now.accent, 2)
        inside = box.adjusted(theme.SPACE_3, theme.SPACE_1, -theme.SPACE_3 - 24, -theme.SPACE_1 - 1)
        align = Qt.AlignmentFlag.AlignLeft
        painter.setFont(interface_font("title"))
        painter.setPen(now.text)
        painter.drawText(inside, align | Qt.AlignmentFlag.AlignTop, file.published.title)
        painter.setFont(interface_font("small"))
        painter.setPen(now.text2)
        painter.drawText(inside, align | Qt.AlignmentFlag.AlignBottom, _line(file))
        if file.path:
            right = box.right() - theme.SPACE_3 - theme.ICON_SIZE
            top = box.center().y() - theme.ICON_SIZE / 2
            draw_icon(painter, "check-circle", now.ok, right, top, theme.ICON_SIZE)
        painter.restore()
