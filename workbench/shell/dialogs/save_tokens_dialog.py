"""The dialog that saves the tokens as they are seen: a page, a picture, a drawing."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from workbench.display.escapes import name_of
from workbench.panels.tokens.text.copying import MOST_ON_PAGE
from workbench.shell.dialogs.export_cards import Card, wrapped
from workbench.shell.dialogs.writing_dialog import WritingDialog
from workbench.widgets import wording
from workbench.widgets.token_view.output.picture import most_rows, tokens_of

SUFFIXES = {"html": ".html", "png": ".png", "png2": ".png", "svg": ".svg"}


class SaveTokensDialog(WritingDialog):
    """Asks what to save, as what, and where.

    Attributes:
        what: "selection", where there is one, or "all". kind: of the file, key of `SUFFIXES`.

    Signals:
        save_requested(str, str, str): what, kind, path.

    """

    save_requested = Signal(str, str, str)

    def __init__(self, n_selected: int, n_all: int, stem: str, folder: str, parent: QWidget) -> None:
        """Open for a text of `n_all` tokens; files are called after `stem`."""
        title = _tr("Save tokens as")
        super().__init__(title, _tr("as shown"), _tr("Save"), folder, parent)
        self._stem = stem
        self.what, self.kind = QComboBox(), QComboBox()
        if n_selected:
            selected = self.tr("The selection, {tokens}").format(tokens=wording.tokens(n_selected))
            self.what.addItem(selected, "selection")
        self.what.addItem(self.tr("The whole text, {tokens}").format(tokens=wording.tokens(n_all)), "all")
        for kind, text in (
            ("html", self.tr("Web page, with ids and bytes (.html)")),
            ("png", self.tr("Picture (.png)")),
            ("png2", self.tr("Picture, double resolution (.png)")),
            ("svg", self.tr("Vector drawing (.svg)")),
        ):
            self.kind.addItem(text, kind)
        self._facts = wrapped("", "small")
        self.build(
            (
                (self.tr("Tokens"), self.what, self.what, None),
                (self.tr("Save as"), self.kind, self.kind, None),
            ),
            self._facts,
            (self.what, self.kind),
        )
        self.kind.currentIndexChanged.connect(self._follow)
        self.what.currentIndexChanged.connect(self.follow_fields)
        self._follow()
        self.kind.setFocus()

    def _follow(self) -> None:
        kind = self.kind.currentData()
        self.name_file(f"{self.folder}/{self._stem}", SUFFIXES[kind], list(SUFFIXES.values()))
        page = self.tr("One self-contained file, light or dark as the reader's system; up to {tokens}.")
        picture = self.tr("As in this window, up to {rows} rows; the file says what is left out.")
        tokens, rows = wording.tokens(MOST_ON_PAGE), wording.number(most_rows(kind))
        self._facts.setText((page if kind == "html" else picture).format(tokens=tokens, rows=rows))
        self.follow_fields()

    def begin(self) -> None:
        """Ask for the file."""
        self.save_requested.emit(self.what.currentData(), self.kind.currentData(), self.whole_path())

    def show_drawn(self, share: float) -> None:
        """Show how much has been drawn."""
        if self.running:
            self._bar.set_progress(share, 1)
            self._status.setText(self.tr("Drawing: {share}").format(share=wording.percent(share)))

    def show_saved(self, path: str, size: int, n_tokens: int, n_all: int) -> None:
        """Show what has been written, and what was left out."""
        card = Card("border" if n_tokens == n_all else "warn")
        name = name_of(path)
        facts = self.tr("{tokens}, {size}").format(tokens=tokens_of(n_tokens, n_all), size=wording.size(size))
        card.setAccessibleName(f"{name}: {facts}")
        card.add_line("check-circle", "ok", name, facts)
        if n_tokens < n_all:
            card.column.addWidget(
                wrapped(self.tr("The rest does not fit, and the file says so. Select what to save."))
            )
        self.show_done(card)


def _tr(text: str) -> str:
    return QCoreApplication.translate("SaveTokensDialog", text)
