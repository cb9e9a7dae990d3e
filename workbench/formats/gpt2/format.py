"""GPT-2's `vocab.json` and `merges.txt`, `encoder.json` and `vocab.bpe` by their older names (openai/gpt-2).

The one has the id of each token in the byte alphabet, the other the merges in order, "A B" a line after a
first line `#version: 0.2`. Neither says how text is split, or which tokens are special. A card does; without
one those that no merge makes are, but where other words have none either, as in a file that was cut, those
alone that look so. Either of the two opens both; the other is in the same folder.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats import card
from workbench.formats.format import Fit, Format, Notice, Parts, Source, Written, spelling_clash
from workbench.formats.gpt2.files import checked, parse_operation
from workbench.formats.gpt2.regular import regular
from workbench.formats.hugging_face.components import Added, ForeignError, Split
from workbench.formats.hugging_face.file import HfFile
from workbench.formats.hugging_face.large_file import AT_ONCE, asked
from workbench.formats.hugging_face.models import Bpe, bpe_of
from workbench.formats.hugging_face.reading import ByteFile, byte_model
from workbench.formats.reading import read as read_file
from workbench.formats.snippets import EXAMPLE, SnippetFacts

VERSION = "#version: 0.2"
VOCAB = "vocab.json"
_END = "<|endoftext|>"  # special to every reader of these files

_VOCAB_START = re.compile(rb'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*-?[0-9]')
# A merge of the first is of two units, one character each.
_FIRST_MERGE = re.compile(r"\S[ \t]+\S[ \t]*\r?\n")
_BRACKETED = re.compile(r"<.+>|\[.+\]", re.DOTALL)
# What special tokens are called, and no markup in a text is.
_SPECIAL = re.compile(
    r"<[|｜].+[|｜]>|</?s>|<(?:unk|pad|mask|bos|eos|cls|sep)>|\[[A-Z0-9_]+\]|<[a-z]+_[a-z0-9_]+>", re.DOTALL
)
_NAMES = (("vocab.json", "merges.txt"), ("encoder.json", "vocab.bpe"))


def sniff(start: bytes) -> bool:
    """Return whether a file begins as one of the two."""
    start = start.removeprefix(b"\xef\xbb\xbf")
    if start.startswith(b"#version") or _is_vocab(start):
        return True
    return _FIRST_MERGE.match(start.decode("utf-8", "replace")) is not None


def _is_vocab(start: bytes) -> bool:
    return _VOCAB_START.match(start) is not None


# --- reading ------------------------------------------------------------------------------------


def read(source: Source) -> Parts:
    """Return what the file and the other one next to it say.

    Raises:
        EngineError: naming file, line or key, and cause; then nothing has been loaded.

    """
    is_vocab = _is_vocab(source.data.removeprefix(b"\xef\xbb\xbf")) or source.data.lstrip()[:1] == b"{"
    other = _other(source, is_vocab)
    vocab, merges = (source, other) if is_vocab else (other, source)
    try:
        file = _files(vocab.data, merges.data, source)
        specials = _specials_of_card(merges)
        parts = _parts(file, specials)
    except EngineError as fault:
        in_merges = fault.place is not None and fault.place.kind in ("line", "merge")
        raise fault.in_file(merges.path if in_merges else vocab.path) from fault
    notices = [*map(Notice, file.tolerated), *parts.notices]
    if file.n_repeated:
        notices.append(Notice("notice_hf_repeated_merges", {"count": file.n_repeated}))
    if specials is None:
        notices.append(Notice("notice_gpt2_pattern"))
    return replace(parts, notices=tuple(notices))


def _files(vocab: bytes, merges: bytes, source: Source) -> HfFile:
    """Return what the two files say; `source` is the one chosen.

    Raises:
        EngineError: the place is a line where `merges` is at fault, else `vocab` is.

    """
    if (file := regular(vocab, merges)) is not None:
        return file
    if len(vocab) + len(merges) <= AT_ONCE:
        return checked(vocab, merges)
    return asked(parse_operation, (vocab, merges), source)


def _other(source: Source, is_vocab: bool) -> Source:
    """Return the other one of the two files; raises EngineError "gpt2_other_missing"."""
    folder, name = os.path.split(source.path)
    choices = list(dict.fromkeys(_other_names(name, is_vocab)))
    for choice in choices:
        path = os.path.join(folder, choice)
        if os.path.lexists(path):
            return read_file(path, anyway=source.anyway)
    raise EngineError("gpt2_other_missing", file=source.path, choices=", ".join(choices))


def _other_names(name: str, is_vocab: bool) -> Iterator[str]:
    """Yield the names that the other file may have, the likeliest first."""
    pairs = [pair if is_vocab else pair[::-1] for pair in _NAMES]
    for own, other in pairs:
        if name.endswith(own):
            yield name.removesuffix(own) + other
    for _, other in pairs:
        yield other
    yield os.path.splitext(name)[0] + (".txt" if is_vocab else ".json")


def _specials_of_card(merges: Source) -> Mapping[str, int] | None:
    """Return the special tokens that the card of merges.txt has, None if there is none of this file."""
    path = card.card_path(os.path.realpath(merges.path))
    try:
        own = card.from_bytes(read_file(path, card.LARGEST_CARD).data).of(merges.sha256)
    except ValueError:
        return None  # errors of a card are reported where it is joined with the file, as for every format
    return None if own is None or own.bare else own.special_tokens


def _parts(file: HfFile, specials: Mapping[str, int] | None) -> Parts:
    """Return the parts; `specials`: the special tokens, where a card says them."""
    results = set(file.merges[2::3])
    point()
    units = set(bytes_to_unicode().values())
    special = {
        text: token_id
        for text, token_id in zip(file.tokens, file.ids, strict=True)
        if token_id not in results and text not in units
    }
    point()
    notices: tuple[Notice, ...] = ()
    if specials is not None:
        special = {text: token_id for text, token_id in special.items() if specials.get(text) == token_id}
    elif not all(map(_BRACKETED.fullmatch, special)):
        lost = [text for text in special if _SPECIAL.fullmatch(text) is None]
        special = {text: token_id for text, token_id in special.items() if _SPECIAL.fullmatch(text)}
        notices = (Notice("notice_gpt2_unmade", {"count": len(lost), "token": lost[0][:80]}),)
    point()
    added = Added(special)
    try:
        model = byte_model(ByteFile(file, {}, Split(True, "gpt2"), added))
    except ForeignError:
        missing = [byte for byte, text in bytes_to_unicode().items() if text not in set(file.tokens)]
        first = f"{min(missing, default=0):02X}"
        raise EngineError("bytes_missing", count=len(missing), first=first) from None
    return Parts(model, "gpt2", PUBLISHED["gpt2"].pattern, special, whole=False, notices=notices)


# --- writing ------------------------------------------------------------------------------------


def write(tokenizer: Tokenizer) -> Written:
    """Return merges.txt, and vocab.json for the same folder.

    Raises:
        EngineError: two tokens have the same text, or one that is not special has no merge.

    """
    bpe = bpe_of(tokenizer)
    if bpe.options.get("ignore_merges") or bpe.options.get("end_of_word_suffix"):
        raise EngineError("cannot_hold_gpt2_whole")
    vocab = _with_special(bpe, tokenizer.special_tokens)
    lines = [VERSION, *(f"{left} {right}" for left, right in paced(bpe.merges))]
    parts = []
    rows = list(vocab.items())
    for part in paced_slices(len(rows)):
        lines_of_part = json.dumps(dict(rows[part]), ensure_ascii=False, separators=(",", ":"))
        parts.append(lines_of_part[1:-1])
    data = "\n".join([*lines, ""]).encode()
    return Written(data, companions={VOCAB: f"{{{','.join(parts)}}}".encode()})


def _with_special(bpe: Bpe, special: Mapping[str, int]) -> dict[str, int]:
    vocab = dict(bpe.vocab)
    for text, token_id in special.items():
        vocab.setdefault(text, token_id)
    return dict(sorted(vocab.items(), key=lambda item: item[1]))


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    model = tokenizer.model
    if not isinstance(model, RankMergedBpe | PairMergedBpe):
        return Fit("cannot", (Notice("cannot_hold_gpt2_model"),))
    if isinstance(model, PairMergedBpe) and (model.lists.whole_pieces or model.lists.end_byte_ids):
        return Fit("cannot", (Notice("cannot_hold_gpt2_whole"),))
    if tokenizer.normalizer is not None:
        return Fit("cannot", (Notice("cannot_hold_gpt2_normalizer"),))
    if (clash := spelling_clash(tokenizer, FORMAT.title)) is not None:
        return Fit("cannot", (clash,))
    if tokenizer.pre_tokenizer.name != "gpt2":
        return Fit("other_ids", (Notice("leaves_out_pattern"),))  # its readers split as GPT-2 does
    if tokenizer.special_tokens.keys() - {_END}:
        return Fit("part", (Notice("leaves_out_specials"),))
    return Fit()


def _snippet(facts: SnippetFacts) -> str:
    return f"""\
from tokenizers import ByteLevelBPETokenizer

tok = ByteLevelBPETokenizer("vocab.json", {facts.file!r})
ids = tok.encode({EXAMPLE!r}).ids  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


FORMAT = Format(
    "gpt2", "GPT-2 merges and vocabulary", suffix=".txt", sniff=sniff, read=read, write=write, judge=fit,
    snippet=("Python: tokenizers", _snippet), libraries=(("tokenizers", "gpt2"),),
)  # fmt: skip
