"""Opening tokenizers and texts: by menu, by drop, good files and broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QLabel, QLineEdit, QMenu, QWidget

import workbench
from tests.fake_lanes import Asked
from tests.formats.hf_toys import bpe, data_of
from tests.formats.toys import ranks_file
from tests.journeys.conftest import Person
from tests.journeys.test_training import corpus_file
from tests.worker.emitted import keep
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.framing import Framing
from workbench.engine.splitting.pre_tokenizers import no_split
from workbench.engine.training.options import Options
from workbench.formats import reading
from workbench.formats.registry import save_file
from workbench.shell.chat_template import ChatTemplateDialog
from workbench.shell.files import show_recent
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.strips import NoticeStrip
from workbench.worker.jobs import user_activity as activity
from workbench.worker.messages.corpus import ScanSources
from workbench.worker.messages.tokenizers import ListVocab, VocabListed
from workbench.worker.messages.training import Train


def drop(target: object, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    how = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(5, 5), *how))  # Qt drops only where it has entered
    QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), *how))


def said(person: Person) -> str:
    strips = person.parts.window.findChildren(NoticeStrip)
    return " ".join(
        label.text() for strip in strips if strip.isVisible() for label in strip.findChildren(QLabel)
    )


def test_a_broken_file_names_file_line_and_cause(person: Person, tmp_path: Path) -> None:
    broken = tmp_path / "broken.model"
    broken.write_text("minbpe v1\n\n0\n97 98\n256 99\n300 97\n", encoding="utf-8")
    before = person.tokenizer
    drop(person.parts.window, broken)
    person.wait(lambda: said(person))
    assert "broken.model was not opened: line 6" in said(person)
    assert "Nothing was changed." in said(person)
    assert person.tokenizer == before


def test_a_tokenizer_that_is_dropped_is_opened(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "small.model"
    file.write_text("minbpe v1\n\n0\n97 98\n256 99\n", encoding="utf-8")
    drop(person.parts.window, file)
    person.wait(lambda: person.tokenizer.path == str(file) and person.encoded())
    assert person.counts() == str(len(person.ids()))
    assert max(person.ids()) <= 257


def test_a_text_that_is_dropped_on_the_window_joins_the_corpus(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("some notes", encoding="utf-8")
    drop(person.parts.window, file)
    person.wait(lambda: str(file) in person.parts.corpus.sources.enabled_paths())
    assert person.parts.window.tasks.current == "train"


def test_a_text_that_is_dropped_on_tokens_is_shown_byte_for_byte(person: Person, tmp_path: Path) -> None:
    data = b"\xef\xbb\xbfone\r\ntwo\x00 \xff three\xc2\xa0four\n"
    file = tmp_path / "odd.txt"
    file.write_bytes(data)
    drop(person.parts.tokens, file)
    person.wait(lambda: person.parts.tokens.text() == data and person.encoded())
    spans = person.parts.tokens.view.spans
    run = spans.take(0, len(spans))
    assert run.starts[0] == 0
    assert run.ends[-1] == len(data)
    assert (run.starts[1:] == run.ends[:-1]).all()


def test_typing_is_tokenized_and_can_be_undone(person: Person) -> None:
    tokens = person.parts.tokens
    before, ids = tokens.text(), person.ids()
    tokens.view.setFocus()
    person.bot.keyClick(tokens.view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    person.bot.keyClicks(tokens.view, "Hello ")
    person.wait(lambda: tokens.text() == b"Hello " + before and person.encoded())
    assert person.ids() != ids
    while tokens.text() != before:  # a word and the space after it are two steps
        person.parts.window.commands["edit.undo"].trigger()
    person.wait(person.encoded)
    assert person.ids() == ids


def test_a_click_on_a_token_shows_it_and_leads_to_its_row(person: Person) -> None:
    tokens = person.parts.tokens
    tokens.chosen.select_at(tokens.text().index(b"numbers") + 2)
    person.wait(lambda: person.parts.selected.vocabulary_button.isVisible())
    token = tokens.view.spans.token_at(tokens.text().index(b"numbers") + 2)
    person.click(person.parts.selected.vocabulary_button)
    person.wait(lambda: person.parts.window.tasks.current == "vocabulary")
    table = person.parts.vocabulary.table
    model = person.parts.vocabulary.table.rows
    person.wait(lambda: model.row_at(table.currentIndex()) == token.id)


def test_files_opened_before_stand_in_the_menu_and_open_again(person: Person, tmp_path: Path) -> None:
    window = person.parts.window
    recent = window.commands.recent_menu
    file_menu = recent.parentWidget()
    file_menu.aboutToShow.emit()
    assert not recent.menuAction().isVisible()
    model, text = tmp_path / "small & fine.model", tmp_path / "notes.txt"
    model.write_text("minbpe v1\n\n0\n97 98\n256 99\n", encoding="utf-8")
    text.write_text("some notes", encoding="utf-8")
    person.parts.session.tokenizers.open(str(model))
    person.wait(lambda: person.tokenizer.path == str(model))
    person.parts.session.opening.open_text(str(text))
    person.wait(lambda: person.parts.tokens.text() == b"some notes")
    person.parts.session.tokenizers.open_sample()
    file_menu.aboutToShow.emit()
    entries = {entry.text(): entry for entry in recent.actions() if not entry.isSeparator()}
    assert list(entries) == ["small && fine.model", "notes.txt"]
    entries["small && fine.model"].trigger()
    person.wait(lambda: person.tokenizer.path == str(model))


def test_what_ends_a_run_is_off_while_none_is_on(person: Person) -> None:
    commands = person.parts.window.commands
    assert not any(commands[f"train.{name}"].isEnabled() for name in ("pause", "stop", "cancel"))
    assert commands["train.new"].isEnabled()


def test_wherever_a_file_is_dropped_it_is_taken_and_never_typed(person: Person, tmp_path: Path) -> None:
    parts, window = person.parts, person.parts.window
    window.resize(1280, 800)
    parts.options.more_button.click()
    parts.options.special_tokens.set_texts(("<|end|>",))
    file = tmp_path / "notes.txt"
    file.write_text("some notes", encoding="utf-8")
    taken: list[object] = person.asked(ScanSources)
    for signal in (window.files_dropped, parts.tokens.files_dropped):
        signal.disconnect()
        signal.connect(taken.append)
    parts.corpus.toast_requested.connect(lambda text, _undo: taken.append(text))
    for task in ("inspect", "train", "vocabulary"):
        window.show_task(task)
        if task == "train":
            parts.run.show_started(Asked()(Train(1, (), Options(vocab_size=300))))
        for widget in [w for w in window.findChildren(QWidget) if not w.visibleRegion().isEmpty()]:
            texts = [field.text() for field in window.findChildren(QLineEdit)]
            n = len(taken)
            drop(widget, file)
            assert len(taken) == n + 1, f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
            assert texts == [field.text() for field in window.findChildren(QLineEdit)]


def test_roles_and_chat_template_are_shown_as_text(person: Person, tmp_path: Path) -> None:
    template = "{% for message in messages %}{{ message.content }}{% endfor %}"
    model = RankMergedBpe.from_merges([(97, 98)])
    tokenizer = Tokenizer(
        model, no_split(), {"<|end|>": 300}, framing=Framing(after=(300,)), chat_template=template
    )
    save_file(tokenizer, tmp_path / "tokenizer.json", "hf")
    entry = person.parts.window.commands["tokenizer.template"]
    drop(person.parts.window, file := tmp_path / "tokenizer.json")
    person.wait(lambda: person.tokenizer.path == str(file) and entry.isVisible())
    entry.trigger()
    dialog = person.parts.window.findChild(ChatTemplateDialog)
    assert dialog.text.toPlainText() == template
    texts = [label.text() for label in dialog.findChildren(Label)]
    assert texts[:3] == ["eos", "<|end|>", "300"]
    assert "Chat template, in Jinja: its own" in texts
    person.click(dialog.copy)
    assert QApplication.clipboard().text() == template
    dialog.close()


def test_json_that_is_too_large_is_opened_anyway(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fault 14
    path = tmp_path / "tokenizer.json"
    path.write_bytes(data_of(bpe({"a": 0, "b": 1, "ab": 2}, [["a", "b"]])) + b" " * (1 << 18))
    monkeypatch.setattr(reading, "LARGEST_FILE", 1 << 17)
    person.parts.session.tokenizers.open(str(path))
    person.wait(lambda: any(link.isVisible() for link in links(person, "Open anyway")))
    (link,) = links(person, "Open anyway")
    person.click(link)
    person.wait(lambda: person.tokenizer.path == str(path))
    assert not any(link.isVisible() for link in links(person, "Open anyway")), "it was answered"


def test_ranks_that_do_not_say_how_text_is_split_are_asked_about_once(person: Person, tmp_path: Path) -> None:
    path, session = tmp_path / "own.tiktoken", person.parts.session
    path.write_bytes(ranks_file(b"ab"))
    session.tokenizers.open(str(path))
    person.wait(lambda: any(link.isVisible() for link in links(person, "Choose the split…")))
    assert session.tokenizers.current.path is None  # nothing is encoded by a guess meanwhile
    said = [label.text() for label in person.parts.window.findChildren(QLabel) if label.isVisible()]
    assert "Nothing was changed. Choose its publisher's split, or type a pattern." in said
    person.click(links(person, "Choose the split…")[0])
    dialog = person.parts.window.findChild(QInputDialog)
    assert dialog.windowTitle() == "Split of own.tiktoken"
    assert {"none", "llama3", "gpt2"} <= set(dialog.comboBoxItems())
    field = dialog.findChild(QLineEdit)
    field.selectAll()
    person.bot.keyClicks(field, "gpt2")
    field.selectAll()  # as what the dialog begins with is
    person.bot.keyClick(field, Qt.Key.Key_Return)
    person.wait(lambda: session.tokenizers.current.path == str(path))
    assert session.tokenizers.current.pattern_name == "gpt2"
    assert not any(link.isVisible() for link in links(person, "Choose the split…")), "it was answered"
    session.tokenizers.open_sample()
    person.wait(lambda: session.tokenizers.current.path is None)
    session.tokenizers.open(str(path))  # as the session does at the next start
    person.wait(lambda: session.tokenizers.current.path == str(path))
    assert session.tokenizers.current.pattern_name == "gpt2"


def test_a_tokenizer_without_a_split_is_gone_on_with_once_it_is_chosen(
    person: Person, tmp_path: Path
) -> None:
    path, parts = tmp_path / "own.tiktoken", person.parts
    path.write_bytes(ranks_file(b"ab"))
    parts.corpus.sources.add_paths([str(corpus_file(tmp_path, 40))])
    person.wait(parts.corpus.sources.enabled_sources)
    parts.window.show_task("train")
    parts.options.more.extend.take(str(path), "")
    person.wait(lambda: any(link.isVisible() for link in links(person, "Choose the split…")))
    said = [label.text() for label in parts.window.findChildren(QLabel) if label.isVisible()]
    assert not any("--pattern" in text for text in said)
    person.click(next(link for link in links(person, "Choose the split…") if link.isVisible()))
    dialog = parts.window.findChild(QInputDialog)
    dialog.setTextValue("gpt2")
    dialog.accept()
    options = parts.options.options()
    assert (options.extend, options.pattern) == (str(path), "gpt2")
    parts.options.more.extend.merges.setValue(3)
    person.wait(lambda: not any(link.isVisible() for link in links(person, "Choose the split…")))
    person.wait(parts.run.before.start_button.isEnabled)
    parts.options.start()
    person.wait(lambda: parts.session.training.run is None and person.tokenizer.vocab_size == 260)
    assert person.tokenizer.pattern_name == "gpt2"
    # Now the file gets a card that says it.
    save_file(workbench.open_tokenizer(path, pattern="none"), path, "tiktoken")
    parts.options.start()
    person.wait(lambda: any(link.isVisible() for link in links(person, "Use its own")))
    person.click(next(link for link in links(person, "Use its own") if link.isVisible()))
    assert parts.options.options().pattern is None


def links(person: Person, text: str) -> list[Button]:
    strips = person.parts.window.findChildren(NoticeStrip)
    return [link for strip in strips for link in strip.findChildren(Button) if link.text() == text]


def test_a_selected_token_is_known_at_once_while_the_vocabulary_is_still_being_listed(
    person: Person, shared: Path
) -> None:
    selected, parts = person.parts.selected, person.parts
    held = Asked()
    parts.vocabulary.listing._ask_lanes = held
    path = str(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    parts.session.tokenizers.open(path)
    person.wait(lambda: person.tokenizer.path == path and person.encoded() and held.requests)
    parts.tokens.view.selected.select(0)
    token_id = person.ids()[0]

    def facts() -> dict[str, str]:
        return {name: value for name, value, _ in selected.facts._facts._shown}

    person.wait(lambda: facts()["Id"] == f"{token_id:,}" and selected.steps.isVisible())
    known = facts()
    tree = selected.facts.tree.root
    assert known["Rank"].endswith(" of 48,894")
    for request in held.requests:
        parts.lanes.ask(request).answered.connect(held.tell)
    person.wait(lambda: selected._known.vocabulary is not None)
    person.wait(lambda: not selected._renewing.isActive())
    assert facts() == known
    assert tree is not None
    assert selected.facts.tree.root.token == tree.token


def test_a_tokenizer_that_is_opened_colors_the_text_before_its_vocabulary_is_listed(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "OPENING_SECONDS", 3600.0)
    file = tmp_path / "small.model"
    file.write_text("minbpe v1\n\n0\n97 98\n256 99\n", encoding="utf-8")
    parts = person.parts
    listed = keep(parts.lanes.jobs, VocabListed)
    drop(parts.window, file)
    person.wait(lambda: person.tokenizer.path == str(file) and person.encoded())
    handle = person.tokenizer.handle
    person.bot.wait(200)
    assert handle not in [answer.handle for answer in listed]
    monkeypatch.setattr(activity, "HOLD_SECONDS", 0.0)
    parts.lanes.attend()
    person.wait(lambda: handle in [answer.handle for answer in listed])


def test_a_listing_that_was_cancelled_is_asked_for_again(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # faults 5 and 6
    parts, panel = person.parts, person.parts.vocabulary
    person.wait(lambda: panel.table.rows.vocabulary is not None)
    parts.window.show_task("vocabulary")
    monkeypatch.setattr(activity, "OPENING_SECONDS", 3600.0)  # so that there is time to cancel
    file = tmp_path / "small.model"
    file.write_text("minbpe v1\n\n0\n97 98\n256 99\n", encoding="utf-8")
    asked = person.asked(ListVocab)
    parts.session.tokenizers.open(str(file))
    person.wait(lambda: person.tokenizer.path == str(file) and asked)
    assert not panel.table.isVisible()
    parts.lanes.cancel(asked[0].request_id)
    again = person.button("List the tokens", panel)
    assert not panel.table.isVisible()
    person.click(again)
    assert not again.isVisible()
    monkeypatch.setattr(activity, "HOLD_SECONDS", 0.0)
    parts.lanes.attend()
    person.wait(panel.table.isVisible)
    assert panel.table.rows.rowCount() == 258
    assert len(asked) == 2


def test_a_name_that_turns_the_line_round_is_escaped_wherever_it_is_shown(
    person: Person, tmp_path: Path
) -> None:
    raw, shown = "a\u202egpj.\u2066b\nc", "a\\u{202E}gpj.\\u{2066}b\\u{A}c"
    file, text, broken = (tmp_path / f"{raw}{end}" for end in (".model", ".txt", "2.model"))
    file.write_text("minbpe v1\n\n0\n97 98\n", encoding="utf-8")
    text.write_text("some words\n" * 50, encoding="utf-8")
    broken.write_text("minbpe v1\n\n0\n300 97\n", encoding="utf-8")
    window = person.parts.window
    drop(window, file)
    person.wait(lambda: person.tokenizer.path == str(file) and person.encoded())
    drop(window, broken)
    person.wait(lambda: "was not opened" in said(person))
    assert f"{shown}2.model" in said(person).replace("\u200b", "")  # where it may break
    assert window.windowTitle().startswith(f"{shown}[*] ")
    assert window.toolbar.picker.text() == shown
    menu = QMenu()
    show_recent(menu, window.settings, lambda _: None, lambda _: None, lambda _: None)
    window.toolbar.picker._fill()
    menus = [action.text() for action in (*menu.actions(), *window.toolbar.picker._menu.actions())]
    assert f"{shown}.model" in menus
    assert f"{shown}\t257" in menus
    sources = person.parts.corpus.sources.model
    person.parts.corpus.sources.add_paths([str(text)])
    person.wait(
        lambda: any(source.info is not None and source.path == str(text) for source in sources.sources)
    )
    row = [source.path for source in sources.sources].index(str(text))
    index = sources.index(row)
    assert index.data() == f"{shown}.txt"
    labels = [label.text() for label in window.findChildren(QLabel)]
    tips = [index.data(Qt.ItemDataRole.ToolTipRole), *(w.toolTip() for w in window.findChildren(QWidget))]
    said_of = [*menus, window.windowTitle(), *labels, *tips, index.data(Qt.ItemDataRole.AccessibleTextRole)]
    assert not [each for each in said_of if {"\u202e", "\u2066"} & set(each or "")]
