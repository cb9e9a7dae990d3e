"""What the program remembers between two starts: typed, declared here, and proof against garbage.

Every value is stored as JSON text and checked when it is read; what does not fit its declaration counts
as absent, so a damaged or foreign settings file never stops a start: it is set aside, with the date. This is
the only user of QSettings.
"""

from __future__ import annotations

import base64
import binascii
import glob
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QStandardPaths, QTimer

from workbench.engine.training.merges import TIE_RULES
from workbench.engine.training.presets import DEFAULT_PRESET, PRESETS

T = TypeVar("T")

MAX_RECENT = 10
SIZES = (100, 125, 150, 200)  # of the text of the window, in percent
PRESENTATION_SIZE = 150
SMALLEST_TOKENS, LARGEST_TOKENS = 60, 300  # percent
MOST_GIGABYTES = 4096
SHORTEST_REPLAY, LONGEST_REPLAY = 2, 10  # seconds
MAX_CHOICES = 50  # tokenizers whose choices are kept
MAX_FAMILY = 200  # characters of the name of a font
_MAX_PATH = 4096
_LINE = re.compile(r"\[[^\0]*\]$|;|[^\0=]+=[^\0]*$")  # of a file of settings
_PROXY = re.compile(
    r"(?:https?://)?[\w.-]{1,250}:\d{1,5}/?", re.ASCII
)  # no password: it would be kept in clear text
_REST_MILLISECONDS = 500  # after a change, before it is written to disk: changes come in company


class Setting(Generic[T]):
    """One declared setting, read and written as an attribute of `Settings`.

    Attributes:
        key: name in the settings file.
        default: the value of a first start, and of a stored value that does not fit.
        check: turns what JSON gave into a value, or raises TypeError or ValueError.

    """

    def __init__(
        self, key: str, default: T, check: Callable[[object], T], plain: Callable[[T], object] = lambda v: v
    ) -> None:
        self.key, self.default, self.check, self.plain = key, default, check, plain

    @overload
    def __get__(self, owner: None, _type: type) -> Setting[T]: ...
    @overload
    def __get__(self, owner: Settings, _type: type) -> T: ...
    def __get__(self, owner: Settings | None, _type: type) -> T | Setting[T]:
        if owner is None:
            return self
        try:
            return self.check(owner.read(self.key))
        except (TypeError, ValueError):
            return self.default

    def fits(self, store: QSettings) -> bool:
        """Return whether what is stored fits the declaration."""
        try:
            self.check(_value(store, self.key))
        except (TypeError, ValueError):
            return False
        return True

    def __set__(self, owner: Settings, value: T) -> None:
        owner.write(self.key, self.plain(value))


def _truth(value: object) -> bool:
    if value is True or value is False:
        return value
    raise ValueError(value)


def _one_of(*allowed: str) -> Callable[[object], str]:
    def _check(value: object) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        raise ValueError(value)

    return _check


def _some_of(*allowed: str) -> Callable[[object], tuple[str, ...]]:
    def _check(value: object) -> tuple[str, ...]:
        if isinstance(value, list) and all(item in allowed for item in value):
            return tuple(dict.fromkeys(value))
        raise ValueError(value)

    return _check


