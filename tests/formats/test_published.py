"""Fetching from a server that the test starts on the loopback: whole, resumed, wrong, refused, given up."""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.points import Sliced
from workbench.engine.base.errors import EngineError
from workbench.formats import published
from workbench.formats.published import PUBLISHED, Published, fetch, fetched_path
from workbench.formats.registry import open_file

DATA = bytes(range(256)) * 4096  # a megabyte


@dataclass
class Server:
    """What the server does, and what it was asked.

    Attributes:
        address: of the file.
        data: what it sends.
        cut: after how many bytes it breaks off, or None.
        ranges: whether it knows about ranges.
        status: in place of 200, or 0.
        moved_to: where it sends people instead, "" for nowhere.
        hold: it waits after the first bytes until this is set.
        asked: the Range of each request.

    """

    address: str = ""
    data: bytes = DATA
    cut: int | None = None
    ranges: bool = True
    status: int = 0
    moved_to: str = ""
    hold: threading.Event | None = None
    asked: list[str | None] = field(default_factory=list)


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            """Be silent."""

        def do_GET(self) -> None:
            wanted = self.headers.get("Range")
            state.asked.append(wanted)
            if state.status or state.moved_to:
                self.send_response(state.status or 302)
                self.send_header("Location", state.moved_to)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and state.ranges else 0
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(state.data) - 1}/{len(state.data)}")
            self.send_header("Content-Length", str(len(state.data) - start))
            self.end_headers()
            sent = state.data[start : state.cut]
            self.wfile.write(sent[:1000])
            if state.hold is not None:
                self.wfile.flush()
                state.hold.wait(10)
            self.wfile.write(sent[1000:])

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = False
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.address = f"http://127.0.0.1:{running.server_address[1]}/file"
    yield state
    if state.hold is not None:
        state.hold.set()
    running.shutdown()
    running.server_close()
    thread.join()


def known(server: Server, data: bytes = DATA) -> Published:
    digest = hashlib.sha256(data).hexdigest()
    return Published("file.bin", "A file", "a test", server.address, digest, len(data), "none")


def run(steps):
    """Run to the end; return what was returned, and the progress."""
    progress = []
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            return end.value, progress
        progress.append(event)


def test_a_file_is_fetched_whole_and_once(server: Server, tmp_path: Path) -> None:
    path, progress = run(fetch(known(server), str(tmp_path / "cache")))
    assert Path(path).read_bytes() == DATA
    assert progress[-1] == len(DATA)
    assert progress == sorted(progress)
    assert [p.name for p in (tmp_path / "cache").iterdir()] == ["file.bin"]
    again, _ = run(fetch(known(server), str(tmp_path / "cache")))
    assert again == path
    assert server.asked == [None]


@pytest.mark.parametrize("ranges", [True, False])
def test_after_a_cut_it_goes_on_where_it_was(server: Server, tmp_path: Path, ranges: bool) -> None:
    server.cut, server.ranges = 300_000, ranges
    with pytest.raises(EngineError) as caught:
        run(fetch(known(server), str(tmp_path)))
    assert caught.value.code in ("fetch_cut", "fetch_no_network")
    kept = (tmp_path / "file.bin.part").stat().st_size
    assert 0 < kept <= 300_000
    assert not (tmp_path / "file.bin").exists()
    server.cut = None
    path, progress = run(fetch(known(server), str(tmp_path)))
    assert server.asked == [None, f"bytes={kept}-"]
    assert Path(path).read_bytes() == DATA
    assert (progress[0] > kept) == ranges


@pytest.mark.parametrize("size", [len(DATA), len(DATA) + 5])
def test_another_file_is_not_taken(server: Server, tmp_path: Path, size: int) -> None:
    server.data = bytes(size)
    with pytest.raises(EngineError) as caught:
        run(fetch(known(server), str(tmp_path)))
    assert caught.value.code == "fetch_wrong_hash"
    assert str(caught.value) == (
        f"{server.address}: the download is not the published file.bin: its SHA-256 differs. "
        "Try again later, or open a local file."
    )
    assert not (tmp_path / "file.bin").exists()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == 0


