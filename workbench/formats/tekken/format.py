"""Mistral's tekken.json (mistral-common, tokens/tokenizers/tekken.py).

JSON: the split pattern, the sizes and the version; the tokens by rank, in base64; the special tokens. The ids
of the special tokens come first, filled up with `<SPECIAL_n>`; a token's id is its rank and their number. Of
the tokens only as many count as the size says. Special tokens are never found in a text by the library.
"""

from __future__ import annotations

import json
from base64 import b64encode

import numpy as np

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import as_text
from workbench.engine.child.isolation import Limit
from workbench.engine.encoding.roles import marks_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import HIGHEST_ID, RankMergedBpe
from workbench.engine.models.framing import Framing
from workbench.engine.splitting.custom_patterns import THEN
from workbench.formats.child_parsing import json_reply
from workbench.formats.format import Fit, Format, Notice, Parts, Source, Written
from workbench.formats.pattern_names import dialect_notices, pattern_name
from workbench.formats.snippets import EXAMPLE, SnippetFacts
from workbench.formats.tekken.fields import FILLER, read_operation

LIMIT = Limit(seconds=20.0)  # for some twenty megabytes of JSON, on a machine under load

_VERSION = "v7"  # the first with special tokens in the file
_BOS_EOS = ("<s>", "</s>")
_MARKS = (b'"token_bytes"', b'"default_num_special_tokens"', b'"is_control"')


def sniff(start: bytes) -> bool:
    """Return whether a file begins as JSON that names what only this format has."""
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and any(mark in start for mark in _MARKS)


def read(source: Source) -> Parts:
    """Return what the file says.

    Raises:
        EngineError: naming file, key and cause; then nothing has been loaded.

    """
    try:
        reply = json_reply(read_operation, (source.data,), source, LIMIT)
        texts, blob, ends = reply.buffers
        specials: list[str] = json.loads(texts)
        ranks: dict[bytes, int] = {}
        start = 0
        for rank, end in enumerate(paced(np.frombuffer(ends, np.uint64).tolist())):
            ranks[blob[start:end]] = rank + len(specials)
            start = end
        if len(ranks) + len(specials) > HIGHEST_ID:
            raise EngineError("id_too_large", id=len(ranks) + len(specials), highest=HIGHEST_ID)
        model = RankMergedBpe.from_ranks(ranks)
        special_tokens = {text: token_id for token_id, text in enumerate(specials)}
        if len(special_tokens) < len(specials):
            twice = next(text for token_id, text in enumerate(specials) if special_tokens[text] != token_id)
            raise EngineError("special_token_text_twice", place=Place("key", "special_tokens"), token=twice)
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    pattern = str(reply.header["pattern"])
    bos, eos = (
        tuple(special_tokens[text] for text in (name,) if name in special_tokens) for name in _BOS_EOS
    )
    marks = marks_of({"unk": special_tokens.get("<unk>")})
    framing = Framing(bos, eos, padding=special_tokens.get("<pad>"), marks=marks)
    notices = dialect_notices(pattern, "mistral_common")
    return Parts(model, pattern_name(pattern), pattern, special_tokens, framing=framing, notices=notices)


# --- writing ------------------------------------------------------------------------------------


def write(tokenizer: Tokenizer) -> Written:
    """Return the file.

    Raises:
        EngineError: the ids are in another order than the format's, or merging by bytes would give others.

    """
    _check(tokenizer)
    model, n_specials = tokenizer.model, len(tokenizer.special_tokens)
    of_merges = not isinstance(model, RankMergedBpe) or model.is_of_merges  # ranks are taken whole here too
    for unreachable in model.unreachable() if of_merges else ():
        shown = (model.token_bytes(unreachable) or b"").decode("utf-8", "backslashreplace")
        raise EngineError("tekken_cannot_hold_unreachable", token=shown, id=unreachable)
    named = [
        text for text, token_id in tokenizer.special_tokens.items() if text != FILLER.format(id=token_id)
    ]
    config = {
        "pattern": tokenizer.pre_tokenizer.pattern,
        "num_vocab_tokens": len(model.ids),
        "default_vocab_size": len(model.ids) + n_specials,
        "default_num_special_tokens": n_specials,
        "version": _VERSION,
    }
    specials = [
        {"rank": token_id, "token_str": text, "is_control": True}
        for text, token_id in tokenizer.special_tokens.items()
        if token_id < _n_named(named, tokenizer)
    ]
    parts = [f'{{"config": {json.dumps(config)}, "special_tokens": {json.dumps(specials)}, "vocab": [']
    for rank, token_id in enumerate(paced(model.ids.tolist())):
        token = model.token_bytes(token_id) or b""
        entry = {"rank": rank, "token_bytes": b64encode(token).decode(), "token_str": as_text(token)}
        parts.append(f"{',' if rank else ''}\n{json.dumps(entry)}")
    return Written("".join([*parts, "\n]}\n"]).encode())


def _n_named(named: list[str], tokenizer: Tokenizer) -> int:
    """Return one more than the highest id that has a name of its own."""
    return max((tokenizer.special_tokens[text] + 1 for text in named), default=0)


def _check(tokenizer: Tokenizer) -> None:
    """Raise EngineError unless the special tokens come first, then the bytes, then all other tokens."""
    model = tokenizer.model
    if not isinstance(model, RankMergedBpe) or tokenizer.normalizer is not None:
        raise EngineError("cannot_hold_not_merged_by_rank", format=FORMAT.title)
    n_specials = len(tokenizer.special_tokens)
    first = [model.token_bytes(n_specials + byte) for byte in range(256)]
    in_order = list(tokenizer.special_tokens.values()) == list(range(n_specials))
    contiguous = model.vocab_size == n_specials + len(model.ids)
    if not in_order or not contiguous or first != [bytes((byte,)) for byte in range(256)]:
        raise EngineError("tekken_cannot_hold_order")
    if not tokenizer.pre_tokenizer.pattern:
        raise EngineError("tekken_cannot_hold_no_pattern")
    if THEN in tokenizer.pre_tokenizer.pattern:
        raise EngineError("cannot_hold_pattern_stages", format="a tekken.json")


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    try:
        _check(tokenizer)
    except EngineError as fault:
        return Fit("cannot", (Notice(fault.code, fault.facts),))
    return Fit()


def _snippet(facts: SnippetFacts) -> str:
    return f"""\
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

tok = Tekkenizer.from_file({facts.file!r})
ids = tok.encode({EXAMPLE!r}, bos=False, eos=False)  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


FORMAT = Format(
    "tekken", "Mistral tekken", suffix=".json", sniff=sniff, read=read, write=write, judge=fit,
    snippet=("Python: mistral_common", _snippet), libraries=(("mistral_common", "mistral_common"),),
    roles={"bos": "<s>", "eos": "</s>", "pad": "<pad>", "unk": "<unk>"},
)  # fmt: skip