def _whole(low: int, high: int) -> Callable[[object], int]:
    def _check(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise ValueError(value)

    return _check


def _proxy(value: object) -> str:
    if isinstance(value, str) and (value == "" or _PROXY.fullmatch(value)):
        return value
    raise ValueError(value)


def _family(value: object) -> str:
    if isinstance(value, str) and len(value) <= MAX_FAMILY and value.isprintable():
        return value
    raise ValueError(value)


def _path(value: object) -> str:
    if isinstance(value, str) and len(value) <= _MAX_PATH and "\0" not in value:
        return value
    raise ValueError(value)


def _paths(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(_path(item) for item in value[:MAX_RECENT])


def _blob(value: object) -> bytes:
    if not isinstance(value, str):
        raise TypeError(value)
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error as error:
        raise ValueError(value) from error


def _blobs(value: object) -> dict[str, bytes]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return {str(name): _blob(item) for name, item in value.items()}


def _choices(value: object) -> dict[str, dict[str, object]]:
    if not isinstance(value, dict):
        raise TypeError(value)
    newest = list(value.items())[-MAX_CHOICES:]
    return {_path(name): dict(own) for name, own in newest if isinstance(own, dict)}


def _splits(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise TypeError(value)
    newest = list(value.items())[-MAX_CHOICES:]
    return {_path(path): split for path, split in newest if isinstance(split, str)}


def _names(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return {str(name): item for name, item in value.items()}


def _plain_blob(value: bytes) -> object:
    return base64.b64encode(value).decode()


def _plain_blobs(value: dict[str, bytes]) -> object:
    return {name: _plain_blob(item) for name, item in value.items()}


class _Store(QSettings):
    """Leaves it to others when it is written to disk.

    Of itself it writes as soon as the event loop turns, and waits until the disk says that all is there: the
    window's thread was seen to wait 12 ms, and a busy disk knows no limit.
    """

    def event(self, event: QEvent) -> bool:
        """Let the wish to write pass."""
        return event.type() == QEvent.Type.UpdateRequest or super().event(event)


def _opened(file: Path | None) -> _Store:
    """Return a store of a file; all of one file share what they hold, also what is not written yet."""
    return _Store() if file is None else _Store(str(file), QSettings.Format.IniFormat)


def _value(store: QSettings, key: str) -> object:
    stored: Any = store.value(key)
    if not isinstance(stored, str):
        raise TypeError(key)
    try:
        return json.loads(stored)
    except RecursionError as error:
        raise ValueError(key) from error


def _write_to_disk(file: Path | None) -> None:
    _opened(file).sync()


def _is_broken(file: Path) -> bool:
    """Return whether a file holds what no store has written, or ends in the middle of a line.

    QSettings reads such a file as far as it goes, often silently, and would overwrite the file.
    """
    try:
        lines = file.read_bytes().decode().splitlines()
    except OSError:
        return False
    except UnicodeDecodeError:
        return True
    return any(line.strip() and not _LINE.match(line) for line in lines)


def _set_aside(file: Path, move: bool) -> str:
    """Keep a damaged file under a name of its own, and return that; "" where that cannot be done."""
    aside = f"{file}.corrupt-{time.strftime('%Y-%m-%d-%H%M%S')}"
    try:
        os.replace(file, aside) if move else shutil.copy2(file, aside)
    except OSError:
        return ""
    return aside


def _declared(name: str) -> Setting[Any]:
    declared: Setting[Any] = vars(Settings)[name]
    return declared


class Settings:
    """The settings of one person.

    Attributes:
        damaged: what is to be said of a file that was damaged: its path, and that of the copy set aside.
        language: of the window from the next start: "system", "en" or "zh_CN".
        theme: "light", "dark" or "system".
        size: of the text of the whole window, in percent of that of the system.
        token_font: the family in which tokens, bytes and ids are written, "" for the program's choice.
        motion: "system", or "reduced": nothing moves or fades.
        keep_session: text, corpus and tokenizers come back at the next start.
        memory_gigabytes: the memory that counting and encoding take as that of this computer; 0 takes all
            memory.
        proxy: the address of the proxy for fetching, "" for that of the system.
        geometry: of the window, from QWidget.saveGeometry.
        layouts: the arrangement of each task, from QMainWindow.saveState.
        task: "inspect", "train", "vocabulary", "compare", "all" or "lab".
        first_steps_done: the card above Tokens has been closed.
        first_steps: those of its steps that were done: "see", "train", "compare".
        recent_tokenizers, recent_texts, recent_sessions: paths, the newest first, at most ten.
        last_folder: where the file dialog opens.
        show_marks: spaces and line ends of tokens are visible.
        line_numbers: the lines of every text have their numbers, not only those of a long one.
        token_zoom: size of the text of tokens, in percent.
        token_colors: "order", "rank", "length" or "frequency", what the colors of tokens stand for.
        token_choices: path of a tokenizer -> what is chosen for it in the Tokens panel.
        splits: path of a tokenizer whose file does not say how it splits text -> the split that was chosen.
        preset, vocab_size, min_count, tie: the training options used last.
        replay_seconds: how long the replay of a training run takes.
        training_tokens: those of them that name tokens, by name.
        compare: which tokenizers are compared, in which order, and on what.
        vocabulary: the columns of the Vocabulary panel, and what is counted there.
        dataset: what was chosen for the data set encoded last.
        regex_lab: the pattern that is edited, the one it is compared with, and the user's own ones.

    """

    language = Setting("window/language", "system", _one_of("system", "en", "zh_CN"))
    theme = Setting("window/theme", "system", _one_of("light", "dark", "system"))
    geometry = Setting("window/geometry", b"", _blob, _plain_blob)
    layouts: Setting[dict[str, bytes]] = Setting("window/layouts", {}, _blobs, _plain_blobs)
    task = Setting(
        "window/task", "inspect", _one_of("inspect", "train", "vocabulary", "compare", "all", "lab")
    )
    size = Setting("window/size", 100, _whole(SIZES[0], SIZES[-1]))
    token_font = Setting("tokens/font", "", _family)
    motion = Setting("window/motion", "system", _one_of("system", "reduced"))
    keep_session = Setting("session/keep", True, _truth)
    memory_gigabytes = Setting("limits/memory_gigabytes", 0, _whole(0, MOST_GIGABYTES))
    proxy = Setting("network/proxy", "", _proxy)
    first_steps_done = Setting("window/first_steps_done", False, _truth)
    first_steps: Setting[tuple[str, ...]] = Setting(
        "window/first_steps", (), _some_of("see", "train", "compare"), list
    )
    recent_tokenizers: Setting[tuple[str, ...]] = Setting("files/recent_tokenizers", (), _paths, list)
    recent_texts: Setting[tuple[str, ...]] = Setting("files/recent_texts", (), _paths, list)
    recent_sessions: Setting[tuple[str, ...]] = Setting("files/recent_sessions", (), _paths, list)
    last_folder = Setting("files/last_folder", "", _path)
    show_marks = Setting("tokens/show_marks", True, _truth)
    line_numbers = Setting("tokens/line_numbers", False, _truth)
    token_zoom = Setting("tokens/zoom", 100, _whole(SMALLEST_TOKENS, LARGEST_TOKENS))
    token_colors = Setting("tokens/colours", "order", _one_of("order", "rank", "length", "frequency"))
    token_choices: Setting[dict[str, dict[str, object]]] = Setting("tokens/choices", {}, _choices)
    splits: Setting[dict[str, str]] = Setting("files/splits", {}, _splits)
    preset = Setting("training/preset", DEFAULT_PRESET, _one_of(*PRESETS))
    vocab_size = Setting("training/vocab_size", 4096, _whole(256, 2**31 - 1))
    min_count = Setting("training/min_count", 1, _whole(1, 2**31 - 1))
    tie = Setting("training/tie", "smallest", _one_of(*TIE_RULES))
    replay_seconds = Setting("training/replay_seconds", 6, _whole(SHORTEST_REPLAY, LONGEST_REPLAY))
    training_tokens: Setting[dict[str, object]] = Setting("training/tokens", {}, _names)

    compare: Setting[dict[str, object]] = Setting("compare/shown", {}, _names)
    vocabulary: Setting[dict[str, object]] = Setting("vocabulary/shown", {}, _names)
    dataset: Setting[dict[str, object]] = Setting("files/dataset", {}, _names)
    regex_lab: Setting[dict[str, object]] = Setting("training/regex_lab", {}, _names)

    def __init__(self, file: Path | None = None) -> None:
        """Use the platform's place, or a file of the user's own (tests, portable use)."""
        self._file = file
        self.damaged: tuple[str, str] | None = None
        self._store = self._whole_store()
        self._later = QTimer(singleShot=True, interval=_REST_MILLISECONDS)
        self._later.timeout.connect(lambda: threading.Thread(target=_write_to_disk, args=(file,)).start())

    def _whole_store(self) -> _Store:
        """Return the store; a damaged file is set aside first, and what does not fit begins again."""
        store = _opened(self._file)
        file = Path(store.fileName())
        if _is_broken(file):
            self.damaged = str(file), _set_aside(file, move=True)
            return _opened(self._file)
        odd = [
            each.key
            for each in vars(Settings).values()
            if isinstance(each, Setting) and store.contains(each.key) and not each.fits(store)
        ]
        if odd:
            self.damaged = str(file), _set_aside(file, move=False)
        for key in odd:
            store.remove(key)
        return store

    @property
    def data_folder(self) -> Path:
        """Where the program keeps what belongs to the user; next to the settings where these have a file."""
        if self._file is not None:
            return self._file.parent / "workbench-data"
        return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))

    @property
    def start_folder(self) -> str:
        """Where a file dialog opens: where the last file lay, or at home where that folder has gone."""
        return self.last_folder if os.path.isdir(self.last_folder) else os.path.expanduser("~")

    def read(self, key: str) -> object:
        """Return what JSON makes of a value; TypeError where none is stored, ValueError for no JSON."""
        return _value(self._store, key)

    def write(self, key: str, value: object) -> None:
        """Store a value as JSON text; written to disk by `sync` or, on another thread, soon after."""
        self._store.setValue(key, json.dumps(value))
        if QCoreApplication.instance() is not None:  # else the store writes when it ends
            self._later.start()

    def is_valid(self, name: str, value: object) -> bool:
        """Return whether a setting takes a value."""
        try:
            _declared(name).check(value)
        except (TypeError, ValueError):
            return False
        return True

    def reset(self, names: Iterable[str]) -> None:
        """Give settings their defaults."""
        for name in names:
            setattr(self, name, _declared(name).default)

    def sync(self) -> None:
        """Write to disk now."""
        self._later.stop()
        self._store.sync()

    def forget(self) -> None:
        """Reset everything, and remove damaged files that were set aside."""
        self._store.clear()
        file = Path(self._store.fileName())
        for aside in file.parent.glob(f"{glob.escape(file.name)}.corrupt-*"):
            aside.unlink(missing_ok=True)
        self._later.start()

    def add_recent_tokenizer(self, path: str) -> None:
        """Put a path first among the recent tokenizers."""
        self.recent_tokenizers = (path, *(p for p in self.recent_tokenizers if p != path))[:MAX_RECENT]

    def add_recent_text(self, path: str) -> None:
        """Put a path first among the recent texts."""
        self.recent_texts = (path, *(p for p in self.recent_texts if p != path))[:MAX_RECENT]

    def add_recent_session(self, path: str) -> None:
        """Put a path first among the recent session files."""
        self.recent_sessions = (path, *(p for p in self.recent_sessions if p != path))[:MAX_RECENT]
