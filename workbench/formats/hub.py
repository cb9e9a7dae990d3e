"""Tokenizers of models on the Hugging Face Hub, fetched on request into the user's cache.

`hub_library.py` asks the Hub in a child process, which ends with the request. Of a model come the files of
its tokenizer alone; their sizes are checked before, their hashes after. Those of a commit have a folder of
their own, OWNER/NAME/COMMIT in `published.hub_folder`, with a record (`fetched.json`) of what they are; one
without it is not looked at.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.engine.base.blocks import blocks
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child, Limit
from workbench.formats.files.atomic import folder_beside, remove_leftovers, save_error
from workbench.formats.files.strict_json import parsed
from workbench.formats.hub_library import COMPANIONS, TOKENIZERS, download_operation, look_operation
from workbench.formats.hugging_face.config import LARGEST as LARGEST_COMPANION
from workbench.formats.published import MODEL, Published, hub_folder
from workbench.formats.reading import LARGEST_FILE

PAGE = "https://huggingface.co/"
_RECORD = "fetched.json"
_LARGEST_RECORD = 1 << 16  # bytes
_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,95}(?:/[A-Za-z0-9_][\w.-]{0,95})?", re.ASCII)
_REVISION = re.compile(r"[\w./+-]{1,200}", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{40}")
_DEFAULT_REVISION = "main"
_LIMIT = Limit(90.0, work=1)  # seconds without a byte; the library repeats what fails for a moment
_ROOM = 1 << 20  # bytes that the library may keep with its downloads


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file of a model: its name, size in bytes, and SHA-256 in hexadecimal."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class HubModel:
    """The tokenizer of a model, fetched.

    Attributes:
        name: of the model, "owner/name".
        asked: the name by which it was fetched; the Hub may know a newer one.
        revision, commit: the branch, tag or commit that was fetched, and the commit that it was then.
        address: of the page of this commit.
        license: as its publisher names it, "" where none is named.
        files: what was fetched, the one to open first.
        folder: where the files are.
        fetched_at: when, in seconds since 1970.

    """

    name: str
    asked: str
    revision: str
    commit: str
    address: str
    license: str
    files: tuple[HubFile, ...]
    folder: str
    fetched_at: float

    @property
    def path(self) -> str:
        """The file to open."""
        return os.path.join(self.folder, self.files[0].name)

    def as_published(self) -> Published:
        """Return it as an entry of the list of what can be fetched."""
        return Published(
            f"{MODEL}{self.name}@{self.commit}",
            title=f"{self.name} ({self.files[0].name})",
            publisher="Hugging Face Hub",
            address=self.address,
            sha256=self.files[0].sha256,
            size=sum(file.size for file in self.files),
            license=self.license or "no license named",
        )


def parse_name(text: str) -> tuple[str, str]:
    """Return model and revision ("" for the newest) of "owner/name", "hf:owner/name@revision" or an address.

    Raises:
        EngineError: "hub_name".

    """
    name = text.strip().removeprefix(MODEL)
    if name.startswith(PAGE):
        name, _, rest = name.removeprefix(PAGE).strip("/").partition("/tree/")
        name = f"{name}@{rest}" if rest else name
    name, _, revision = name.partition("@")
    if not _NAME.fullmatch(name) or (revision and not _REVISION.fullmatch(revision)):
        raise EngineError("hub_name", name=text.strip()[:200])
    return name, revision


# --- what has been fetched ----------------------------------------------------------------------


def fetched_models() -> Iterator[HubModel]:
    """Yield the models that have been fetched, the newest first, whose files are what they were."""
    records = Path(hub_folder()).glob(f"*/*/*/{_RECORD}")
    models = (model for model in map(_recorded, records) if model is not None)
    yield from (m for m in sorted(models, key=lambda m: m.fetched_at, reverse=True) if _is_whole(m))


def fetched_model(name: str) -> HubModel | None:
    """Return a model that has been fetched, by a name as `parse_name` takes it, or None.

    Without a revision it is the newest that was fetched without one.
    """
    model, revision = parse_name(name)
    for each in fetched_models():
        at = revision in (each.commit, each.revision) if revision else each.revision == _DEFAULT_REVISION
        if at and model in (each.name, each.asked):
            return each
    return None


def _recorded(path: Path) -> HubModel | None:
    """Return what a record says, None if it is none."""
    try:
        if path.stat().st_size > _LARGEST_RECORD:
            return None
        said, _ = parsed(path.read_bytes())
        files = tuple(HubFile(str(name), int(size), str(sha256)) for name, size, sha256 in said.pop("files"))
        if not files or any(os.path.basename(file.name) != file.name for file in files):
            return None
        facts = {key: str(said[key]) for key in _FACTS}
        return HubModel(**facts, files=files, folder=str(path.parent), fetched_at=float(said["fetched_at"]))
    except (OSError, EngineError, ValueError, TypeError, KeyError, AttributeError):
        return None


_FACTS = ("name", "asked", "revision", "commit", "address", "license")


def _is_whole(model: HubModel) -> bool:
    try:
        paths = {file: os.path.join(model.folder, file.name) for file in model.files}
        sizes = all(os.path.getsize(path) == file.size for file, path in paths.items())
        return sizes and all(_hashes(path, file.size)[0] == file.sha256 for file, path in paths.items())
    except OSError:
        return False


def _hashes(path: str, size: int) -> tuple[str, str]:
    """Return the SHA-256 of a file, and the SHA-1 that it has as a blob in Git."""
    sha256, sha1 = hashlib.sha256(), hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    with open(path, "rb") as file:
        for block in blocks(file.read):
            sha256.update(block)
            sha1.update(block)
    return sha256.hexdigest(), sha1.hexdigest()


# --- fetching -----------------------------------------------------------------------------------


def fetch_model(name: str, token: str = "") -> Generator[tuple[int, int], None, HubModel]:
    """Fetch the tokenizer of a model; yield the bytes that are there, and those of all files.

    Closing the generator gives up; nothing is kept then.

    Args:
        name: as for `parse_name`.
        token: shown to the Hub, and kept nowhere; "" for the one that `huggingface_hub` finds.

    Raises:
        EngineError: `huggingface_hub` is not installed, there is no network, no such model or revision, no
            tokenizer in it, or none without a token; files are too large, or not those of the Hub.

    """
    asked, revision = parse_name(name)
    with Child() as child:
        said: dict[str, Any] = {}
        header = {"model": asked, "revision": revision, "token": token}
        for frame in child.request(look_operation, header, limit=_LIMIT):
            said = dict(frame.header)
            point()
        files = _chosen(asked, said)
        folder = os.path.join(hub_folder(), *_place(said))
        present = _recorded(Path(folder, _RECORD))
        if present is not None and present.asked == asked and _is_whole(present):
            return present
        facts = {
            "name": said["id"], "asked": asked, "revision": revision or _DEFAULT_REVISION,
            "commit": said["commit"], "license": str(said["license"]),
            "address": f"{said['endpoint']}/{said['id']}/tree/{said['commit']}",
        }  # fmt: skip
        try:
            yield from _download(child, facts, files, folder, token)
        except OSError as fault:
            raise save_error(folder, fault, sum(size for _, size, *_ in files)) from fault
    done = _recorded(Path(folder, _RECORD))
    if done is None:
        raise EngineError("hub_hash", name=asked, which=_RECORD)
    return done


_Listed = tuple[str, int, str, str]  # name, bytes, SHA-256, SHA-1 of the blob: one of the two is ""


def _place(said: dict[str, Any]) -> tuple[str, str, str]:
    """Return owner, name and commit, which become names of folders."""
    name, commit = str(said.get("id")), str(said.get("commit"))
    if not _NAME.fullmatch(name) or not _COMMIT.fullmatch(commit):
        raise EngineError("hub_answer", name=name[:200])
    owner, _, model = name.rpartition("/")
    return owner or "_", model, commit


def _chosen(name: str, said: dict[str, Any]) -> list[_Listed]:
    """Return the files that are to be fetched; raises EngineError where there are none, or too large ones."""
    chosen: list[_Listed] = []
    for file, size, sha256, sha1 in said["files"]:
        if not isinstance(size, int):
            raise EngineError("hub_answer", name=name)
        limit = LARGEST_COMPANION if file in COMPANIONS else LARGEST_FILE
        if size > limit and file not in COMPANIONS:
            raise EngineError("hub_file_too_large", name=name, which=file, size=size, limit=limit)
        if size <= limit:
            chosen.append((file, size, sha256, sha1))
    if not chosen or chosen[0][0] in COMPANIONS:
        names = ", ".join(" + ".join(group) for group in TOKENIZERS)
        raise EngineError("hub_no_tokenizer", name=name, names=names)
    return chosen


def _download(
    child: Child, facts: dict[str, str], files: list[_Listed], folder: str, token: str
) -> Generator[tuple[int, int], None, None]:
    """Download files into a new folder, check them, and give it its name."""
    total = sum(size for _, size, *_ in files)
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    for place in Path(hub_folder()).glob("*/*"):  # of killed fetches, of whatever model
        remove_leftovers(str(place))
    with folder_beside(folder) as part:
        header = {
            "model": facts["name"], "commit": facts["commit"], "folder": part,
            "files": [name for name, *_ in files], "token": token,
        }  # fmt: skip
        for frame in child.request(download_operation, header, limit=_LIMIT):
            done = int(frame.header["done"])
            if done > total + _ROOM:
                raise EngineError("hub_hash", name=facts["name"], which=files[0][0])
            yield min(done, total), total
        checked = [_checked(part, file, facts["name"]) for file in files]
        shutil.rmtree(os.path.join(part, ".cache"), ignore_errors=True)  # the library's own
        record = {**facts, "fetched_at": time.time(), "files": [[f.name, f.size, f.sha256] for f in checked]}
        Path(part, _RECORD).write_text(json.dumps(record, indent=1), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)  # one that was changed, or fetched by another name
        os.rename(part, folder)


def _checked(part: str, listed: _Listed, model: str) -> HubFile:
    """Return a file that has come; raises EngineError if it is not what the Hub listed."""
    name, size, sha256, sha1 = listed
    path = os.path.join(part, name)
    if os.path.islink(path) or os.path.getsize(path) != size:
        raise EngineError("hub_hash", name=model, which=name)
    hashes = _hashes(path, size)
    if hashes[0] != sha256 and hashes[1] != sha1:
        raise EngineError("hub_hash", name=model, which=name)
    return HubFile(name, size, hashes[0])
