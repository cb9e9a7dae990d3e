"""Renumbers all tokens, without gaps."""

from __future__ import annotations

from workbench.engine.adapting.done import Done, merges_of
from workbench.engine.adapting.new_ids import rebuilt
from workbench.engine.encoding.added_tokens import with_flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.renumbering import renumbered


def renumber(base: Tokenizer) -> Done:
    """Renumber all tokens; raises EngineError "adapt_not_possible".

    Tokens keep their order, and so do special tokens. Special tokens with ids below that of the first merge
    stay there.
    """
    merges, model = merges_of(base), base.model
    specials = set(base.special_tokens.values())
    units = {*merges.byte_ids()[0].tolist(), *merges.byte_ids()[1].tolist()}
    ids = model.ids.tolist()
    first = min((i for i in ids if i not in units and i not in specials), default=max(ids) + 1)
    before = sorted(i for i in {*ids, *specials} if i < first)
    order = [*before, *(i for i in ids if i >= first)]
    order += sorted(i for i in specials.difference(ids) if i >= first)
    new_ids = {old: new for new, old in enumerate(order)}
    new_model = renumbered(model, {i: new_ids[i] for i in ids})
    moved = {text: new_ids[i] for text, i in base.special_tokens.items()}
    done = rebuilt(base, new_model, with_flags_of(base.special_tokens, moved))
    return Done(done, moved={old: new for old, new in new_ids.items() if old != new})
