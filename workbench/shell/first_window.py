"""The first window takes the files of later starts: a socket next to its session, for its user only."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QObject, QThread, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

WAIT_MILLISECONDS = 1000  # for the first window, which may be starting; after that one opens of its own
ANSWER_MILLISECONDS = 5000  # that it may take to answer: it is there, and may be busy
_AGAIN_MILLISECONDS = 50
_LONGEST_PATH = 80  # bytes; a socket's may have some 100, and Qt makes it next to its place first
_LARGEST = 1 << 20  # bytes of a message
# The first window answers with the one, and opens the files once the later start has said the other: that
# may have given up waiting, and opens them itself then.
_TAKEN, _THEN_OPEN = b"taken\n", b"then open\n"


class FirstWindow(QObject):
    """Listens for later starts, as long as its process holds the folder of the first session.

    Signals:
        asked(): a later start gives files; `files_given` follows.
        files_given(object): list of paths that were given to a later start; none where that had none.

    """

    asked = Signal()
    files_given = Signal(object)

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        name = _name_of(folder)
        self._taken: dict[QLocalSocket, list[str]] = {}  # what was given by those that have yet to confirm
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        QLocalServer.removeServer(name)  # the folder is locked, so the former listener is dead
        self._server.listen(name)

    def _greet(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.disconnected.connect(self._part)
            socket.readyRead.connect(self._read)

    def _part(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._taken.pop(socket, None)
            socket.deleteLater()

    def _read(self) -> None:
        socket = self.sender()
        if not isinstance(socket, QLocalSocket) or not socket.canReadLine():
            if isinstance(socket, QLocalSocket) and socket.bytesAvailable() > _LARGEST:
                socket.abort()
            return
        line = bytes(socket.readLine().data())
        taken = self._taken.pop(socket, None)
        if taken is not None and line == _THEN_OPEN:
            socket.disconnectFromServer()
            self.asked.emit()
            self.files_given.emit(taken)
            return
        paths = _paths_in(line)
        if paths is None or taken is not None:
            socket.abort()
            return
        self._taken[socket] = paths
        socket.write(_TAKEN)


def hand_over(folder: Path, paths: Sequence[str]) -> bool:
    """Give files to the first window; return whether it has taken them."""
    deadline = QDeadlineTimer(WAIT_MILLISECONDS)
    socket = QLocalSocket()
    while not _connected(socket, folder, deadline):
        if deadline.hasExpired():
            return False
        QThread.msleep(_AGAIN_MILLISECONDS)
    deadline = QDeadlineTimer(ANSWER_MILLISECONDS)
    socket.write(json.dumps([os.path.abspath(path) for path in paths]).encode() + b"\n")
    while not socket.canReadLine() and socket.waitForReadyRead(_left(deadline)):
        pass
    taken = socket.canReadLine() and bytes(socket.readLine().data()) == _TAKEN
    if taken:
        socket.write(_THEN_OPEN)
        socket.waitForBytesWritten(ANSWER_MILLISECONDS)
    socket.abort()
    return taken


def _connected(socket: QLocalSocket, folder: Path, deadline: QDeadlineTimer) -> bool:
    socket.connectToServer(_name_of(folder))
    return socket.waitForConnected(_left(deadline))


def _left(deadline: QDeadlineTimer) -> int:
    return max(int(deadline.remainingTime()), 1)


def _name_of(folder: Path) -> str:
    """Return the name of the socket: a path in the folder, or where that is too long its hash."""
    path = os.path.abspath(folder / "window")
    if sys.platform != "win32" and len(os.fsencode(path)) <= _LONGEST_PATH:
        return path
    return f"tokenizer-workbench-{hashlib.sha256(os.fsencode(path)).hexdigest()[:32]}"


def _paths_in(message: bytes) -> list[str] | None:
    """Return the paths of a message, None if it is not one."""
    try:
        paths = json.loads(message)
    except (ValueError, RecursionError):
        return None
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        return None
    return paths
