"""Changing a copy: tokens go and come, the cost is seen, the copy is made, compared and saved."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import workbench
from tests.engine.adapting.toys import all_applied, toy
from tests.journeys.conftest import Person, shown
from tests.journeys.test_exporting import walk_to
from tests.journeys.test_training import choose_in_dialog
from workbench import api
from workbench.engine.adapting.changes import Add, AddSpecial, Cut, MergeWith, Remove, RemoveBy
from workbench.engine.corpus.sources import TextSource
from workbench.engine.judging.health import GLITCH
from workbench.panels.draft.change_dialog import ChangeDialog
from workbench.panels.draft.dialogs import AddDialog, CutDialog, MergeDialog, RemoveDialog, RuleDialog
from workbench.panels.draft.roles_dialog import RolesDialog
from workbench.panels.draft.state import State
from workbench.settings import Settings
from workbench.shell.chat_template import ChatTemplateDialog
from workbench.shell.dialogs.snippet_dialog import SnippetDialog
from workbench.widgets.strips import NoticeStrip


def open_draft(person: Person) -> None:
    person.parts.window.commands["tokenizer.change"].trigger()
    person.wait(person.parts.draft.isVisible)


def dialog_of(person: Person, kind: type[ChangeDialog]) -> ChangeDialog:
    def _found() -> list[ChangeDialog]:
        return [each for each in person.parts.window.findChildren(kind) if each.isVisible()]

    person.wait(_found)
    return _found()[0]


def ask_for(person: Person, kind: str, dialog: type[ChangeDialog]) -> ChangeDialog:
    person.parts.draft.menu.actions[kind].trigger()
    return dialog_of(person, dialog)


def looked_at(person: Person) -> None:
    looking = person.parts.draft.looking
    person.wait(lambda: looking.looked is not None and not looking.is_under_way)


def details(person: Person) -> list[str]:
    model = person.parts.draft.changes.model()
    rows = range(model.rowCount())
    return [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]


def sections(person: Person) -> list[str]:
    model = person.parts.draft.outcome.model()
    return [model.index(row, 0, QModelIndex()).data() for row in range(model.rowCount())]


def make(person: Person) -> None:
    before = person.tokenizer
    person.click(person.parts.draft.summary.make)
    person.wait(lambda: person.tokenizer is not before)


def test_a_token_goes_its_cost_is_seen_and_undo_brings_it_back(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    base = person.tokenizer
    text = b"the token of tokens"
    parts.tokens.set_text(text)
    person.wait(person.encoded)
    tokenizer = parts.lanes._store.tokenizer(base.handle)
    target = max(tokenizer.encode(text), key=lambda i: len(tokenizer.token_bytes(i)))
    open_draft(person)
    dialog = ask_for(person, "remove", RemoveDialog)
    dialog.ids.setText(str(target))
    dialog.with_dependants.setChecked(True)
    person.click(dialog.start)
    looked_at(person)
    looking = parts.draft.looking
    ((_, effect),) = looking.measured.effects
    assert effect.after > effect.before
    assert any(title.startswith("Removed") for title in sections(person))
    assert "Proved" in parts.draft.summary._proof.text()
    assert parts.window.commands["edit.undo"].isEnabled()
    parts.window.commands["edit.undo"].trigger()
    assert parts.draft.state.changes == ()
    parts.window.commands["edit.redo"].trigger()
    looked_at(person)
    make(person)
    made = person.tokenizer
    assert made.name == f"{base.name} changed"
    assert base.handle in {info.handle for info in parts.session.tokenizers.infos}
    person.click(parts.draft.created.save)
    out = tmp_path / "less.json"
    choose_in_dialog(person, out)
    person.wait(lambda: person.tokenizer.path == str(out))
    saved = workbench.open_tokenizer(out)
    assert len(saved.encode(text)) == effect.after
    record = json.loads((tmp_path / "less.json.card.json").read_text("utf-8"))["training"]["adapted"]
    assert [each["change"] for each in record["changes"]] == ["remove"]
    person.click(parts.draft.created.back)
    person.wait(lambda: person.tokenizer.handle == base.handle)
    assert len(parts.draft.state.changes) == 1


def test_a_save_with_new_ids_shows_the_code_for_a_model(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    open_draft(person)
    parts.draft._take(AddSpecial("<|mine|>"), -1)
    looked_at(person)
    make(person)
    out = tmp_path / "mine.json"
    person.click(parts.draft.created.save)
    choose_in_dialog(person, out)
    person.click(person.button("Show the code"))
    (dialog,) = (each for each in parts.window.findChildren(SnippetDialog) if each.isVisible())
    code = dialog.view.code.toPlainText()
    assert "resize_token_embeddings" in code
    assert '"mine.id_map.npz"' in code
    assert (tmp_path / "mine.id_map.npz").exists()
    person.click(person.button("Close", dialog))
    person.wait(lambda: not any(each.isVisible() for each in parts.window.findChildren(SnippetDialog)))


def test_what_others_are_built_from_is_asked_about(person: Person) -> None:
    parts = person.parts
    parts.window.show_task("vocabulary")
    table = parts.vocabulary.table
    person.wait(lambda: table.vocabulary is not None and table.vocabulary.handle == person.tokenizer.handle)
    parts.vocabulary.show_token(256)  # the first merge
    table.setFocus()
    person.bot.keyClick(table, Qt.Key.Key_Delete)
    person.wait(parts.draft.isVisible)
    person.wait(parts.draft.fault.isVisible)
    assert not parts.draft.summary.make.isEnabled()
    person.click(person.button("Remove these too", parts.draft))
    looked_at(person)
    person.wait(parts.draft.fault.isHidden)
    assert parts.draft.summary.make.isEnabled()
    parts.draft.changes.setFocus()
    parts.draft.changes.setCurrentIndex(parts.draft.changes.model().index(0, 0))
    person.bot.keyClick(parts.draft.changes, Qt.Key.Key_Delete)
    assert parts.draft.state.changes == ()


def test_what_is_known_of_the_first_changes_stays_while_more_is_worked_out(person: Person) -> None:
    draft = person.parts.draft
    open_draft(person)
    draft._take(Cut(300), -1)
    looked_at(person)
    (first,) = details(person)
    assert "removed" in first
    draft._take(AddSpecial("<|new|>", None), -1)
    assert draft.looking.is_under_way
    assert details(person) == [first, "Add special token “<|new|>”: Working…"]
    looked_at(person)
    draft._push(draft.state.without({0}))
    assert details(person) == ["Add special token “<|new|>”: Working…"]  # of another vocabulary now
    looked_at(person)


def test_a_single_byte_stays_and_it_is_said_at_its_change(person: Person) -> None:
    parts = person.parts
    parts.drafts.remove([97])
    looked_at(person)
    assert details(person) == ["Remove token 97: Some texts need the byte of token 97; such tokens: 1."]


def test_a_rule_is_kept_with_the_tokens_that_it_chose(
    qapp: QApplication, qtbot: QtBot, settings: Settings
) -> None:
    with shown(qapp, qtbot, settings) as person:
        parts = person.parts
        open_draft(person)
        dialog = ask_for(person, "remove_by", RuleDialog)
        person.click(dialog.start)
        looked_at(person)
        (change,) = parts.draft.state.changes
        assert isinstance(change, RemoveBy)
        assert isinstance(change.sources[0], TextSource)
        removed = parts.draft.looking.looked.lists["removed"].ids.tolist()
    with shown(qapp, qtbot, settings) as person:
        parts = person.parts
        open_draft(person)
        looked_at(person)
        assert parts.draft.looking.looked.lists["removed"].ids.tolist() == removed


@pytest.fixture
def cl100k(shared: Path, tmp_path: Path) -> Path:
    path = tmp_path / "cl100k_base.tiktoken"
    path.write_bytes((shared / "data" / "cl100k_base.tiktoken").read_bytes())
    return path


def test_words_of_a_field_are_added_compared_exported_and_used_with_their_map(
    person: Person, cl100k: Path, tmp_path: Path
) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    parts = person.parts
    parts.session.tokenizers.open(str(cl100k))
    person.wait(lambda: person.tokenizer.path == str(cl100k))
    base = person.tokenizer
    words = [f" {before}{first}{last}" for before in BEFORE for first in STEMS for last in ENDS]
    assert len(words) == 500
    text = f"A{words[3]} and{words[44]}.".encode()
    parts.tokens.set_text(text)
    open_draft(person)
    dialog = ask_for(person, "add", AddDialog)
    dialog.texts.setPlainText("\n".join([*words, "1234567", " the"]))
    person.click(dialog.start)
    looked_at(person)
    looked = parts.draft.looking.looked
    assert len(looked.lists["added"]) + len(looked.lists["left_out"]) == len(words) + 2
    ((_, effect),) = parts.draft.looking.measured.effects
    assert (effect.unexplained, effect.n_pieces) == (0, 2)
    make(person)
    made = person.tokenizer
    assert made.n_tokens == looked.vocab_size[1]
    person.click(parts.draft.created.compare)
    person.wait(lambda: parts.window.tasks.current == "compare")
    assert parts.compare.handles == (base.handle, made.handle)
    out = tmp_path / "field.json"
    parts.exporting.open(made)
    exporting = parts.exporting.dialog
    person.wait(lambda: exporting.formats.target() is not None)
    walk_to(person, exporting, "hf")
    exporting.set_path(str(out))
    person.click(exporting.start)
    person.wait((tmp_path / "field.id_map.npz").exists, 90_000)
    exporting.reject()
    used = tokenizers.Tokenizer.from_file(str(out))
    ids = used.encode(text.decode(), add_special_tokens=False).ids
    assert len(ids) == effect.after
    found = np.load(tmp_path / "field.id_map.npz")
    starts = np.concatenate(([0], found["part_ends"][:-1]))
    old = workbench.open_tokenizer(cl100k)
    for new_id in set(ids):
        parts_of = found["parts"][starts[new_id] : found["part_ends"][new_id]].tolist()
        assert old.decode_bytes(parts_of) == used.decode([new_id]).encode()


BEFORE = ("", "endo", "para", "poly", "hyper")
STEMS = ("cardio", "neuro", "gastro", "hepato", "nephro", "dermato", "osteo", "haemato", "pneumo", "myo")
ENDS = ("pathologist", "sclerosis", "logically", "pathies", "plasticity", "genesis", "lysis", "tomies",
        "graphs", "spasmic")  # fmt: skip


def test_many_lines_at_once_and_a_change_that_cannot_be_kept_out(person: Person) -> None:
    parts = person.parts
    open_draft(person)
    parts.draft._take(Add(tuple(f" word{i}x" for i in range(3000)), leave_out=False), -1)
    looked_at(person)
    assert parts.draft.looking.looked.fault is not None  # digits and letters are no piece together
    person.click(person.button("Leave out what cannot be added", parts.draft))
    looked_at(person)
    assert parts.draft.looking.looked.fault is None


def test_a_change_whose_check_was_cancelled_is_not_called_impossible(person: Person) -> None:
    parts = person.parts
    open_draft(person)
    parts.draft._take(Add(tuple(f" {word:020b}".translate({48: "o", 49: "i"}) for word in range(50_000))), -1)
    person.wait(lambda: parts.draft.looking._reply.is_waiting)
    parts.draft.looking.cancel()
    person.wait(lambda: parts.draft.looking.cancelled)
    assert details(person) == ["Add 50,000 tokens: Not checked yet."]
    parts.draft.undo()
    assert details(person) == []


def test_a_number_that_is_typed_takes_the_place_of_the_one_shown(person: Person) -> None:
    open_draft(person)
    dialog = ask_for(person, "cut", CutDialog)
    person.bot.keyClicks(dialog.focusWidget(), "300")
    assert dialog.change() == Cut(300)
    dialog.reject()


def test_a_hundred_thousand_lines_are_pasted_in_parts(person: Person) -> None:
    open_draft(person)
    dialog = ask_for(person, "add", AddDialog)
    lines = [f"line{number:06}" for number in range(100_000)]
    QApplication.clipboard().setText("\n".join(lines))
    dialog.texts.paste()
    assert dialog.texts.is_filling  # the window has its turn meanwhile
    assert not dialog.start.isEnabled()
    seen: list[int] = []
    dialog.texts.filling_changed.connect(lambda: seen.append(dialog.texts.done))
    person.wait(lambda: not dialog.texts.is_filling)
    assert seen[:-1] == sorted(seen[:-1])
    assert len(seen) > 100
    assert dialog.change().texts == tuple(lines)
    dialog.texts.undo()
    person.wait(lambda: not dialog.texts.is_filling)
    assert dialog.texts.document().isEmpty()
    dialog.add_texts(["one", "two"])
    dialog.add_texts(["three"])
    assert dialog.texts.toPlainText() == "one\ntwo\nthree"
    dialog.texts.selectAll()
    dialog.texts.paste()
    dialog.reject()  # in the middle of it


def test_a_glitch_is_found_seen_removed_with_its_cost_proved_saved_and_undone(
    person: Person, tmp_path: Path
) -> None:
    parts = person.parts
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(20):
        (folder / f"{number:02}.txt").write_text("the harbor and the boats " * 30)
    (folder / "logs.txt").write_text(" SolidGoldMagikarp" * 400)
    file = tmp_path / "own.json"
    workbench.save_tokenizer(workbench.train(str(folder), vocab_size=295), file)
    parts.session.tokenizers.open(str(file))
    person.wait(lambda: person.tokenizer.path == str(file))
    parts.corpus.sources.add_paths([str(folder)])
    parts.window.show_task("vocabulary")
    panel, dossier = parts.vocabulary, parts.dossier
    panel.header.scope_chosen.emit("corpus")
    person.click(person.button("Check health"))
    person.wait(lambda: panel.table.rows.known.judged is not None and GLITCH in panel.table.rows.known.labels)
    person.click(panel.filters.chips[GLITCH])
    panel.table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    panel.table.selectRow(0)
    token_id = panel.table.current_id()
    token = panel.table.vocabulary.token(panel.table.vocabulary.row_of(token_id))
    assert token.strip() in b"SolidGoldMagikarp"
    person.click(person.button("Show in Inspect", dossier))
    person.wait(lambda: person.encoded() and token_id in person.ids())
    parts.window.show_task("vocabulary")
    panel.table.setFocus()
    person.bot.keyClick(panel.table, Qt.Key.Key_Delete)
    person.wait(parts.draft.isVisible)
    person.wait(parts.draft.fault.isVisible)
    assert parts.draft.summary.numbers.text() == ""  # no numbers of what is not there
    person.click(person.button("Remove these too", parts.draft))
    looked_at(person)
    person.wait(parts.draft.fault.isHidden)
    ((_, effect),) = parts.draft.looking.measured.effects
    assert effect.after > effect.before
    assert "Proved" in parts.draft.summary._proof.text()
    make(person)
    person.click(parts.draft.created.save)
    out = tmp_path / "without.json"
    choose_in_dialog(person, out)
    person.wait(lambda: person.tokenizer.path == str(out))
    saved = workbench.open_tokenizer(out)
    assert not any(b"Magikarp" in (saved.token_bytes(i) or b"") for i in range(295))
    person.click(parts.draft.created.back)
    person.wait(lambda: person.tokenizer.path == str(file))
    looked_at(person)
    while parts.window.commands["edit.undo"].isEnabled() and parts.draft.state.changes:
        parts.window.commands["edit.undo"].trigger()
    assert parts.draft.state.changes == ()


# --- the tokenizer of a draft changes, or goes ---------------------------------------------------


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.tiktoken"
    api.save_tokenizer(toy("ranks"), path)
    return path


def open_file(person: Person, path: Path) -> None:
    person.parts.session.tokenizers.open(str(path))
    person.wait(lambda: person.tokenizer.path == str(path))


def strip_of(person: Person) -> NoticeStrip:
    """Return what is said of the tokenizer of the draft, once it is."""

    def _found() -> list[NoticeStrip]:
        return [each for each in person.parts.draft.base.findChildren(NoticeStrip) if each.isVisible()]

    person.wait(_found)
    return _found()[0]


def said(person: Person) -> str:
    return "\n".join(strip.sentence for strip in person.parts.window.findChildren(NoticeStrip))


def test_a_file_that_changes_or_goes_is_said_in_its_draft(person: Person, base: Path) -> None:
    parts = person.parts
    open_file(person, base)
    open_draft(person)
    parts.drafts.remove([310])
    looked_at(person)
    assert parts.draft.base.isHidden()
    data = base.read_bytes()
    base.unlink()
    assert "was moved or deleted" in strip_of(person).sentence
    assert parts.draft.summary.make.isEnabled()
    base.write_bytes(data)
    os.utime(base, ns=(1, parts.session.tokenizers.current.stamp[1]))
    person.wait(parts.draft.base.isHidden)
    api.save_tokenizer(toy("ranks", 70), base, overwrite=True)
    assert "changed by another program" in strip_of(person).sentence
    person.click(person.button("Open it again", parts.draft))
    person.wait(lambda: "it had 317 tokens, now 327" in said(person))
    assert [change.ids for change in parts.draft.state.changes] == [(310,)]
    looked_at(person)
    assert not parts.draft.summary.make.isEnabled()
    parts.draft.make()
    assert parts.session.tokenizers.current.path == str(base)
    person.click(person.button("Use it as it is now", parts.draft))
    person.wait(parts.draft.base.isHidden)
    make(person)


def test_a_file_that_changed_between_two_starts_keeps_its_draft(
    qapp: QApplication, qtbot: QtBot, settings: Settings, base: Path
) -> None:
    with shown(qapp, qtbot, settings) as person:
        open_file(person, base)
        open_draft(person)
        person.parts.draft._take(Remove((310,)), -1)
        looked_at(person)
    api.save_tokenizer(toy("ranks", 70), base, overwrite=True)
    with shown(qapp, qtbot, settings) as person:
        open_draft(person)
        assert "it had 317 tokens, now 327" in strip_of(person).sentence
        looked_at(person)
        assert not person.parts.draft.summary.make.isEnabled()
        assert person.parts.draft.state.changes == (Remove((310,)),)


def test_a_file_that_went_between_two_starts_leaves_its_draft(
    qapp: QApplication, qtbot: QtBot, settings: Settings, base: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "moved.tiktoken"
    with shown(qapp, qtbot, settings) as person:
        open_file(person, base)
        open_draft(person)
        person.parts.draft._take(Remove((310,)), -1)
        looked_at(person)
    base.rename(moved)
    card = base.with_name("base.tiktoken.card.json")
    card.rename(card.with_name("moved.tiktoken.card.json"))
    with shown(qapp, qtbot, settings) as person:
        person.wait(lambda: "The draft of base.tiktoken is kept: 1 change." in said(person))
        open_file(person, moved)
        person.click(person.button("Use for the open tokenizer"))
        person.wait(person.parts.draft.isVisible)
        looked_at(person)
        assert person.parts.draft.state.changes == (Remove((310,)),)
        assert person.parts.draft.base.isHidden()  # the same tokens
    with shown(qapp, qtbot, settings) as person:  # and once more, as no answer is needed
        moved.rename(base)
        card.with_name("moved.tiktoken.card.json").rename(card)
        open_file(person, base)
        assert person.parts.draft.state.changes == (Remove((310,)),)


def test_a_merged_file_that_changed_between_two_starts_is_taken_as_it_is_now(
    qapp: QApplication, qtbot: QtBot, settings: Settings, base: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.tiktoken"
    api.save_tokenizer(all_applied(toy("ranks", 60), [Add((" zebras",))]).tokenizer, other)
    with shown(qapp, qtbot, settings) as person:
        open_file(person, base)
        open_draft(person)
        person.parts.draft._take(MergeWith(str(other)), -1)
        looked_at(person)
        n_added = len(person.parts.draft.looking.looked.lists["added"])
    now = all_applied(toy("ranks", 60), [Add((" zebras", " yaks"))]).tokenizer
    api.save_tokenizer(now, other, overwrite=True)
    with shown(qapp, qtbot, settings) as person:
        open_draft(person)
        looked_at(person)
        (fault,) = person.parts.draft.fault.findChildren(NoticeStrip)
        assert "tokens have changed since this change was added" in fault.sentence
        person.click(person.button("Take its present tokens", person.parts.draft))
        looked_at(person)
        assert person.parts.draft.looking.looked.fault is None
        assert len(person.parts.draft.looking.looked.lists["added"]) > n_added


def test_a_change_that_cannot_come_back_leaves_the_others(
    qapp: QApplication, qtbot: QtBot, settings: Settings, base: Path
) -> None:
    gone = RemoveBy("unused", sources=(TextSource("the open text", b"text"),))
    with shown(qapp, qtbot, settings) as person:
        open_file(person, base)
        person.parts.draft.drafts.get(str(base)).add(State((Remove((310,)), gone)))
        person.parts.keeping.note()
    with shown(qapp, qtbot, settings) as person:
        person.wait(lambda: "cannot be restored: 1 change" in said(person))
        assert person.parts.draft.state.changes == (Remove((310,)),)


def test_a_copy_finds_its_original_under_another_name(person: Person, base: Path, tmp_path: Path) -> None:
    parts = person.parts
    open_file(person, base)
    open_draft(person)
    original = person.tokenizer
    parts.draft._take(Remove((310,)), -1)
    looked_at(person)
    make(person)
    parts.session.saving.save_to(original, str(tmp_path / "other.tiktoken"))
    person.wait(lambda: parts.session.tokenizers.get(original.handle).path != str(base))
    person.click(parts.draft.created.back)
    person.wait(lambda: person.tokenizer.handle == original.handle)
    assert parts.draft.state.changes == (Remove((310,)),)


def test_an_unsaved_tokenizer_is_merged_and_followed_to_its_file(
    person: Person, base: Path, tmp_path: Path
) -> None:
    parts = person.parts
    open_file(person, base)
    first = person.tokenizer
    open_draft(person)
    parts.draft._take(Add((" zebras",)), -1)
    looked_at(person)
    make(person)
    other = person.tokenizer
    assert other.path is None
    parts.session.tokenizers.use(first.handle)
    parts.draft.undo()
    dialog = ask_for(person, "merge", MergeDialog)
    assert dialog.other.currentText() == "base changed (not saved yet)"
    person.click(dialog.start)
    looked_at(person)
    assert details(person)[0].startswith("Add the tokens of base changed: 6 added")
    saved = tmp_path / "other.tiktoken"
    parts.session.saving.save_to(other, str(saved))
    person.wait(lambda: parts.draft.state.changes[0].file == str(saved))
    looked_at(person)
    assert details(person)[0].startswith("Add the tokens of other.tiktoken: 6 added")
    assert not parts.draft.fault.isVisible()


def test_the_sample_is_merged(person: Person, base: Path) -> None:
    open_file(person, base)
    open_draft(person)
    dialog = ask_for(person, "merge", MergeDialog)
    sample = api.open_sample().tokenizer
    assert [dialog.other.itemText(i) for i in range(dialog.other.count())] == [sample.name]
    person.click(dialog.start)
    looked_at(person)
    assert details(person)[0].startswith("Add the tokens of the sample tokenizer: ")


def test_a_token_that_the_chat_template_uses_stays_and_it_is_said(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    tokenizer = toy("pairs")
    leaf = tokenizer.model.token_id(b" more")
    tokenizer.chat_template = "{% for m in messages %}{{ m.content }}<|end|>{% endfor %}"
    path = tmp_path / "chat" / "tokenizer.json"
    path.parent.mkdir()
    api.save_tokenizer(tokenizer, path)
    open_file(person, path)
    open_draft(person)
    dialog = ask_for(person, "remove", RemoveDialog)
    dialog.text.setText("<|end|>")
    dialog.ids.setText(str(leaf))
    person.click(dialog.start)
    looked_at(person)
    assert details(person) == ["Remove 2 tokens: The chat template uses “<|end|>” (id 316)."]
    assert not parts.draft.summary.make.isEnabled()
    person.click(person.button("Keep it", parts.draft))
    looked_at(person)
    assert parts.draft.state.changes == (Remove((leaf,)),)
    assert parts.draft.summary.make.isEnabled()


def test_roles_are_changed_in_a_copy(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    base = workbench.train(
        "sample:", vocab_size=300, special_tokens=["<end>", "<pad>"], roles={"eos": "<end>"}
    )
    workbench.save_tokenizer(base, tmp_path / "base.json")
    parts.session.tokenizers.open(str(tmp_path / "base.json"))
    person.wait(lambda: person.tokenizer.name == "base")
    parts.window.commands["tokenizer.template"].trigger()
    person.click(parts.window.findChild(ChatTemplateDialog).change)
    dialog = dialog_of(person, RolesDialog)
    assert isinstance(dialog, RolesDialog)
    assert (dialog.boxes["eos"].currentData(), dialog.boxes["pad"].currentData()) == ("<end>", "")
    assert not dialog.start.isEnabled()
    assert not dialog.adds["bos"].isEnabled()
    dialog.boxes["pad"].setCurrentIndex(dialog.boxes["pad"].findData("<pad>"))
    person.click(dialog.adds["eos"])
    dialog.template.setCurrentIndex(dialog.template.findData("chatml"))
    dialog.template.activated.emit(dialog.template.currentIndex())
    person.click(dialog.start)
    looked_at(person)
    title = "Set roles: pad <pad>, eos around each text, chat template: ChatML"
    assert details(person)[0].startswith(title)
    make(person)
    made = person.tokenizer
    assert made.template_name == "chatml"
    assert [(role, text) for role, text, _ in made.roles] == [("eos", "<end>"), ("pad", "<pad>")]
    assert made.framing.adds_after
    assert made.n_ids == 302


def test_a_chat_template_of_a_file_is_kept_taken_away_and_undone(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    base = workbench.train("sample:", vocab_size=300, special_tokens=["<end>"])
    workbench.save_tokenizer(base, tmp_path / "base.json")
    open_file(person, tmp_path / "base.json")
    assert parts.window.commands["tokenizer.template"].isEnabled()
    open_draft(person)
    dialog = ask_for(person, "roles", RolesDialog)
    (tmp_path / "own.jinja").write_text("{% for m in messages %}{{ m.content }}!{% endfor %}")
    dialog.template.file_wanted.emit(str(tmp_path / "own.jinja"))
    person.wait(lambda: dialog.template.currentText() == "own.jinja")
    person.click(dialog.start)
    looked_at(person)
    assert details(person)[0].startswith("Chat template: from a file")
    make(person)
    assert person.tokenizer.template_name == "own"
    assert "!" in person.tokenizer.chat_template
    open_draft(person)
    dialog = ask_for(person, "roles", RolesDialog)
    assert dialog.template.currentText() == "Its own"
    assert not dialog.start.isEnabled()
    dialog.template.setCurrentIndex(dialog.template.findData(""))
    dialog.template.activated.emit(dialog.template.currentIndex())
    person.click(dialog.start)
    looked_at(person)
    assert details(person)[0].startswith("Chat template: none")
    parts.draft.undo()
    assert parts.draft.state.changes == ()
