"""Copies the shell command that counts the pieces of the corpus on other machines."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from workbench.display.prose import capitalized
from workbench.engine.base.english import ENGLISH
from workbench.engine.base.errors import EngineError
from workbench.shell.parts import Parts
from workbench.widgets import wording

SHARDS = 8


def _tr(text: str) -> str:
    return QCoreApplication.translate("CountCommand", text)


def copy_command(p: Parts) -> None:
    """Copy the command for the sources and the split that are chosen, or say why there is none."""
    try:
        command = _command(p)
    except EngineError as error:
        cause, remedy = (
            wording.filled(text, error.facts)
            for text in (ENGLISH[error.code].cause, ENGLISH[error.code].remedy)
        )
        p.window.notices.tell(_tr("There is no command: {cause}.").format(cause=cause), capitalized(remedy))
        return
    QGuiApplication.clipboard().setText(command)
    text = _tr("Copied the command, for {n} shards. Add the folder “parts” to the corpus when it is done.")
    p.window.notices.toast(text.format(n=wording.number(SHARDS)))


def _command(p: Parts) -> str:
    from workbench.cli.count_pieces import command_of  # only now: a start need not wait for it

    scanned = p.corpus.sources.enabled_sources()
    if not scanned:
        raise EngineError("nothing_to_count")
    if any(each.counted is not None or each.look.kind == "counts" for each in scanned):
        raise EngineError("command_of_counts")
    return command_of(p.corpus.sources.readings(), p.options.options(), SHARDS)
