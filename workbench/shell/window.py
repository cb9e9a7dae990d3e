"""The main window: menus, tool bar, rail, docks, status bar. It knows panels only as widgets with names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QMenu, QVBoxLayout, QWidget

from workbench.settings import PRESENTATION_SIZE, Settings
from workbench.shell.actions import Actions
from workbench.shell.dialogs.about import AboutDialog
from workbench.shell.dialogs.byte_alphabet import ByteAlphabetDialog
from workbench.shell.dialogs.report_dialog import ReportDialog
from workbench.shell.first_steps import FirstSteps
from workbench.shell.keyboard import Keyboard, focus_into, focused_dock
from workbench.shell.log_files import folder_of
from workbench.shell.notices import Notices, StripPlace
from workbench.shell.pages.arrangements import ENGLISH_TITLES, NARROW, TASKS
from workbench.shell.pages.docks import Panel, PanelDock
from workbench.shell.pages.tasks import Tasks
from workbench.shell.palette import CommandPalette
from workbench.shell.rail import Rail
from workbench.shell.session.place import first_folder
from workbench.shell.status_bar import StatusBar
from workbench.shell.toolbar import Toolbar
from workbench.widgets import wording
from workbench.widgets.drops import take_a_copy
from workbench.widgets.look import theme
from workbench.widgets.look.theme import apply_theme, chosen_theme, set_size, text_scale
from workbench.widgets.panel_parts import fit_screen, show_one
from workbench.widgets.strips import StripStack, Toast
from workbench.widgets.words import word_signals

if TYPE_CHECKING:
    # Not at run time: the messages import numpy, which is to wait until the window is seen.
    from workbench.shell.session.place import Place
    from workbench.worker.messages.tokenizers import TokenizerInfo

STRIP_WIDTH = 400  # of a panel that shows messages: a narrower one would be filled by them
_OWN_ENTRIES = {"ids", "chat"}  # panels that have entries of their own in the View menu
_FIRST_SIZE = 1280, 800
_SMALLEST = 600, 340  # less than 1280×800 at scale 2 leaves
# Pixels of a window: less has room for one row of the first steps; wide for text of the usual size.
_LOW, _SLIM = 640, 700
_LOWEST_PAGE = 166  # pixels: all panels folded into one card, with its tabs


def _is_small(window: QWidget) -> bool:
    return window.height() < _LOW or window.width() < _SLIM * text_scale()


class MainWindow(QMainWindow):
    """The window. Fill it with `add_panel`, wire `commands`, then call `arrange` and `show`.

    Attributes:
        settings: what is remembered.
        commands: every action, by id (`Actions.wire` brings one into sight).
        notices: the way of every message to the user.
        tasks, rail, toolbar, status, first_steps: the window's parts.
        keyboard: where the keyboard is in the panels.
        window_strip: messages that concern no panel in sight, between tool bar and panels.
        may_close: asked before the window goes; it stays where the answer is no.
        place: where its session is kept, None for the first place that is free.

    Signals:
        files_dropped(list): local paths (str) of files and folders.
        closing(): the window is about to go; end what runs.

    """

    files_dropped = Signal(list)
    closing = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.setWindowTitle(self.tr("Tokenizer workbench"))
        self.setAcceptDrops(True)
        self.setMinimumSize(*_SMALLEST)
        self.commands = Actions(self)
        self.tasks = Tasks(self, settings)
        self.may_close: Callable[[], bool] = lambda: True
        self.place: Place | None = None
        self.command_palette = CommandPalette(self)
        self.commands.fill(self.menuBar())
        self.toolbar = Toolbar(self.commands, self._menu_titled(-1), self)
        self.rail = Rail(self.commands.__getitem__, self)
        # After the rail, so that Tab comes to its messages between rail and panels.
        self.window_strip = StripStack(theme.GUTTER, theme.GUTTER, theme.GUTTER, 0, scroll=True, parent=self)
        self.notices = Notices(self.window_strip, self._place_of, Toast(self))
        self.status = StatusBar(self)
        self.first_steps = FirstSteps(settings.first_steps)
        self.keyboard = Keyboard(self, self.tasks, self.window_strip)
        self.setCentralWidget(self._body())
        self._add_first_steps()
        self._wire_own_actions()
        self.tasks.changed.connect(self._task_changed)
        self.tasks.arranged.connect(self._show_first_steps)
        self.tasks.put_back.connect(self._tell_put_back)
        self._restore_size()

    # --- what others ask of it --------------------------------------------------------------------

    def add_panel(
        self, name: str, title: str, widget: QWidget | None, manual: str = "",
        bare: bool = False, fixed: bool = False,
    ) -> None:  # fmt: skip
        """Give the window a panel; without a widget `tasks.take_panel` gives it that later.

        F1 in it opens the manual at `manual`, a link to one of its headings.

        Its header is `widget.header` where the widget has one; a `bare` one draws its own cards and has
        no header.
        """
        panel = Panel(name, title, self.tasks.unseen, manual=manual, bare=bare, fixed=fixed)
        if widget is not None:
            panel.take(widget)
        switch = self.tasks.add_panel(panel)
        if name not in _OWN_ENTRIES:
            self.commands.add_panel_switch(switch, ENGLISH_TITLES.get(name, title))

    def arrange(self) -> None:
        """Arrange the panels as the user left them; call it once, when all panels are there."""
        # Tab goes from tool bar over rail and panels to the status bar: a widget that gets a parent
        # takes the last place.
        self.status.setParent(None)
        self._body_column.addWidget(self.status)
        self.status.show()
        self.show_task(self.settings.task)

    def show_task(self, task: str) -> None:
        """Go to a task of `TASKS`, with all its panels there at once."""
        self.tasks.show(task)
        self.tasks.page.filling.fill()

    def dock(self, name: str) -> PanelDock:
        """Return the dock of a panel; KeyError for an unknown one."""
        return self.tasks.dock(name)

    def raise_panel(self, name: str) -> None:
        """Bring a panel into sight within the present task, and give it the keyboard."""
        self.tasks.set_open(name, True)
        focus_into(self.dock(name))

    def set_tokenizers(
        self, tokenizers: Sequence[TokenizerInfo], current: int | None, fact: str = ""
    ) -> None:
        """Show the open tokenizers and the one in use; `fact` ("not saved yet") stands for its size."""
        self.toolbar.picker.set_tokenizers(tokenizers, current, fact)
        here = next((info for info in tokenizers if info.handle == current), None)
        if here is None:
            self.status.set_tokenizer("")
            self.setWindowTitle(self.tr("Tokenizer workbench"))
            self.setWindowModified(False)
            return
        self.status.set_tokenizer(f"{here.name} · {fact or wording.tokens(here.n_tokens)}")
        # A name that holds "[*]" must not swallow the mark of what is not saved.
        name = here.name.replace("[*]", "[*][*]")
        self.setWindowTitle(self.tr("{name}[*] – Tokenizer workbench").format(name=name))
        self.setWindowModified(bool(fact))

    def set_running(self, task: str, running: bool) -> None:
        """Set the dot of a task on the rail; while a training runs no second one can be started."""
        self.rail.set_running(task, running)
        if task == "train":
            self.first_steps.set_running(running)

    # --- building ---------------------------------------------------------------------------------

    def _body(self) -> QWidget:
        body = QWidget(self)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.rail)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.window_strip)
        self.tasks.stack.setMinimumHeight(_LOWEST_PAGE)  # a message may be as high as what is left
        right.addWidget(self.tasks.stack, 1)
        middle.addLayout(right, 1)
        column = self._body_column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addLayout(middle, 1)
        column.addWidget(self.status)
        return body

    def _add_first_steps(self) -> None:
        self.add_panel("first_steps", self.tr("First steps"), self.first_steps, bare=True, fixed=True)
        self.first_steps.dismissed.connect(lambda: self._set_first_steps(False))

    def _menu_titled(self, place: int) -> QMenu:
        menu = self.menuBar().actions()[place].menu()
        if not isinstance(menu, QMenu):
            raise TypeError(menu)
        return menu

    def _restore_size(self) -> None:
        geometry = self.settings.geometry
        if not geometry or not self.restoreGeometry(QByteArray(geometry)):
            fit_screen(self, *_FIRST_SIZE)

    def _wire_own_actions(self) -> None:
        wire = self.commands.wire
        for task in TASKS:
            wire(f"view.{task}", partial(self.tasks.show, task))
        wire("view.reset", self.tasks.reset)
        wire("view.next_panel", self.keyboard.next_panel)
        wire("view.float_panel", self.keyboard.float_panel)
        for name in ("light", "dark", "system"):
            wire(f"view.{name}", partial(self._choose_theme, name))
        self.commands[f"view.{chosen_theme()}"].setChecked(True)
        presentation = wire(
            "view.presentation",
            lambda: self.show_size(PRESENTATION_SIZE if presentation.isChecked() else 100),
        )
        presentation.setChecked(self.settings.size == PRESENTATION_SIZE)
        wire("view.full_screen", self._switch_full_screen)
        wire("file.quit", self.close)
        wire("help.manual", self._show_manual)
        word_signals.asked.connect(self._show_manual)
        wire("help.keys", lambda: self._show_manual(page="keys"))
        every = self.commands
        wire("help.palette", lambda: self.command_palette.open_with(every, every.unavailable()))
        wire("help.first_steps", lambda: self._set_first_steps(True))
        wire("help.bytes", partial(show_one, ByteAlphabetDialog, self))
        wire("help.report", self.report)
        self.notices.report_requested.connect(self.report)
        wire("help.about", lambda: AboutDialog(self.commands["help.licenses"], self).open())

    def report(self, error: BaseException | None = None, happened: str = "") -> None:
        """Show the report of a problem, which may be about an exception."""
        from workbench.shell.problem_report import report  # here: a first start needs no versions so soon

        session = self.place.folder if self.place is not None else first_folder(self.settings.data_folder)
        log_folder = folder_of(session)
        ReportDialog(report(log_folder, error), log_folder, self, happened).show()

    def _show_manual(self, word: str = "", page: str = "") -> None:
        """Open the manual at a word or a page, or else at the place of the panel that has the keyboard."""
        from workbench.shell.dialogs.manual import ManualDialog  # here: a start needs no manual

        dock = focused_dock()
        here = dock.panel.manual if dock is not None else ""
        show_one(ManualDialog, self).open_at(f"words#{word}" if word else page or here or "start")

    # --- what happens -----------------------------------------------------------------------------

    def _task_changed(self, task: str) -> None:
        self.settings.task = task
        self.rail.choose(task)
        self.toolbar.set_task(task)
        self.commands[f"view.{task}"].setChecked(True)
        self.keyboard.keep(task)
        self._show_first_steps()

    def _show_first_steps(self) -> None:
        page = self.tasks.page
        if "first_steps" in page.docks:
            shown = page.is_drawn("first_steps") and not self.settings.first_steps_done
            page.docks["first_steps"].setVisible(shown)

    def _tell_put_back(self) -> None:
        sentence = self.tr("The saved panel layout cannot be used; the default layout was restored.")
        self.notices.toast(sentence)

    def _set_first_steps(self, shown: bool) -> None:
        self.settings.first_steps_done = not shown
        if shown:
            self.first_steps.set_done(())
            self.show_task("inspect")
        self._show_first_steps()

    def _choose_theme(self, name: str) -> None:
        self.settings.theme = name
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, name)

    def show_size(self, percent: int) -> None:
        """Show the whole window in a size, and keep that size."""
        self.settings.size = percent
        self.commands["view.presentation"].setChecked(percent == PRESENTATION_SIZE)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            set_size(app, percent)
        self._label_rail()
        self.first_steps.set_low(_is_small(self))
        self.tasks.fit_height("first_steps")
        self.tasks.refit()

    def _label_rail(self) -> None:
        self.rail.set_labeled(self.width() >= NARROW and self.settings.size == 100)

    def _switch_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _place_of(self, panel: str) -> StripPlace | None:
        fits = self.tasks.is_in_sight(panel) and self.dock(panel).width() >= STRIP_WIDTH
        return self.tasks.panels[panel] if fits else None

    # --- events of Qt -----------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files and folders of this computer."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            take_a_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dropped."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            take_a_copy(event)
            self.files_dropped.emit(paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit rail and panels to the new width."""
        super().resizeEvent(event)
        self._label_rail()
        if self.first_steps.set_low(_is_small(self)):
            self.tasks.fit_height("first_steps")
        self.tasks.refit()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the switch of the full screen true to the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.commands["view.full_screen"].setChecked(self.isFullScreen())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the arrangement and let everything that runs end, unless the user has to be asked."""
        if not self.may_close():
            event.ignore()
            return
        self.tasks.save()
        self.tasks.page.leave()  # Qt leaves open what floats, and would close it as it is destroyed
        self.settings.geometry = bytes(self.saveGeometry().data())
        self.settings.sync()
        self.closing.emit()
        super().closeEvent(event)
