"""Texts and tokenizers of which little can be told: each page says so, and nothing is lost."""

from __future__ import annotations

import pytest

from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.worker.messages.comparing import Compare

PAGES = ("text", "causes", "same", "languages", "curves", "overlap", "drift")
ASKED = ("causes", "same", "overlap", "drift")


def see_all(bench) -> None:
    """Show each page, and have it answered."""
    for part in (bench.panel.measures, bench.panel.sources):
        part.show()
    for name in PAGES:
        bench.panel.views.show_page(name)
        bench.answer()
        bench.panel.grab()
    for scope in ("corpus", "held_out", "text"):
        bench.panel.scope.set_value(scope)
        bench.answer()
        bench.panel.measures.grab()


def said(bench, name: str) -> str:
    """Return what a page says, be it of the answer or in its place."""
    page = bench.panel.views.page(name)
    return page.summary.text() or page._state._sentence.text()


@pytest.mark.parametrize("names", [(), ("one",)])
def test_fewer_than_two_tokenizers(bench, names):
    bench.show(*names)
    see_all(bench)
    assert bench.panel._empty.isVisible()
    assert "second tokenizer" in bench.panel._empty._sentence.text()
    assert "second tokenizer" in bench.panel.measures._empty._sentence.text()
    assert not bench.panel.saving.button.isEnabled()
    assert not bench.asked.of(Compare)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (b" \n\n", "no words"),
        (b"\r\n", "no words"),
        (b"a", ""),
        (b"\xff", "not UTF-8"),
        (b"ab \xff\xfe the", "not UTF-8"),
        ("\ufffd".encode(), ""),
        (b"\0", ""),
    ],
)
def test_texts_of_which_little_can_be_told(bench, text, note):
    bench.document.set_bytes(text)
    bench.panel.renew_text()
    bench.show("one", "two", "lower")
    see_all(bench)
    result = bench.panel.measuring.result
    assert len(result.total()) == 3
    assert result.failed is None
    assert note in bench.panel.measures._said.text()
    assert bool(note) == bool(bench.panel.measures._said.text())
    for name in ASKED:
        assert said(bench, name), name
    assert bench.document.whole() == text


def test_an_empty_text_is_said_on_every_page(bench):
    bench.document.set_bytes(b"")
    bench.panel.renew_text()
    bench.show("one", "two")
    see_all(bench)
    assert "type or open one under Inspect" in bench.panel.measures._empty._sentence.text()
    for name in ("causes", "drift"):
        assert "type or open one under Inspect" in said(bench, name)
    curves = bench.panel.views.page("curves")
    bench.panel.views.show_page("curves")
    for kind in curves.plots:
        curves.kind.set_value(kind)
        assert curves._state.isVisible(), kind
        assert not curves.legend.isVisible(), kind
        assert "type or open one under Inspect" in curves._state._sentence.text()
    curves.kind.set_value("numbers")
    assert curves.numbers.isVisible()  # of the vocabularies alone
    assert said(bench, "same") == "Different."
    assert "shared" in said(bench, "overlap")
    assert not bench.panel.saving.button.isEnabled()


def test_the_same_tokenizer_twice_is_said_by_its_name(bench):
    bench.add("one again", bench.store.tokenizer(bench.open["one"].handle))
    twin = bench.add("one", bench.store.tokenizer(bench.open["one"].handle))
    bench.panel.set_tokenizers([bench.open["one again"], twin, bench.open["two"]])
    see_all(bench)
    assert "“one” is listed twice" in bench.panel.measures._said.text()
    bench.panel.views.show_page("same")
    assert said(bench, "same").startswith("The same")
    bench.panel.views.show_page("causes")
    assert said(bench, "causes") == "Both cut this text alike."


def test_a_file_that_is_listed_twice_is_named_as_on_its_card(bench):
    tokenizer = bench.store.tokenizer(bench.open["one"].handle)
    twins = [bench.store.add(api.Opened(tokenizer, f"/{at}/v.json", "gpt2"), "v") for at in ("a", "b")]
    bench.panel.set_tokenizers(twins)
    bench.answer()
    bench.panel.measures.show()
    assert "“b · v” is listed twice" in bench.panel.measures._said.text()
    assert bench.panel.columns._cards[1].facts.small_name == "b · v"


def test_two_that_are_called_alike_are_told_apart_in_the_report(bench, tmp_path):
    other = bench.add("one again", bench.store.tokenizer(bench.open["two"].handle))
    bench.store.remove(other.handle)
    twin = bench.add("one", bench.store.tokenizer(bench.open["two"].handle))
    bench.panel.set_tokenizers([bench.store.info(1), twin])
    bench.answer()
    bench.panel.saving.save(str(tmp_path / "found.csv"), "csv")
    bench.answer()
    lines = (tmp_path / "found.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines[1:3]] == ["one", "one (2)"]


def _refuse(*_args: object, **_options: object) -> None:
    raise EngineError("byte_without_token", byte=3)


def test_one_that_cannot_encode_the_text_is_named_and_the_others_measured(bench, monkeypatch):
    silent = Tokenizer(RankMergedBpe.from_merges([(116, 104)]), published("gpt2"))
    for name in ("encode_parts", "encode_batch", "encode_to_numpy", "encode"):
        monkeypatch.setattr(silent, name, _refuse)
    bench.add("silent", silent)
    bench.show("one", "silent", "two")
    see_all(bench)
    assert bench.panel.measures._said.text().startswith("B cannot encode it: ")
    model = bench.panel.measures.table.model()
    assert model.index(0, 1).data()
    assert model.index(0, 2).data() == ""
    assert model.index(0, 3).data()
    for name in ASKED:
        assert said(bench, name), name


@pytest.mark.parametrize("name", ["causes", "same", "overlap", "drift"])
def test_one_closed_while_it_is_compared(bench, name):
    bench.show("one", "two", "lower")
    bench.panel.views.show_page(name)
    bench.store.remove(bench.open["two"].handle)
    bench.show("one", "lower")
    bench.answer()
    assert bench.names() == ["one", "lower"]
    assert said(bench, name)
    assert bench.panel.measuring.result.compared is not None
