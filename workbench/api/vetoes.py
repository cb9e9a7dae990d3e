"""The tokens that a training must not make, as its options name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from workbench.api.recipes import Llama2Recipe, Recipe
from workbench.display.escapes import EscapeError, escape, unescape
from workbench.engine.base.errors import EngineError
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.child.isolation import Child
from workbench.engine.splitting.custom_patterns import find_fault
from workbench.engine.splitting.matching import numbers_matching
from workbench.engine.training.options import Options
from workbench.engine.training.vetoes import Vetoes

SECONDS = 2.0  # of wall clock for a pattern on one token
_MOST_LISTED = 1000  # refused tokens in a record


def tokens_of(texts: Sequence[str]) -> list[bytes]:
    """Return tokens given as texts with escapes (`display.escapes`); raises EngineError "token_escape"."""
    tokens: list[bytes] = []
    for text in texts:
        try:
            tokens.append(unescape(text))
        except EscapeError as error:
            raise EngineError("token_escape", token=text[:80], at=error.position + 1) from None
    return tokens


def check_vetoes(options: Options, recipe: Recipe) -> None:
    """Refuse what cannot be meant, before anything is read.

    Raises:
        EngineError: "token_escape", "forbidden_there", "option_not_taken", or as a pattern's `find_fault`.

    """
    if options.whole_characters and isinstance(recipe, Llama2Recipe):
        why = "the tokens of this vocabulary are whole characters or single bytes anyway"
        raise EngineError("option_not_taken", option="whole_characters", why=why)
    there = {*recipe.unit_tokens(), b""}
    for token in tokens_of(options.forbidden_tokens):
        if token in there:
            raise EngineError("forbidden_there", token=escape(token))
    if options.forbidden_pattern:
        find_fault(options.forbidden_pattern)


@contextmanager
def vetoes_of(options: Options, recipe: Recipe, child: Child | None) -> Iterator[Vetoes | None]:
    """Give the vetoes of a run, None for none; its pattern runs in `child`, or in one of its own.

    Raises:
        EngineError: the pattern is none, or takes too long on a token.

    """
    pattern = options.forbidden_pattern
    with nullcontext(child) if child is not None else Child() as own:
        vetoes = None
        if options.whole_characters or options.forbidden_tokens or pattern:
            rule = _PatternRule(pattern, own) if pattern else None
            never = tokens_of(options.forbidden_tokens)
            vetoes = Vetoes(recipe.unit_tokens(), never, rule, options.whole_characters)
        yield vetoes


class _PatternRule:
    """Finds which tokens a pattern matches; it runs in the child.

    The time limit is that of one token: where several take longer, each is asked about when it comes up.
    """

    def __init__(self, pattern: str, child: Child) -> None:
        self._pattern = pattern
        self._child = child
        self._asks_ahead = True
        numbers_matching(pattern, [], child, SECONDS + 30.0)  # the child may have to be started first

    def __call__(self, tokens: Sequence[bytes]) -> dict[bytes, bool]:
        """Return whether the pattern matches each of the tokens, or only the first."""
        if self._asks_ahead:
            try:
                return self._matched(tokens)
            except EngineError as error:
                if error.code != "child_too_slow" or len(tokens) == 1:
                    raise self._fault(error, tokens[0]) from error
                self._asks_ahead = False
        try:
            return self._matched(tokens[:1])
        except EngineError as error:
            raise self._fault(error, tokens[0]) from error

    def _matched(self, tokens: Sequence[bytes]) -> dict[bytes, bool]:
        texts = list(filter(is_utf8, tokens))
        places = set(numbers_matching(self._pattern, texts, self._child, SECONDS)) if texts else ()
        return {**dict.fromkeys(tokens, False), **{text: i in places for i, text in enumerate(texts)}}

    def _fault(self, error: EngineError, token: bytes) -> EngineError:
        if error.code != "child_too_slow":
            return error
        return EngineError("forbidden_pattern_too_slow", seconds=SECONDS, token=escape(token)[:80])


def plain_vetoes(vetoes: Vetoes | None) -> Mapping[str, Any]:
    """Return what was refused, for the record: tokens with escapes, and how often their pairs occurred."""
    if vetoes is None:
        return {}
    listed = list(vetoes.refused.items())[:_MOST_LISTED]
    facts: dict[str, Any] = {"forbidden_met": [[escape(token), count] for token, count in listed]}
    if vetoes.n_broken:
        facts["broken_met"] = vetoes.n_broken
    return facts
