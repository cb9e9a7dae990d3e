"""A stand-in of the Hugging Face Hub's API on the loopback, as far as `huggingface_hub` asks it."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"
TOKEN = "hf_agreed"


@dataclass
class Hub:
    """What it has, and what it was asked.

    Attributes:
        endpoint: its address.
        name: of its one model.
        files: of that model.
        sent: what it sends in place of a file.
        large: names of the files that it keeps as large ones (LFS), with a SHA-256.
        sizes: what it says of sizes that are not so.
        gated: whether files need a token.
        private: whether it says that there is no such model to who has no token.
        license: as the card of the model names it.
        hold: it waits after the first bytes of a file until this is set.
        asked: method and path of each request.
        began: the first bytes of a file have been sent.

    """

    endpoint: str = ""
    name: str = "some-one/tiny"
    files: dict[str, bytes] = field(default_factory=dict)
    sent: dict[str, bytes] = field(default_factory=dict)
    large: frozenset[str] = frozenset()
    sizes: dict[str, int] = field(default_factory=dict)
    gated: bool = False
    private: bool = False
    license: str = "apache-2.0"
    hold: threading.Event | None = None
    asked: list[str] = field(default_factory=list)
    began: threading.Event = field(default_factory=threading.Event)

    def about(self) -> dict[str, object]:
        return {
            "id": self.name, "sha": COMMIT, "private": False, "gated": "auto" if self.gated else False,
            "tags": [], "downloads": 1, "likes": 1, "cardData": {"license": self.license},
            "siblings": [self.sibling(name) for name in self.files],
        }  # fmt: skip

    def sibling(self, name: str) -> dict[str, object]:
        data = self.files[name]
        size = self.sizes.get(name, len(data))
        said: dict[str, object] = {"rfilename": name, "size": size, "blobId": blob_id(data)}
        if name in self.large:
            sha256 = hashlib.sha256(data).hexdigest()
            said["lfs"] = {"sha256": sha256, "size": size, "pointerSize": 130}
        return said


def blob_id(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    hub: Hub

    def log_message(self, *arguments: object) -> None:
        """Be silent."""

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, with_body: bool) -> None:
        hub, path = self.hub, self.path.partition("?")[0]
        hub.asked.append(f"{self.command} {path}")
        model = f"/api/models/{hub.name}"
        file = path.removeprefix(f"/{hub.name}/resolve/{COMMIT}/")
        token = self.headers["Authorization"]
        if token not in (None, f"Bearer {TOKEN}"):
            self._refuse(401, "", "Invalid credentials in Authorization header")
        elif hub.private and token is None:
            self._refuse(401, "RepoNotFound")
        elif path in (model, *(f"{model}/revision/{each}" for each in (COMMIT, "main", "v1"))):
            self._send(json.dumps(hub.about()).encode(), with_body, {"Content-Type": "application/json"})
        elif path.startswith(f"{model}/revision/"):
            self._refuse(404, "RevisionNotFound")
        elif file not in hub.files:
            self._refuse(401, "RepoNotFound")
        elif hub.gated and token is None:
            self._refuse(401, "GatedRepo")
        else:
            data = hub.files[file]
            etag = hashlib.sha256(data).hexdigest() if file in hub.large else blob_id(data)
            head = {"X-Repo-Commit": COMMIT, "ETag": f'"{etag}"'}
            self._send(hub.sent.get(file, data), with_body, head, hub.hold)

    def _send(
        self, data: bytes, with_body: bool, head: dict[str, str], hold: threading.Event | None = None
    ) -> None:
        self.send_response(200)
        for key, value in {**head, "Content-Length": str(len(data))}.items():
            self.send_header(key, value)
        self.end_headers()
        if not with_body:
            return
        if hold is not None:
            self.wfile.write(data[:1000])
            self.wfile.flush()
            self.hub.began.set()
            hold.wait(20)
            data = data[1000:]
        self.wfile.write(data)

    def _refuse(self, status: int, code: str, message: str = "") -> None:
        self.send_response(status)
        if code:
            self.send_header("X-Error-Code", code)
        if message:
            self.send_header("X-Error-Message", message)
        self.send_header("Content-Length", "0")
        self.end_headers()


@contextmanager
def hub_running(hub: Hub) -> Iterator[Hub]:
    """Run the stand-in until the end of the block."""
    running = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    hub.endpoint = f"http://127.0.0.1:{running.server_address[1]}"
    try:
        yield hub
    finally:
        if hub.hold is not None:
            hub.hold.set()
        running.shutdown()
        running.server_close()
        thread.join()
