"""The table of connects: panels, session and window meet here, and the text before in `first_wiring`.

A panel gets its answers from the lanes by a `Reply`. What concerns several is a signal of the session.
"""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtWidgets import QApplication

from workbench.display.escapes import name_of
from workbench.panels.tokens.text.facts_watch import BEGINNING
from workbench.shell.action_slots import tell_kernels, wire_actions
from workbench.shell.first_minutes import FirstMinutes
from workbench.shell.first_parts import FirstParts
from workbench.shell.first_wiring import Connects, begin, connect
from workbench.shell.initial_state import set_initial_state
from workbench.shell.parts import Parts, make
from workbench.shell.session.kept_panels import KeptPanels
from workbench.shell.session.renewing import Renewing
from workbench.shell.text_view import sample_text, take_conversation, take_decoded, take_witness
from workbench.shell.window import MainWindow


def fill(window: MainWindow) -> Parts:
    """Fill an empty window at once."""
    steps = finish(begin(window))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            parts: Parts = end.value
            return parts


def finish(first: FirstParts) -> Generator[None, None, Parts]:
    """Make and connect all that is next to the text; a yield wherever something else may come first."""
    p = yield from make(first)
    yield
    for part in (_tokenizers, _text, _corpus, _training, _compare, _window):
        connect(part(p))
    wire_actions(p)
    FirstMinutes(p.window, p.tokens, p.session.training, p.training)
    Renewing(p.window, p.lanes, p.keeping, p.session, p.tokens, sample_text)
    set_initial_state(p)
    yield
    p.keeping.join(KeptPanels(p.window, p.tokens, p.corpus, p.options, p.chat, p.draft), p.interrupted)
    _catch_up(p)
    p.interrupted.look()
    return p


def _catch_up(p: Parts) -> None:
    """Tell the parts of what happened before they were there."""
    info = p.session.tokenizers.current
    if info is not None:
        p.draft.set_tokenizers(p.session.tokenizers.infos)
        p.compare.set_tokenizers(p.session.tokenizers.infos)
        for part in (p.strip, p.decoder, p.chat.choice, p.vocabulary, p.dossier, p.draft):
            part.set_tokenizer(info)
    token = p.tokens.view.selected.token
    p.vocabulary.follow_token(None if token is None else token.id)
    p.strip.set_text(p.tokens.view.document.read(0, BEGINNING))


# --- the tables: (signal, slot) -------------------------------------------------------------------------


def _tokenizers(p: Parts) -> Connects:
    """Connect what is open and in use, and its vocabulary."""
    return [
        (p.session.tokenizers.changed, p.strip.set_tokenizer),
        (p.session.tokenizers.changed, p.decoder.set_tokenizer),
        (p.session.tokenizers.changed, p.chat.choice.set_tokenizer),
        (p.session.tokenizers.changed, p.vocabulary.set_tokenizer),
        (p.session.tokenizers.changed, p.dossier.set_tokenizer),
        (p.session.tokenizers.changed, p.draft.set_tokenizer),
        (p.session.tokenizers.listed, p.draft.set_tokenizers),
        (p.draft.make_requested, p.drafts.make),
        (p.draft.compare_requested, p.drafts.compare),
        (p.draft.base_requested, p.drafts.go_to),
        (p.draft.save_requested, p.session.saving.save_as),
        (p.draft.token_chosen, p.vocabulary.show_token),
        (p.tokens.view.text_changed, lambda _: p.draft.renew_texts()),
        (p.corpus.sources_changed, lambda _: p.draft.renew_texts()),
        (p.session.tokenizers.closed, p.vocabulary.forget),
        (p.session.saving.saved, p.run.show_saved),
        (p.naming.renamed, p.run.show_renamed),
        (p.naming.renamed, p.keeping.note),
        (p.fetching.open_requested, p.session.tokenizers.open),
        (p.fetching.local_file_requested, p.session.opening.ask_to_open),
        (p.vocabulary.vocabulary_changed, p.selected.set_vocabulary),
        (p.vocabulary.vocabulary_changed, p.tokens.set_vocabulary),
        (p.vocabulary.vocabulary_changed, p.dossier.set_vocabulary),
        (p.vocabulary.token_selected, p.dossier.show_token),
        (p.vocabulary.kept_changed, lambda: setattr(p.window.settings, "vocabulary", p.vocabulary.kept())),
        (p.tokens.view.text_changed, lambda _: p.vocabulary.renew_text()),
        (p.corpus.sources_changed, lambda _: p.vocabulary.renew_text()),
        (p.vocabulary.export_requested, p.session.saving.export_vocabulary),
        (p.vocabulary.known_changed, p.dossier.set_known),
        (p.dossier.token_clicked, p.vocabulary.show_token),
        (p.dossier.text_chosen, lambda *_: p.window.show_task("inspect")),
        (p.dossier.text_chosen, lambda *text: take_witness(p.tokens, *text)),
        (p.dossier.place_chosen, lambda *_: p.window.show_task("inspect")),
        (p.dossier.place_chosen, lambda start, _: p.tokens.chosen.select_at(start)),
    ]


