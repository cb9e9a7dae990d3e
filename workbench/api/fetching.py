"""Fetches a vocabulary by its name: a published file, or the tokenizer of a model of the Hugging Face Hub."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from workbench.engine.base.slices import mapped
from workbench.formats import hub, published
from workbench.formats.published import MODEL, Offered


def offered() -> Iterator[Offered]:
    """Yield the models that were fetched, the newest first, then the published files. Nothing is fetched."""
    yield from (Offered(model.as_published(), model.path) for model in hub.fetched_models())
    folder = published.cache_folder()
    yield from (Offered(each, published.fetched_path(each, folder)) for each in published.PUBLISHED)


def title_of(name: str) -> str:
    """Return what a person calls what a name means; raises EngineError if it means nothing."""
    return hub.parse_name(name)[0] if name.startswith(MODEL) else published.published_named(name).title


def fetch(name: str, token: str = "") -> Generator[tuple[int, int], None, Offered]:
    """Fetch what a name means, and return it with its path; yield the bytes that are there and their sum.

    Args:
        name: "r50k_base.tiktoken" or "r50k_base"; "hf:owner/name" or "hf:owner/name@revision" of a model.
        token: shown to the Hub, and kept nowhere; "" for the one that `huggingface_hub` finds.

    Raises:
        EngineError: it was not fetched.

    """
    if name.startswith(MODEL):
        model = yield from hub.fetch_model(name, token)
        return Offered(model.as_published(), model.path)
    known = published.published_named(name)
    steps = published.fetch(known, published.cache_folder())
    path = yield from mapped(steps, lambda done: (done, known.size))
    return Offered(known, path)