def test_a_damaged_part_is_thrown_away(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file.bin.part").write_bytes(b"not this" * 100)
    with pytest.raises(EngineError, match="SHA-256"):
        run(fetch(known(server), str(tmp_path)))
    path, _ = run(fetch(known(server), str(tmp_path)))
    assert Path(path).read_bytes() == DATA


def test_a_file_of_the_cache_that_was_changed_is_fetched_again(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file.bin").write_bytes(bytes(len(DATA)))
    assert fetched_path(known(server), str(tmp_path)) is None
    path, _ = run(fetch(known(server), str(tmp_path)))
    assert Path(path).read_bytes() == DATA
    assert fetched_path(known(server), str(tmp_path)) == path


def test_without_a_network_a_local_file_is_offered(tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound and not listening: nothing answers there
        taken.bind(("127.0.0.1", 0))
        nowhere = Server(f"http://127.0.0.1:{taken.getsockname()[1]}/file")
        with pytest.raises(EngineError) as caught:
            run(fetch(known(nowhere), str(tmp_path)))
    assert caught.value.code == "fetch_no_network"
    assert "127.0.0.1 cannot be reached" in str(caught.value)
    assert str(caught.value).endswith("or open a local file.")


def test_what_the_publisher_refuses_is_told(server: Server, tmp_path: Path) -> None:
    server.status = 404
    with pytest.raises(EngineError, match=r"publisher's server answered 404, Not Found\. Try again later"):
        run(fetch(known(server), str(tmp_path)))


def test_giving_up_keeps_what_has_come(server: Server, tmp_path: Path) -> None:
    server.hold = threading.Event()
    came: list[int] = []
    steps = Sliced(lambda: came.extend(fetch(known(server), str(tmp_path))))
    part = tmp_path / "file.bin.part"
    waited = 0
    while waited < 5:  # it waits, and can be given up all the same
        next(steps)
        waited += part.exists() and server.asked != []
    steps.close()
    server.hold.set()
    assert (tmp_path / "file.bin.part").stat().st_size == 1000
    server.hold = None
    assert Path(run(fetch(known(server), str(tmp_path)))[0]).read_bytes() == DATA
    assert server.asked == [None, "bytes=1000-"]


@pytest.mark.parametrize(
    "address",
    ["http://example.org/file", "http://127.0.0.1.example.org/file", "file:///etc/passwd", "ftp://x/y"],
)
def test_addresses_that_are_not_safe_are_refused(server: Server, tmp_path: Path, address: str) -> None:
    with pytest.raises(EngineError, match="the address is not https"):
        run(fetch(replace(known(server), address=address), str(tmp_path)))
    server.moved_to = address
    with pytest.raises(EngineError, match=r"not https|is not allowed"):
        run(fetch(known(server), str(tmp_path)))


def test_two_windows_do_not_fetch_the_same(server: Server, tmp_path: Path) -> None:
    server.hold = threading.Event()
    first = fetch(known(server), str(tmp_path))
    while next(first) is None:
        pass
    with pytest.raises(EngineError, match=r"another window is fetching file\.bin"):
        run(fetch(known(server), str(tmp_path)))
    first.close()


def test_every_entry_has_a_safe_address_and_a_license() -> None:
    for entry in PUBLISHED:
        assert entry.address.startswith("https://")
        assert entry.license


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry.name)
def test_the_list_is_that_of_the_files_we_have(shared: Path, entry: Published) -> None:
    names = {"bpe_simple_vocab_16e6.txt.gz": "clip_bpe_simple_vocab_16e6.txt.gz"}
    path = shared / "data" / names.get(entry.name, entry.name)
    data = path.read_bytes()
    found = (hashlib.sha256(data).hexdigest(), len(data))
    if found != (entry.sha256, entry.size) and Path(f"{path}.card.json").exists():
        pytest.skip(f"{path.name} of the shared data was saved anew: its card lies beside it")
    assert found == (entry.sha256, entry.size)


def test_a_fetched_vocabulary_opens(server: Server, tmp_path: Path, shared: Path) -> None:
    entry = published.published_named("r50k_base.tiktoken")
    server.data = (shared / "data" / entry.name).read_bytes()
    path, _ = run(fetch(replace(entry, address=server.address), str(tmp_path)))
    opened = open_file(path)
    assert opened.tokenizer.name == "r50k_base"
    assert opened.tokenizer.encode("Hello, world") == [15496, 11, 995]


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(EngineError, match=r"Choose one of these: r50k_base\.tiktoken, "):
        published.published_named("gpt-9")


def test_the_cache_is_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert published.cache_folder() == "/somewhere/tokenizer-workbench/published"
