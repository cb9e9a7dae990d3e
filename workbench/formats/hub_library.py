"""Asks the Hugging Face Hub, by `huggingface_hub`; runs in a child process, which alone imports that.

Names, sizes and hashes that it replies are the Hub's: `hub.py` checks them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from workbench.engine.base.errors import EngineError
from workbench.engine.child.frames import Frame
from workbench.formats.files.atomic import save_error

if TYPE_CHECKING:
    from huggingface_hub.hf_api import ModelInfo, RepoSibling

# The first of these groups that a model has at its top is its tokenizer; pickles are in none.
TOKENIZERS = (
    ("tokenizer.json",), ("tekken.json",), ("tokenizer.model",), ("spiece.model",),
    ("sentencepiece.bpe.model",), ("vocab.json", "merges.txt"), ("vocab.txt",),
)  # fmt: skip
# What says more about it, and is left out where it is too large.
COMPANIONS = ("tokenizer_config.json", "special_tokens_map.json", "chat_template.jinja")
_RANKS = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\.tiktoken")
_TOKEN = re.compile(r"[!-~]{1,1000}")
_ERROR_NUMBER = re.compile(r"\[Errno -?\d+\] ")
_TIMEOUT = 20.0  # seconds for the answer about a model
_POLL = 0.1  # seconds between two looks at what has come
_NETWORK = frozenset({"httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3"})


def look_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply what the Hub says of a model at a revision: id, commit, license, and its tokenizer's files.

    Each file is [name, bytes, SHA-256 or "", SHA-1 of the Git blob or ""], the one to open first.
    """
    name = str(header["model"])
    try:
        from huggingface_hub import HfApi

        _check_token(header["token"])
        about = HfApi(_endpoint(), token=header["token"] or None).model_info(
            name, revision=header["revision"] or None, files_metadata=True, timeout=_TIMEOUT
        )
    except Exception as fault:
        raise _explained(fault, header) from fault
    there = {each.rfilename: each for each in about.siblings or ()}
    files = [_file(there[name]) for name in (*_tokenizer(there), *COMPANIONS) if name in there]
    yield Frame(
        {
            "id": about.id,
            "commit": about.sha,
            "license": _license(about),
            "files": files,
            "endpoint": _endpoint(),
        }
    )


def download_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Download files of a commit into an empty folder; reply the bytes that have come as they come."""
    failed: list[Exception] = []

    def _download() -> None:
        try:
            from huggingface_hub import hf_hub_download

            for name in header["files"]:
                hf_hub_download(
                    header["model"], name, revision=header["commit"],
                    local_dir=header["folder"], endpoint=_endpoint(), token=header["token"] or None,
                )  # fmt: skip
        except Exception as fault:  # noqa: BLE001 - raised below
            failed.append(fault)

    # A thread that may be left: the process ends while it runs.
    thread = Thread(target=_download, name="download", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_POLL)
        yield Frame({"done": _bytes_in(header["folder"])})
    if failed:
        raise _explained(failed[0], header) from failed[0]


def _endpoint() -> str:
    """Return the address of the Hub, which HF_ENDPOINT may change; raises EngineError if it is not safe."""
    # Plain downloads alone: the other way has threads and caches of its own, for files of gigabytes.
    os.environ["HF_HUB_DISABLE_XET"] = "1"
    from huggingface_hub import constants

    from workbench.formats.downloading import check_address  # here: what opens a file uses no network

    check_address(constants.ENDPOINT)
    return str(constants.ENDPOINT)


def _check_token(token: str) -> None:
    """Raise EngineError for a token that no header can hold: the library quotes such a token."""
    if token and not _TOKEN.fullmatch(token):
        raise _bad_token()


def _bad_token() -> EngineError:
    from huggingface_hub import constants

    return EngineError("hub_token", tokens=f"{constants.ENDPOINT}/settings/tokens")


def _tokenizer(there: Mapping[str, RepoSibling]) -> Sequence[str]:
    """Return the names of the files that are the tokenizer, () for none."""
    for group in TOKENIZERS:
        if all(name in there for name in group):
            return group
    return [name for name in sorted(there) if _RANKS.fullmatch(name)][:1]


def _file(each: RepoSibling) -> list[object]:
    lfs = each.lfs
    return [each.rfilename, each.size, "" if lfs is None else lfs.sha256, "" if lfs else each.blob_id or ""]


def _license(about: ModelInfo) -> str:
    said = None if about.card_data is None else about.card_data.get("license")
    return said if isinstance(said, str) else ""


def _bytes_in(folder: str) -> int:
    """Return the bytes of all files below a folder; one that is renamed just now may be missing."""
    sizes = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                sizes += os.lstat(os.path.join(place, name)).st_size
            except FileNotFoundError:
                continue
    return sizes


def _explained(fault: Exception, header: Mapping[str, Any]) -> Exception:
    """Return what an error of the library means to a person; unknown ones stay what they are."""
    if isinstance(fault, EngineError):
        return fault
    if isinstance(fault, ImportError):
        return EngineError("hub_library_missing")
    from huggingface_hub import errors

    if isinstance(fault, errors.LocalEntryNotFoundError):  # it could not ask whether there is a newer one
        fault = fault.__cause__ if isinstance(fault.__cause__, Exception) else fault
    return _refused(fault, header) or _not_reached(fault, header) or fault


def _refused(fault: Exception, header: Mapping[str, Any]) -> EngineError | None:
    """Return what the Hub's refusal means, None if it is none."""
    from huggingface_hub import constants, errors

    name, hub = str(header["model"]), constants.ENDPOINT
    if isinstance(fault, errors.GatedRepoError):
        page, tokens = f"{hub}/{name}", f"{hub}/settings/tokens"
        return EngineError("hub_gated", name=name, page=page, tokens=tokens)
    if isinstance(fault, errors.RevisionNotFoundError):
        return EngineError("hub_revision_missing", name=name, revision=str(header.get("revision", "")))
    if isinstance(fault, errors.RepositoryNotFoundError):
        return EngineError("hub_model_missing", name=name)
    if isinstance(fault, errors.OfflineModeIsEnabled):
        return EngineError("hub_offline")
    if isinstance(fault, errors.HfHubHTTPError):
        said = fault.response
        if said.status_code in (401, 403):
            return _bad_token()
        return EngineError(
            "fetch_refused", file=f"{hub}/{name}", status=said.status_code, reason=said.reason_phrase
        )
    return None


def _not_reached(fault: Exception, header: Mapping[str, Any]) -> EngineError | None:
    """Return what an error of the network or the disk means, None if it is neither."""
    from huggingface_hub import constants

    if isinstance(fault, OSError) and fault.errno is not None and not isinstance(fault, ConnectionError):
        return save_error(str(header.get("folder", "")), fault, 0)
    if isinstance(fault, OSError) or type(fault).__module__.partition(".")[0] in _NETWORK:
        host = urlsplit(constants.ENDPOINT).hostname or ""
        said = _ERROR_NUMBER.sub("", " ".join(str(fault).split()))
        reason = said[:200].rstrip(".") or type(fault).__name__
        page = f"{constants.ENDPOINT}/{header['model']}"
        return EngineError("fetch_no_network", file=page, host=host, reason=reason)
    return None
