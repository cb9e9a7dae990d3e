"""Why an action is not available: the sentence in the command palette.

By the action's id, for actions that are disabled or hidden at times (`QAction.setEnabled`, `setVisible`).
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.shell.actions import QT_TRANSLATE_NOOP, translated

_RUNNING = QT_TRANSLATE_NOOP("Actions", "A training is running")
_NOT_RUNNING = QT_TRANSLATE_NOOP("Actions", "No training is running")
_ONE_OPEN = QT_TRANSLATE_NOOP("Actions", "Only one tokenizer is open")
_NOT_SELECTED = QT_TRANSLATE_NOOP("Actions", "Nothing is selected")
_NO_MERGED_TOKEN = QT_TRANSLATE_NOOP("Actions", "No token with merges is selected")
_NOT_ENCODED = QT_TRANSLATE_NOOP("Actions", "The text has no tokens yet")

_NEEDS: Mapping[str, str] = {
    "edit.undo": QT_TRANSLATE_NOOP("Actions", "There is nothing to undo"),
    "edit.redo": QT_TRANSLATE_NOOP("Actions", "There is nothing to redo"),
    "edit.cut": _NOT_SELECTED,
    "edit.copy": _NOT_SELECTED,
    "edit.copy_ids": _NOT_ENCODED,
    "edit.copy_python_list": _NOT_ENCODED,
    "edit.copy_strings": _NOT_ENCODED,
    "edit.copy_page": _NOT_ENCODED,
    "edit.copy_image": _NOT_ENCODED,
    "file.save_tokens": _NOT_ENCODED,
    "file.close_tokenizer": _ONE_OPEN,
    "tokenizer.next": _ONE_OPEN,
    "tokenizer.previous": _ONE_OPEN,
    "tokenizer.training": QT_TRANSLATE_NOOP("Actions", "This tokenizer has no record of its training"),
    "tokenizer.template": QT_TRANSLATE_NOOP("Actions", "This tokenizer has no roles or chat template"),
    "tokenizer.specials": QT_TRANSLATE_NOOP("Actions", "This tokenizer has no special tokens"),
    "tokenizer.size": QT_TRANSLATE_NOOP("Actions", "This tokenizer has no merges in order"),
    "tokenizer.whole": QT_TRANSLATE_NOOP("Actions", "The whole vocabulary is in use"),
    "tokenizer.steps": _NO_MERGED_TOKEN,
    "tokenizer.word_tree": _NO_MERGED_TOKEN,
    "tokenizer.word_size": _NO_MERGED_TOKEN,
    "train.new": _RUNNING,
    "train.sample": _RUNNING,
    "train.start": _RUNNING,
    "train.pause": _NOT_RUNNING,
    "train.stop": _NOT_RUNNING,
    "train.cancel": _NOT_RUNNING,
}


def why_not(id_: str) -> str:
    """Return why an action is not available; "" for one that always is."""
    return translated(_NEEDS[id_]) if id_ in _NEEDS else ""
