"""BPE over characters in a `tokenizer.json`: its vocabulary, spaces and splitter in the engine's terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.child.isolation import Child
from workbench.engine.models.bpe import HIGHEST_ID
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.normalizers.normalizer import Normalizer, border_rule
from workbench.engine.normalizers.text_normalizers import InOrder
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace, WholeStretches
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, named
from workbench.formats.format import Notice, Parts
from workbench.formats.hugging_face.components import (
    Added,
    ForeignError,
    Split,
    is_local,
    metaspace_of,
    spaces_in,
)
from workbench.formats.hugging_face.decoders import (
    expect_shown,
    expect_usual,
    shown_by,
    strips_of,
)
from workbench.formats.hugging_face.file import HfFile, fault


def character_parts(
    file: HfFile, normalizer: Normalizer | None, split: Split, added: Added, child: Child | None
) -> Parts:
    """Return the parts of a file; raises ForeignError, EngineError."""
    spaces = spaces_in(normalizer)
    if split.metaspace is not None:
        if spaces is not None:
            raise ForeignError("normalizer Replace + pre_tokenizer Metaspace")
        spaces = metaspace_of(split.metaspace, strips_of(file.structure.get("decoder")))
        if spaces.prefix == "first" and not is_local(normalizer):
            # The library asks where the stretch was in the raw text, of which the start may be gone.
            raise ForeignError("normalizer + pre_tokenizer Metaspace (prepend_scheme)")
        normalizer = spaces if normalizer is None else InOrder([normalizer, spaces])
    point()
    vocabulary = _vocabulary(file, "" if spaces is None else spaces.mark, added)
    decoder = file.structure.get("decoder")
    expect_usual(decoder, vocabulary, added)
    vocabulary.prepare()
    point()
    model = CharacterMergedBpe(vocabulary)
    expect_shown(added, model, shown_by(decoder, vocabulary), vocabulary.mark)
    splitter = _splitter(spaces, split, vocabulary, child)
    leaves_out = vocabulary.unknown_id is None and len(vocabulary.byte_ids) < 256
    return Parts(
        model,
        split.pattern_name,
        splitter.pattern,
        added.tokens,
        splitter=splitter,
        normalizer=normalizer,
        notices=(Notice("notice_hf_leaves_out"),) if leaves_out else (),
    )


def _splitter(
    spaces: Metaspace | None, split: Split, vocabulary: CharacterVocabulary, child: Child | None
) -> PreTokenizer:
    if spaces is None or split.pattern:
        return WholeStretches(named(split.pattern_name, split.pattern, child))
    splits = split.metaspace is not None and bool(split.metaspace.get("split", True))
    return MarkSplit(spaces.mark, splits, vocabulary.is_border if vocabulary.is_cut else None)


def around_bytes(
    normalizer: Normalizer | None, split: Split, child: Child | None
) -> tuple[Normalizer | None, PreTokenizer]:
    """Return what goes before the splitter of a byte level file, and the splitter."""
    splitter = named(split.pattern_name, split.pattern, child)
    if split.prefix_space:
        space = Metaspace(" ", "missing")
        normalizer = space if normalizer is None else InOrder([normalizer, space])
    # What a normalizer does at a place may depend on the text before.
    known = normalizer is None or border_rule(normalizer) is not None
    return normalizer, splitter if known else WholeStretches(splitter)


def _vocabulary(file: HfFile, mark: str, added: Added) -> CharacterVocabulary:
    options: Mapping[str, Any] = file.structure["model"]
    ids = file.numbered()
    highest = max(file.ids)
    if highest > HIGHEST_ID:
        raise EngineError("id_too_large", place=Place("id", highest), id=highest, highest=HIGHEST_ID)
    unknown = options.get("unk_token")
    if unknown is not None and unknown not in ids:
        raise fault("hf_unknown_missing", "model.unk_token", token=str(unknown)[:80])
    vocabulary = CharacterVocabulary(
        ids,
        np.frombuffer(file.merges, np.int64).reshape(-1, 3),
        unknown=unknown,
        fuses_unknown=bool(options.get("fuse_unk")),
        byte_fallback=bool(options.get("byte_fallback")),
        prefix=options.get("continuing_subword_prefix") or "",
        suffix=options.get("end_of_word_suffix") or "",
        whole_pieces=bool(options.get("ignore_merges")),
        mark="" if mark == " " else mark,
    )
    point()
    silent = frozenset(_silent(vocabulary, added))
    point()
    return replace(vocabulary, silent=silent)


def _silent(vocabulary: CharacterVocabulary, added: Added) -> list[int]:
    """Return the ids of added tokens of the vocabulary that no text becomes but their own."""
    silent = []
    is_made = np.zeros(max(vocabulary.ids.values(), default=0) + 1, np.bool_)
    is_made[vocabulary.merges[:, 2]] = True
    reachable = {i for i in added.ids.values() if 0 <= i < len(is_made) and is_made[i]} | {
        *vocabulary.bytes_of_ids
    }
    for text, token_id in added.ids.items():
        reached = token_id in reachable or vocabulary.whole_pieces or len(vocabulary.plain(text)) == 1
        if text in vocabulary.ids and not reached:
            silent.append(token_id)
    return silent
