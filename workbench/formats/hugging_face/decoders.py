"""The decoders of a `tokenizer.json`: what they make of tokens, or that it is not what the engine does.

The engine joins what tokens stand for: bytes, spaces for marks and ends of words, and takes spaces from the
start of a text. A decoder that does something else to any ids raises `ForeignError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from workbench.engine.base.pace import paced
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.model import Model
from workbench.formats.hugging_face.components import (
    METASPACE,
    Added,
    Component,
    ForeignError,
    expect,
    kind_of,
    parts_of,
)

# What comes behind Fuse has all of a text before it; what comes before, one token after the other. Behind
# ByteFallback a mark may be one of three bytes.
_BYTES = r"ByteFallback (?:Fuse (?:Strip )?)?"
_USUAL = {
    # whether there are marks, and bytes -> the kinds in order, each with a space behind
    (True, True): re.compile(rf"(?:Metaspace ByteFallback (?:Fuse )?|(?:Replace )+{_BYTES})"),
    (True, False): re.compile(
        r"Metaspace (?:Fuse )?|(?:Replace )+(?:Fuse (?:Strip )?)?|Fuse (?:Replace )+(?:Strip )?"
    ),
    (False, True): re.compile(r"ByteFallback (?:Fuse )?"),
    (False, False): re.compile(r"(?:Fuse )?"),
}
_BYTE = re.compile(r"<0x[0-9A-Fa-f+][0-9A-Fa-f]>")
_BYTE_LEVEL = re.compile(r"ByteLevel (?:Fuse )?(?:Replace )?")


def strips_of(component: Component | None) -> int:
    """Return how many spaces a decoder takes from the start of a text, -1 for all; raises ForeignError."""
    strips = 0
    for part in parts_of(component, "decoders"):
        kind = kind_of(part)
        if kind == "Metaspace":
            older = "always" if part.get("add_prefix_space", True) else "never"
            strips = 0 if part.get("prepend_scheme", older) == "never" else -1
        elif kind == "Strip":
            expect(part, "decoder", content=" ", stop=0)
            if part.get("start") not in (0, 1):
                raise ForeignError("decoder Strip (start)")
            strips = int(part["start"])
        elif kind == "Replace":
            expect(part, "decoder", content=" ")
        elif kind not in ("ByteFallback", "Fuse", "BPEDecoder", "ByteLevel"):
            raise ForeignError(f"decoder {kind}")
    return strips


def expect_usual(component: Component | None, vocabulary: CharacterVocabulary, added: Added) -> None:
    """Raise ForeignError where a decoder does something else to tokens of characters than the engine.

    Without one tokens are shown as they are. What is `added` is looked at by `expect_shown`.
    """
    parts = parts_of(component, "decoders")
    if not parts:
        return
    kinds = "".join(f"{kind_of(part)} " for part in parts)
    mark, suffix, of_bytes = vocabulary.mark, vocabulary.suffix, vocabulary.bytes_of_ids
    likely = [text for text in paced(vocabulary.ids, 8192) if text[:3] == "<0x"]
    loose = (text for text in likely if vocabulary.ids[text] not in of_bytes)
    if "ByteFallback " in kinds and any(map(_BYTE.fullmatch, loose)):
        raise ForeignError("decoder ByteFallback (other bytes)")
    if suffix:
        is_usual = kinds == "BPEDecoder " and parts[0].get("suffix", "</w>") == suffix and not mark
    else:
        needed = kinds if of_bytes else kinds.replace("ByteFallback ", "", 1)  # by which nothing changes then
        is_usual = _USUAL[bool(mark), bool(of_bytes)].fullmatch(needed) is not None
    if not is_usual or vocabulary.prefix or any(_marked(part) not in (None, mark) for part in parts):
        raise ForeignError(f"decoder {' + '.join(kinds.split())}")
    spaced = (text for text in paced(vocabulary.ids, 8192) if " " in text and text not in added.ids)
    if mark and strips_of(component) and any(spaced):
        raise ForeignError("model BPE (spaces beside marks)")


def _marked(part: Component) -> object:
    """Return what a decoder makes a space, None where it is none that does."""
    kind = kind_of(part)
    if kind == "Metaspace":
        return part.get("replacement", METASPACE)
    pattern = part.get("pattern") if kind == "Replace" else None
    return pattern.get("String", "") if isinstance(pattern, dict) else None


def expect_byte_level(component: Component | None, suffix: str) -> None:
    """Raise ForeignError where a decoder does not make tokens bytes, and perhaps ends of words spaces."""
    parts = parts_of(component, "decoders")
    kinds = [kind_of(part) for part in parts]
    if kinds and _BYTE_LEVEL.fullmatch("".join(f"{kind} " for kind in kinds)) is None:
        raise ForeignError(f"decoder {' + '.join(kinds)}")
    if "Replace" in kinds and (not suffix or parts[-1].get("pattern") != {"String": suffix}):
        raise ForeignError("decoder Replace (pattern)")


def expect_shown(added: Added, model: Model, shown: Callable[[str], bytes], mark: str = "") -> None:
    """Raise ForeignError where a decoder shows added tokens otherwise than by their texts.

    One that is looked for in normalized text is decoded as that (tokenizers 0.23.3). A special token that
    holds a `mark` is shown with it here, with a space there.
    """
    for text, token_id in paced(added.ids.items(), 512):
        token = model.token_bytes(token_id)
        if token is None and mark and mark in text:
            continue
        if shown(added.spelled(text)) != (text.encode() if token is None else token):
            raise ForeignError("added_tokens (decoder)")


def shown_by(component: Component | None, vocabulary: CharacterVocabulary) -> Callable[[str], bytes]:
    """Return what makes of a token's text what a usual decoder shows."""

    kinds = [kind_of(part) for part in parts_of(component, "decoders")]

    def shown(text: str) -> bytes:
        if "ByteFallback" in kinds and _BYTE.fullmatch(text):
            return bytes((int(text[3:5], 16),))
        return (text.replace(vocabulary.mark, " ") if vocabulary.mark else text).encode()

    return shown if kinds else str.encode