def _text(p: Parts) -> Connects:
    """Connect the text, its tokens, and the selected one."""
    return [
        (p.tokens.token_selected, lambda token: p.vocabulary.follow_token(token and token.token_id)),
        (p.tokens.beginning_changed, p.strip.set_text),
        (p.text_saving.saved, p.keeping.note),
        (p.strip.open_requested, lambda: p.window.show_task("inspect")),
        (p.selected.show_in_vocabulary_requested, lambda _: p.window.show_task("vocabulary")),
        (p.selected.show_in_vocabulary_requested, p.vocabulary.show_token),
        (p.chat.text_chosen, lambda text: take_conversation(p.tokens, text)),
        (p.chat.toast_requested, p.window.notices.toast),
        (p.decoder.text_chosen, lambda *text: take_decoded(p.tokens, *text)),
        (p.lab.use_requested, p.lab_place.use),
        (p.lab.back_requested, p.lab_place.go_back),
        (p.lab.toast_requested, p.window.notices.toast),
    ]


def _corpus(p: Parts) -> Connects:
    """Connect the corpus, and its followers."""
    return [
        (p.session.opening.sources_wanted, p.corpus.sources.add_paths),
        (p.interrupted.sources_wanted, p.corpus.sources.add_missing),
        (p.interrupted.resuming, p.run.take_keyboard),
        (p.runs.sources_wanted, p.corpus.sources.add_missing),
        (p.corpus.sources_changed, p.options.set_corpus),
        (p.corpus.sources_changed, p.run.set_corpus),
        (p.corpus.sources_changed, lambda _: p.training.renew_sources()),
        (p.corpus.sources_changed, p.lab_place.take_texts),
        (p.corpus.findings_changed, p.run.before.set_findings),
        (p.corpus.toast_requested, p.window.notices.toast),
        (p.corpus.preview_wanted, p.training.show_preview),
        (p.corpus.adding.chosen, p.training.remember_folder),
        (p.run.before.fix_requested, p.corpus.mending.fix),
        (p.run.before.show_requested, p.corpus.mending.show),
        (p.run.left_out_wanted, p.training.show_left_out),
    ]


def _training(p: Parts) -> Connects:
    """Connect the options, and a run from its start to its end."""
    training, sources = p.session.training, p.corpus.sources
    return [
        (p.options.options_changed, p.run.set_options),
        (p.options.options_changed, lambda _: p.training.renew_fault()),
        (p.options.options_changed, lambda options: p.corpus.set_specials(options.special_tokens)),
        (p.options.more.extend.file_wanted, p.training.ask_to_extend),
        (p.options.chat_template.file_wanted, p.training.ask_for_template),
        (p.options.start_requested, lambda options: training.start(options, sources.training_sources())),
        (p.options.reset.toast_requested, p.window.notices.toast),
        (p.options.reset.undo_withdrawn, p.window.notices.withdraw),
        (p.options.lab_requested, p.lab_place.open),
        (p.session.tokenizers.splits.chosen, p.options.more.extend.take_split),
        (p.session.training.started, p.run.show_started),
        (p.session.training.started, p.options.show_run),
        (p.session.training.started, p.strip.follow_run),
        (p.session.training.running_changed, p.options.set_locked),
        (p.session.training.running_changed, p.corpus.set_locked),
        (p.session.training.running_changed, p.lab.set_locked),
        (p.session.training.running_changed, p.strip.set_running),
        (p.session.training.running_changed, p.training.make_room),
        (p.session.training.trained, p.keeping.note),
        (p.run.start_requested, p.options.start),
        (p.run.before_changed, p.window.tasks.set_before_run),
        (p.run.before.estimated, p.window.notices.estimated),
        (p.run.before.refused, p.options.refuse),
        (p.run.before.refused, lambda *_: p.training.renew_fault()),
        (p.run.before.longest_wanted, p.options.limit_longest),
        (p.run.save_requested, p.session.saving.save_as),
        (p.run.export_requested, p.exporting.open),
        (p.run.rename_requested, p.naming.ask),
        (p.run.see_requested, p.training.see),
        (p.run.replay.moved, p.strip.show_size),
        (p.run.repeat_requested, p.runs.repeat),
        (p.run.more_requested, p.runs.add_merges),
        (p.run.merge_log.token_chosen, p.vocabulary.show_token),
        (p.run.merge_log.forbidden, p.options.forbid),
    ]


def _compare(p: Parts) -> Connects:
    """Connect what is compared: the open tokenizers, the text, the corpus."""
    return [
        (p.session.tokenizers.listed, p.compare.set_tokenizers),
        (p.tokens.view.text_changed, lambda _: p.compare.renew_text()),
        (p.corpus.sources_changed, lambda used: p.compare.renew_sources([each.stamp for each in used])),
        (p.compare.open_requested, p.session.opening.ask_to_open),
        (p.compare.fetch_requested, p.fetching.open),
        (p.compare.train_requested, p.training.new_run),
        (p.compare.files_dropped, p.session.opening.sort_dropped),
        (p.compare.saving.saved, lambda path: _tell_saved(p, path)),
        (p.compare.kept_changed, lambda: setattr(p.window.settings, "compare", p.compare.kept())),
    ]


def _tell_saved(p: Parts, path: str) -> None:
    p.window.notices.toast(p.window.tr("Saved {names}.").format(names=name_of(path)))


def _window(p: Parts) -> Connects:
    """Connect what the window itself emits, and the return to the window."""
    connects: Connects = [
        (p.window.tasks.changed, p.lab_place.follow),
        (p.window.status.kernels_clicked, lambda: tell_kernels(p)),
    ]
    app = QApplication.instance()
    if isinstance(app, QApplication):
        connects.append((app.applicationStateChanged, p.corpus.sources.look_on_return))
    return connects
