"""GPT-2's two files by the kernel that reads `tokenizer.json`: those that have no oddity, in no child."""

from __future__ import annotations

from dataclasses import replace

from workbench.formats.gpt2.files import MARK
from workbench.formats.hugging_face.file import HfFile
from workbench.formats.hugging_face.scanning import ScannedTokens, scanned

_LARGEST = 1 << 22  # bytes of merges that are quoted in one go


def regular(vocab: bytes, merges: bytes) -> HfFile | None:
    """Return what `files.checked` does, by the kernel; None where something is to be tolerated or refused."""
    vocab, mark = vocab.strip(b" \t\r\n"), MARK.encode()
    first, end, lines = merges.partition(b"\n")
    if not (first.startswith(mark) and first.isascii()) or lines[-1:] != b"\n":
        return None
    # The kernel takes no other oddity.
    if b"\r" in first or b"\n" + mark in end + lines or len(lines) > _LARGEST:
        return None
    quoted = lines[:-1].replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b'","')
    start = b'{"model":{"type":"BPE","vocab":'
    file = scanned(b'%b%b,"merges":["%b"]}}' % (start, vocab, quoted))
    if file is None or not isinstance(file.tokens, ScannedTokens):
        return None
    scanner = file.tokens.scanner  # what is no object by itself might end before, and go on
    if (scanner.vocab_start, scanner.vocab_end) != (len(start), len(start) + len(vocab)):
        return None
    return replace(file, structure={})
