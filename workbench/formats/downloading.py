"""Reads a published file from the network; imported where one is fetched, and nowhere else."""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import queue
import threading
import urllib.error
import urllib.request
from typing import IO, Any
from urllib.parse import urlsplit

from workbench.engine.base.errors import EngineError

TIMEOUT = 20.0  # seconds without a byte
_CHUNK = 1 << 15
_POLL = 0.01  # seconds between two points
_AGENT = "tokenizer-workbench"

ENDED, RESTART = object(), object()


class Download:
    """Reads from the network on a thread of its own, since a read may wait for seconds."""

    def __init__(self, address: str, start: int) -> None:
        self._address = address
        self._start = start
        # Short, so that a fast network does not fill the memory.
        self._events: queue.Queue[object] = queue.Queue(maxsize=64)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fetch", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def next_event(self) -> object:
        """Return what came: bytes, an EngineError, RESTART or ENDED; None if nothing has come."""
        try:
            return self._events.get(timeout=_POLL)
        except queue.Empty:
            return None

    def stop(self) -> None:
        """Let the thread end at its next byte, or at the time-out."""
        self._stopped.set()

    def _put(self, event: object) -> None:
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._events.put(event, timeout=0.1)
                return

    def _run(self) -> None:
        try:
            self._read()
            self._put(ENDED)
        except urllib.error.HTTPError as fault:
            fault.close()
            reason = str(fault.reason)
            self._put(EngineError("fetch_refused", file=self._address, status=fault.code, reason=reason))
        except EngineError as fault:
            self._put(fault)
        except (OSError, http.client.HTTPException) as fault:
            inner = getattr(fault, "reason", fault)
            reason = getattr(inner, "strerror", None) or str(inner) or type(fault).__name__
            host = urlsplit(self._address).hostname or ""
            self._put(EngineError("fetch_no_network", file=self._address, host=host, reason=reason))

    def _read(self) -> None:
        headers = {"User-Agent": _AGENT, "Accept-Encoding": "identity"}
        if self._start:
            headers["Range"] = f"bytes={self._start}-"
        request = urllib.request.Request(self._address, headers=headers)  # noqa: S310 - checked before
        opener = urllib.request.build_opener(_Redirects())
        with opener.open(request, timeout=TIMEOUT) as response:
            if self._start and not self._goes_on(response):
                self._put(RESTART)
            while not self._stopped.is_set() and (chunk := response.read1(_CHUNK)):
                self._put(chunk)

    def _goes_on(self, response: Any) -> bool:  # noqa: ANN401 - http.client.HTTPResponse
        """Return whether an answer is the rest that was requested; a server may send the whole instead."""
        range_sent = str(response.headers.get("Content-Range", ""))
        return bool(response.status == 206 and range_sent.startswith(f"bytes {self._start}-"))


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a publisher to another address only where that is as safe."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the request to the new address; raises EngineError for one that is not safe."""
        check_address(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def check_address(address: str) -> None:
    """Raise EngineError unless an address is https, or http to this very computer."""
    parts = urlsplit(address)
    if parts.scheme == "https" and parts.hostname:
        return
    if parts.scheme == "http" and _is_loopback(parts.hostname or ""):
        return
    raise EngineError("fetch_unsafe", file=address)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
