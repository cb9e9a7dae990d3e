"""What is open and what runs, each part an object of its own."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.shell.session.coming_back import ComingBack
from workbench.shell.session.opening import Opening
from workbench.shell.session.saving import Saving
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.session.training import Training
from workbench.shell.session.unsaved import UnsavedResults
from workbench.shell.window import MainWindow
from workbench.worker.lanes import Lanes


@dataclass(frozen=True)
class Session:
    """The parts of a session, passed one by one to those that need them.

    Attributes:
        tokenizers: those that are open, and the one in use.
        unsaved: those that were trained and not saved.
        coming_back: those of the last session.
        saving: saves them.
        opening: opens files of any kind.
        training: the run that is on.

    """

    tokenizers: Tokenizers
    unsaved: UnsavedResults
    coming_back: ComingBack
    saving: Saving
    opening: Opening
    training: Training


def begin(window: MainWindow, lanes: Lanes) -> Session:
    """Begin a session with nothing open."""
    ask = lanes.ask
    tokenizers = Tokenizers(window, ask)
    unsaved = UnsavedResults(ask, tokenizers)
    saving = Saving(window, ask, tokenizers)
    saving.saved.connect(lambda answer: unsaved.forget(answer.tokenizer.handle))
    return Session(
        tokenizers,
        unsaved,
        ComingBack(ask, tokenizers, unsaved),
        saving,
        Opening(window, ask, tokenizers),
        Training(window, lanes, tokenizers, unsaved),
    )
