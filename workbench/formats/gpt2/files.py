"""The two files of GPT-2 as one checked vocabulary: `vocab.json` strictly, `merges.txt` with tolerance.

`parse_operation` reads large ones in the child process and replies as that of `hugging_face/file.py` does.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.child.frames import Frame
from workbench.formats.files.strict_json import parsed, uncollected
from workbench.formats.hugging_face.file import HfFile, checked_vocab, merged, reply

_BOM = b"\xef\xbb\xbf"
MARK = "#version"


def parse_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Check buffers[0], vocab.json, and buffers[1], merges.txt; replies as `file.parse_operation`."""
    with uncollected():
        answer = reply(checked(buffers[0], buffers[1], bool(header.get("anyway"))))
    yield answer


def checked(vocab: bytes, merges: bytes, anyway: bool = False) -> HfFile:
    """Return what the two files say, `anyway` however large; raises EngineError, as `files`."""
    top, marked = parsed(vocab, anyway)
    ids = checked_vocab(top, "")
    tolerated: Counter[str] = Counter()
    if marked:
        tolerated["notice_bom"] += 1
    rows: dict[tuple[int, int], int] = {}
    n_repeated = 0
    for number, (left, right) in _pairs(merges, tolerated):
        pair, new_id = merged(
            ids, left, right=right, prefix="", kind="line", value=number, number=len(rows) + n_repeated
        )
        n_repeated += rows.pop(pair, None) is not None
        rows[pair] = new_id
    flat = array("q")
    for (left_id, right_id), new_id in rows.items():
        flat.extend((left_id, right_id, new_id))
    return HfFile(
        {},
        "BPE",
        tokens=list(ids),
        ids=array("I", ids.values()),
        merges=flat,
        n_repeated=n_repeated,
        tolerated=tuple(tolerated),
    )


def _pairs(data: bytes, tolerated: Counter[str]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield (line, the two tokens of it), and count what is not as it should be."""
    if data.startswith(_BOM):
        tolerated["notice_bom"] += 1
        data = data.removeprefix(_BOM)
    lines = data.split(b"\n")
    if not lines[0].startswith(MARK.encode()):
        tolerated["notice_merges_no_version"] += 1
    if lines[-1]:
        tolerated["notice_merges_no_end"] += 1
    else:
        lines.pop()
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode()
        except UnicodeDecodeError as fault:
            raise EngineError("line_not_utf8", place=Place("line", number)) from fault
        if text.endswith("\r"):
            tolerated["notice_crlf"] += 1
            text = text[:-1]
        if text.startswith(MARK):  # `tokenizers` passes over these wherever they occur
            continue
        pair = _pair(text, number, tolerated)
        if pair is not None:
            yield number, pair


def _pair(text: str, number: int, tolerated: Counter[str]) -> tuple[str, str] | None:
    fields = text.replace("\t", " ").split(" ")
    texts = [field for field in fields if field]
    if not texts:
        tolerated["notice_merges_blank"] += 1
        return None
    if len(texts) != 2:
        raise EngineError("merges_line", place=Place("line", number), line=ascii(text)[1:-1][:80])
    if "\t" in text:
        tolerated["notice_merges_tab"] += 1
    elif len(fields) != 2:
        tolerated["notice_merges_spaces"] += 1
    return texts[0], texts[1]
