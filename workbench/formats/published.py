"""Published vocabularies, fetched from their publishers on request: the only code that uses a network.

A file is known by its SHA-256 before it is fetched, and taken only if its hash is the same. From then on it
is in the cache folder of the user. What was cut off is kept as `NAME.part` and gone on with (RFC 9110,
section 14). Addresses are https; http is taken for the computer itself only, where tests have their server.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Generator
from dataclasses import dataclass
from typing import IO

from workbench.engine.base.blocks import blocks
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.formats.files.atomic import open_own, save_error


@dataclass(frozen=True, slots=True)
class Published:
    """A file that a publisher offers.

    Attributes:
        name: of the file in the cache.
        title: shown to the user.
        publisher: the name of the organization.
        address: where.
        sha256, size: of the file, in hexadecimal and in bytes.
        license: what its publisher says about its use, in a few words.

    """

    name: str
    title: str
    publisher: str
    address: str
    sha256: str
    size: int
    license: str


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be fetched, and its path if it was, or None."""

    published: Published
    path: str | None


MODEL = "hf:"  # before the name of a model of the Hugging Face Hub, where names of files are taken too

_OPENAI = "https://openaipublic.blob.core.windows.net/encodings/"
_LLAMA2C = "https://raw.githubusercontent.com/karpathy/llama2.c/master/"
_LLAMA_LICENSE = "Llama 2 Community License"

PUBLISHED: tuple[Published, ...] = (
    Published(
        "r50k_base.tiktoken",
        title="GPT-2 and GPT-3 (r50k_base)",
        publisher="OpenAI",
        address=f"{_OPENAI}r50k_base.tiktoken",
        sha256="306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
        size=835_554,
        license="MIT, as tiktoken",
    ),
    Published(
        "p50k_base.tiktoken",
        title="Codex (p50k_base)",
        publisher="OpenAI",
        address=f"{_OPENAI}p50k_base.tiktoken",
        sha256="94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
        size=836_186,
        license="MIT, as tiktoken",
    ),
    Published(
        "cl100k_base.tiktoken",
        title="GPT-3.5 and GPT-4 (cl100k_base)",
        publisher="OpenAI",
        address=f"{_OPENAI}cl100k_base.tiktoken",
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        size=1_681_126,
        license="MIT, as tiktoken",
    ),
    Published(
        "o200k_base.tiktoken",
        title="GPT-4o (o200k_base)",
        publisher="OpenAI",
        address=f"{_OPENAI}o200k_base.tiktoken",
        sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        size=3_613_922,
        license="MIT, as tiktoken",
    ),
    Published(
        "bpe_simple_vocab_16e6.txt.gz",
        title="CLIP",
        publisher="OpenAI",
        address="https://raw.githubusercontent.com/openai/CLIP/main/clip/bpe_simple_vocab_16e6.txt.gz",
        sha256="924691ac288e54409236115652ad4aa250f48203de50a9e4722a6ecd48d6804a",
        size=1_356_917,
        license="MIT",
    ),
    Published(
        "llama2_tokenizer.model",
        title="Llama 2 (SentencePiece)",
        publisher="Meta, by way of karpathy/llama2.c",
        address=f"{_LLAMA2C}tokenizer.model",
        sha256="9e556afd44213b6bd1be2b850ebbbd98f5481437a8021afaf58ee7fb1818d347",
        size=499_723,
        license=_LLAMA_LICENSE,
    ),
    Published(
        "llama2_tokenizer.bin",
        title="Llama 2 (llama2.c)",
        publisher="Meta, by way of karpathy/llama2.c",
        address=f"{_LLAMA2C}tokenizer.bin",
        sha256="50a52ef822ee9e83de5ce9d0be0a025a773d019437f58b5ff9dcafb063ece361",
        size=433_869,
        license=_LLAMA_LICENSE,
    ),
)


def known_as(name: str) -> Published | None:
    """Return a published file by its name, with or without the suffix, or None."""
    return next((known for known in PUBLISHED if name in (known.name, known.name.partition(".")[0])), None)


def published_named(name: str) -> Published:
    """Return a published file by its name; raises EngineError naming the choices."""
    known = known_as(name)
    if known is None:
        choices = ", ".join(known.name for known in PUBLISHED)
        raise EngineError("published_unknown", name=name, choices=choices)
    return known


def cache_folder() -> str:
    """Return the folder of the user's cache that belongs to this program; it need not be there."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "tokenizer-workbench", "published")


def hub_folder() -> str:
    """Return the folder next to it for models of the Hugging Face Hub: OWNER/NAME/COMMIT/file (`hub.py`)."""
    return os.path.join(os.path.dirname(cache_folder()), "hub")


def model_of(path: str) -> str:
    """Return the name of the model, without its owner, that a file was fetched for, "" for other files."""
    above, parts = (os.path.normpath(each).split(os.sep) for each in (hub_folder(), path))
    return parts[-3] if parts[: len(above)] == above and len(parts) == len(above) + 4 else ""


def fetched_path(known: Published, folder: str) -> str | None:
    """Return the path of a file that has been fetched, or None.

    A file with another hash is not taken.
    """
    path = os.path.join(folder, known.name)
    try:
        if os.path.getsize(path) != known.size:
            return None
        digest = _hash(path)
    except OSError:
        return None
    return path if digest == known.sha256 else None


def _hash(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in blocks(file.read):
            digest.update(block)
    return digest.hexdigest()


# --- fetching -----------------------------------------------------------------------------------


def fetch(known: Published, folder: str) -> Generator[int, None, str]:
    """Fetch a file into a folder and return its path; yield the bytes that are there.

    Closing the generator gives up; what has come is kept and gone on with the next time.

    Raises:
        EngineError: there is no network, the publisher refuses, or sends something else; the file is not
            there then.

    """
    present = fetched_path(known, folder)
    if present is not None:
        return present
    from workbench.formats.downloading import check_address  # here: what opens a file uses no network

    check_address(known.address)
    part = os.path.join(folder, f"{known.name}.part")
    try:
        os.makedirs(folder, exist_ok=True)
        with open(part, "ab", opener=open_own) as file:
            _claim(file, known)
            yield from _receive(known, file)
            file.flush()
            os.fsync(file.fileno())
        path = os.path.join(folder, known.name)
        if _hash(part) != known.sha256:
            os.unlink(part)
            raise EngineError("fetch_wrong_hash", file=known.address, name=known.name)
        os.replace(part, path)
    except OSError as fault:
        raise save_error(part, fault, known.size) from fault
    return path


def _claim(file: IO[bytes], known: Published) -> None:
    """Make sure that no other window fetches the same file just now."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as fault:
        raise EngineError("fetch_runs", name=known.name) from fault


def _receive(known: Published, file: IO[bytes]) -> Generator[int, None, None]:
    """Append what is missing of a file to the part that is there."""
    if file.tell() > known.size:
        file.truncate(0)
    if file.tell() == known.size:
        return
    from workbench.formats.downloading import ENDED, RESTART, Download

    download = Download(known.address, file.tell())
    download.start()
    try:
        while (event := download.next_event()) is not ENDED:
            if isinstance(event, EngineError):
                raise event
            if event is RESTART:
                file.truncate(0)
                file.seek(0)
            elif isinstance(event, bytes):
                if file.tell() + len(event) > known.size:
                    file.truncate(0)
                    raise EngineError("fetch_wrong_hash", file=known.address, name=known.name)
                file.write(event)
                yield file.tell()
            else:
                point()
    finally:
        download.stop()
    if file.tell() < known.size:
        raise EngineError("fetch_cut", file=known.address, done=file.tell(), size=known.size)
