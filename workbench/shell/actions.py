"""Every action of the window, once: menus, shortcuts, tool bar and command palette all read this table.

An action appears only when something is connected to it (`Actions.wire`); what is not there yet is
hidden, not disabled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from workbench.widgets import wording
from workbench.widgets.look.theme import keep_icon

_CONTEXT = "Actions"
ENGLISH = "english"  # the property of an action with its English text and tip, by which it is found too


@dataclass(frozen=True, slots=True)
class Entry:
    """One action.

    Attributes:
        id: as "file.save".
        text: as in its menu; without "…" and "&" on buttons.
        keys: the shortcut, or "".
        icon: name of an icon, or "".
        tip: one sentence for the tooltip and the palette; the text is used where it is "".
        group: actions of one group are a choice of which one holds; "check" is a switch of its own.

    """

    id: str
    text: str
    keys: str = ""
    icon: str = ""
    tip: str = ""
    group: str = ""


def translated(text: str) -> str:
    """Return a text of the tables below in the user's language."""
    return QCoreApplication.translate(_CONTEXT, text)


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """Mark a text for lupdate, which looks for this name; PySide6's own is typed as returning object."""
    return text


ENTRIES: tuple[Entry, ...] = (
    Entry("file.open_tokenizer", QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O", "open",
          QT_TRANSLATE_NOOP("Actions", "Open a tokenizer or a text")),
    Entry("file.fetch", QT_TRANSLATE_NOOP("Actions", "&Fetch…"), "", "fetch",
          QT_TRANSLATE_NOOP("Actions", "Download a vocabulary from its publisher or the Hugging Face Hub")),
    Entry("file.open_text", QT_TRANSLATE_NOOP("Actions", "Open as &text…"), "Ctrl+Shift+O", "file",
          QT_TRANSLATE_NOOP("Actions", "Open any file as text")),
    Entry("text.sample", QT_TRANSLATE_NOOP("Actions", "&Sample text"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Load the text shown at the first start")),
    Entry("text.graphemes", QT_TRANSLATE_NOOP("Actions", "&Graphemes"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Characters of several code points: marks, emoji, flags, conjuncts")),
    Entry("text.right_to_left", QT_TRANSLATE_NOOP("Actions", "&Right to left"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Hebrew and Arabic, mixed with left-to-right text")),
    Entry("text.code", QT_TRANSLATE_NOOP("Actions", "&Code"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Source code, web addresses and numbers")),
    Entry("text.spaces", QT_TRANSLATE_NOOP("Actions", "S&paces and line ends"), "", "",
          QT_TRANSLATE_NOOP("Actions", "White space, line ends and invisible characters")),
    Entry("text.invalid", QT_TRANSLATE_NOOP("Actions", "&Invalid bytes"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Invalid UTF-8, control characters and unassigned characters")),
    Entry("file.encode_file", QT_TRANSLATE_NOOP("Actions", "Encode a f&ile…"), "Ctrl+Shift+E", "",
          QT_TRANSLATE_NOOP("Actions", "Encode a text file of any size as a file of ids")),
    Entry("file.encode_set", QT_TRANSLATE_NOOP("Actions", "Encode data set…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Encode the corpus, or files and folders, to shards of ids")),
    Entry("file.count_folder", QT_TRANSLATE_NOOP("Actions", "Co&unt a folder…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Count the tokens of each file of a folder")),
    Entry("file.decode_file", QT_TRANSLATE_NOOP("Actions", "&Decode a file…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Open a file of ids and show its text")),
    Entry("file.save_tokens", QT_TRANSLATE_NOOP("Actions", "Save to&kens as…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Save the colored tokens as a web page, PNG or SVG")),
    Entry("file.save_tree", QT_TRANSLATE_NOOP("Actions", "Picture of the merge &tree…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Save a picture of the merge tree of the selected token or word")),
    Entry("file.save_steps", QT_TRANSLATE_NOOP("Actions", "Picture of the &step…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Save a picture of the present step of Why these tokens")),
    Entry("file.save_curves", QT_TRANSLATE_NOOP("Actions", "Picture of the &curves…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Save a picture of the curves of the training run")),
    Entry("file.save", QT_TRANSLATE_NOOP("Actions", "&Save"), "Ctrl+S", "save",
          QT_TRANSLATE_NOOP("Actions", "Save the open tokenizer")),
    Entry("file.save_as", QT_TRANSLATE_NOOP("Actions", "Save &as…"), "Ctrl+Shift+S", "",
          QT_TRANSLATE_NOOP("Actions", "Save the open tokenizer under another name")),
    Entry("file.save_text", QT_TRANSLATE_NOOP("Actions", "Save te&xt"), "Ctrl+Alt+S", "",
          QT_TRANSLATE_NOOP("Actions", "Save the text to its file, byte for byte")),
    Entry("file.save_text_as", QT_TRANSLATE_NOOP("Actions", "Sa&ve text as…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Save the text to another file, byte for byte")),
    Entry("file.export", QT_TRANSLATE_NOOP("Actions", "&Export…"), "Ctrl+E", "export",
          QT_TRANSLATE_NOOP("Actions", "Convert the open tokenizer to another format, and prove it")),
    Entry("session.save_as", QT_TRANSLATE_NOOP("Actions", "Save session &as…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Save text, tokenizer and view as one file that opens the same")),
    Entry("session.new", QT_TRANSLATE_NOOP("Actions", "&New session"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Start over; unsaved tokenizers stay open")),
    Entry("session.forget", QT_TRANSLATE_NOOP("Actions", "&Forget everything…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Delete everything that this program has kept")),
    Entry("session.kept", QT_TRANSLATE_NOOP("Actions", "&Show session folder"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show the folder where sessions are kept")),
    Entry("file.close_tokenizer", QT_TRANSLATE_NOOP("Actions", "&Close the tokenizer"), "Ctrl+W"),
    Entry("file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q"),
    Entry("edit.settings", QT_TRANSLATE_NOOP("Actions", "Settin&gs…"), "Ctrl+,", "",
          QT_TRANSLATE_NOOP("Actions", "Theme, motion, what is kept, memory, proxy")),
    Entry("edit.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", "undo",
          QT_TRANSLATE_NOOP("Actions", "Undo the last change to the text")),
    Entry("edit.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z", "redo",
          QT_TRANSLATE_NOOP("Actions", "Redo the last undone change")),
    Entry("edit.cut", QT_TRANSLATE_NOOP("Actions", "Cu&t"), "Ctrl+X"),
    Entry("edit.copy", QT_TRANSLATE_NOOP("Actions", "&Copy"), "Ctrl+C", "copy"),
    Entry("edit.copy_ids", QT_TRANSLATE_NOOP("Actions", "Copy as &ids"), "Ctrl+Shift+C", "",
          QT_TRANSLATE_NOOP("Actions", "Copy the ids of the selection, or of the whole text")),
    Entry("edit.copy_python_list", QT_TRANSLATE_NOOP("Actions", "Copy as Python &list"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Copy the ids as a Python or JSON list")),
    Entry("edit.copy_strings", QT_TRANSLATE_NOOP("Actions", "Copy as token &strings"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Copy the tokens, one per line, with reversible escapes")),
    Entry("edit.copy_page", QT_TRANSLATE_NOOP("Actions", "Copy as &HTML"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Copy the colored tokens as a web page with ids and bytes")),
    Entry("edit.copy_image", QT_TRANSLATE_NOOP("Actions", "Copy as i&mage"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Copy a picture of the colored tokens")),
    Entry("edit.paste", QT_TRANSLATE_NOOP("Actions", "&Paste"), "Ctrl+V"),
    Entry("edit.select_all", QT_TRANSLATE_NOOP("Actions", "Select &all"), "Ctrl+A"),
    Entry("edit.find", QT_TRANSLATE_NOOP("Actions", "&Find…"), "Ctrl+F", "search",
          QT_TRANSLATE_NOOP("Actions", "Find text, a regular expression, bytes or ids in the text")),
    Entry("edit.replace", QT_TRANSLATE_NOOP("Actions", "R&eplace…"), "Ctrl+H", "",
          QT_TRANSLATE_NOOP("Actions", "Find and replace in the text")),
    Entry("edit.find_next", QT_TRANSLATE_NOOP("Actions", "Find &next"), "F3", "",
          QT_TRANSLATE_NOOP("Actions", "Go to the next match or occurrence of the selected token")),
    Entry("edit.find_previous", QT_TRANSLATE_NOOP("Actions", "Find pre&vious"), "Shift+F3", "",
          QT_TRANSLATE_NOOP("Actions", "Go to the previous match or occurrence of the selected token")),
    Entry("tokenizer.training", QT_TRANSLATE_NOOP("Actions", "&Error bars and sources…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "How sure the vocabulary is, and where its tokens came from")),
    Entry("tokenizer.change", QT_TRANSLATE_NOOP("Actions", "Chan&ge a copy…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Add, remove or renumber tokens in a copy of the open tokenizer")),
    Entry("view.inspect", QT_TRANSLATE_NOOP("Actions", "&Inspect"), "Ctrl+1", "inspect",
          QT_TRANSLATE_NOOP("Actions", "See how text becomes tokens"), "task"),
    Entry("view.train", QT_TRANSLATE_NOOP("Actions", "&Train"), "Ctrl+2", "train",
          QT_TRANSLATE_NOOP("Actions", "Train a tokenizer on your own text"), "task"),
    Entry("view.vocabulary", QT_TRANSLATE_NOOP("Actions", "&Vocabulary"), "Ctrl+3", "vocabulary",
          QT_TRANSLATE_NOOP("Actions", "Browse the tokens of the open tokenizer"), "task"),
    Entry("view.compare", QT_TRANSLATE_NOOP("Actions", "&Compare"), "Ctrl+4", "compare",
          QT_TRANSLATE_NOOP("Actions", "Compare tokenizers"), "task"),
    Entry("compare.next", QT_TRANSLATE_NOOP("Actions", "Ne&xt difference"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Go to the next place where the compared tokenizers differ")),
    Entry("compare.previous", QT_TRANSLATE_NOOP("Actions", "Previous d&ifference"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Go to the previous place where the compared tokenizers differ")),
    Entry("view.all", QT_TRANSLATE_NOOP("Actions", "&All panels"), "Ctrl+5", "",
          QT_TRANSLATE_NOOP("Actions", "Show every panel at once"), "task"),
    Entry("view.lab", QT_TRANSLATE_NOOP("Actions", "Re&gex lab"), "Ctrl+Shift+R", "regex",
          QT_TRANSLATE_NOOP("Actions", "Edit the split pattern and see its effect on the corpus"), "task"),
    Entry("view.reset", QT_TRANSLATE_NOOP("Actions", "&Reset this layout"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Restore the default layout of this task")),
    Entry("view.next_panel", QT_TRANSLATE_NOOP("Actions", "&Next panel"), "F6", "",
          QT_TRANSLATE_NOOP("Actions", "Move the focus to the next panel")),
    Entry("view.float_panel", QT_TRANSLATE_NOOP("Actions", "&Float this panel"), "Ctrl+Shift+F", "undock",
          QT_TRANSLATE_NOOP("Actions", "Undock the focused panel, or dock it again")),
    Entry("view.marks", QT_TRANSLATE_NOOP("Actions", "Show spaces and line &ends"), "", "pilcrow",
          QT_TRANSLATE_NOOP("Actions", "Show spaces and line ends as marks"), "check"),
    Entry("view.numbers", QT_TRANSLATE_NOOP("Actions", "Line numbers"), "Ctrl+Shift+L", "",
          QT_TRANSLATE_NOOP("Actions", "Show line numbers in short texts too"), "check"),
    Entry("view.ids", QT_TRANSLATE_NOOP("Actions", "Ids under t&he tokens"), "Ctrl+Shift+I", "",
          QT_TRANSLATE_NOOP("Actions", "Show the id under each token"), "check"),
    Entry("view.ids_panel", QT_TRANSLATE_NOOP("Actions", "Ids beside the te&xt"), "Ctrl+Shift+J", "",
          QT_TRANSLATE_NOOP("Actions", "Show the ids in a panel beside the text, line by line"), "check"),
    Entry("view.color_order", QT_TRANSLATE_NOOP("Actions", "Color by &order"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Six colors in turn, so that neighbors differ"), "color"),
    Entry("view.color_rank", QT_TRANSLATE_NOOP("Actions", "Color by ran&k"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Color tokens by how early they were learned"), "color"),
    Entry("view.color_length", QT_TRANSLATE_NOOP("Actions", "Color by len&gth"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Color tokens by their length in bytes"), "color"),
    Entry("view.color_frequency", QT_TRANSLATE_NOOP("Actions", "Color by fre&quency"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Color tokens by how often they occur in the text"), "color"),
    Entry("view.zoom_in", QT_TRANSLATE_NOOP("Actions", "Zoo&m in"), "Ctrl++", "",
          QT_TRANSLATE_NOOP("Actions", "Make the text larger")),
    Entry("view.zoom_out", QT_TRANSLATE_NOOP("Actions", "&Zoom out"), "Ctrl+-", "",
          QT_TRANSLATE_NOOP("Actions", "Make the text smaller")),
    Entry("view.zoom_reset", QT_TRANSLATE_NOOP("Actions", "A&ctual size"), "Ctrl+0", "",
          QT_TRANSLATE_NOOP("Actions", "Reset the text to its normal size")),
    Entry("view.presentation", QT_TRANSLATE_NOOP("Actions", "P&resentation size"), "Ctrl+Shift++", "",
          QT_TRANSLATE_NOOP("Actions", "Show the whole window larger, for an audience"), "check"),
    Entry("view.pipeline", QT_TRANSLATE_NOOP("Actions", "Pipeline vie&w"), "Ctrl+Shift+P", "",
          QT_TRANSLATE_NOOP("Actions", "Show the line at the caret, stage by stage"), "check"),
    Entry("view.chat", QT_TRANSLATE_NOOP("Actions", "Chat &beside the text"), "Ctrl+Shift+H", "",
          QT_TRANSLATE_NOOP("Actions", "Write a conversation and see its tokens"), "check"),
    Entry("view.light", QT_TRANSLATE_NOOP("Actions", "&Light"), "", "sun",
          QT_TRANSLATE_NOOP("Actions", "Dark text on white"), "theme"),
    Entry("view.dark", QT_TRANSLATE_NOOP("Actions", "&Dark"), "", "moon",
          QT_TRANSLATE_NOOP("Actions", "Light text on black"), "theme"),
    Entry("view.system", QT_TRANSLATE_NOOP("Actions", "Follow the &system"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Use the system's light or dark theme"), "theme"),
    Entry("view.full_screen", QT_TRANSLATE_NOOP("Actions", "F&ull screen"), "F11", "", "", "check"),
    Entry("tokenizer.next", QT_TRANSLATE_NOOP("Actions", "&Next tokenizer"), "Ctrl+Tab", "",
          QT_TRANSLATE_NOOP("Actions", "Switch to the next open tokenizer")),
    Entry("tokenizer.previous", QT_TRANSLATE_NOOP("Actions", "&Previous tokenizer"), "Ctrl+Shift+Tab", "",
          QT_TRANSLATE_NOOP("Actions", "Switch to the previous open tokenizer")),
    Entry("tokenizer.rename", QT_TRANSLATE_NOOP("Actions", "&Rename…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Rename the current tokenizer")),
    Entry("tokenizer.sample", QT_TRANSLATE_NOOP("Actions", "&Sample tokenizer"), "", "tokenizer",
          QT_TRANSLATE_NOOP("Actions", "Open the tokenizer that comes with the program")),
    Entry("tokenizer.specials", QT_TRANSLATE_NOOP("Actions", "Treat special to&kens as special"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Encode the text of a special token as that token, not as plain text"),
          "check"),
    Entry("tokenizer.decode", QT_TRANSLATE_NOOP("Actions", "&Decode ids…"), "Ctrl+Shift+D", "",
          QT_TRANSLATE_NOOP("Actions", "Type or paste ids and see their text")),
    Entry("tokenizer.template", QT_TRANSLATE_NOOP("Actions", "Roles and c&hat template…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show which special token has which role, and the chat template")),
    Entry("tokenizer.size", QT_TRANSLATE_NOOP("Actions", "&Vocabulary size"),
          "Ctrl+Shift+W", "",
          QT_TRANSLATE_NOOP("Actions", "Go to the slider that limits the vocabulary")),
    Entry("tokenizer.steps", QT_TRANSLATE_NOOP("Actions", "Step through the &merges"), "Ctrl+Shift+M", "",
          QT_TRANSLATE_NOOP("Actions", "Step through the merges of the selected word")),
    Entry("tokenizer.word_tree", QT_TRANSLATE_NOOP("Actions", "&Built from: the whole word"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show the merge trees of all tokens of the word"), "check"),
    Entry("tokenizer.word_size",
          QT_TRANSLATE_NOOP("Actions", "&When does this word become one token?"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Train on the corpus until the selected word becomes one token")),
    Entry("tokenizer.whole", QT_TRANSLATE_NOOP("Actions", "Use the whole v&ocabulary"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Encode with the whole vocabulary again")),
    Entry("tokenizer.limit", QT_TRANSLATE_NOOP("Actions", "Context &limit…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show where the text exceeds a model's context")),
    Entry("train.new", QT_TRANSLATE_NOOP("Actions", "Train a &tokenizer…"), "Ctrl+T", "train",
          QT_TRANSLATE_NOOP("Actions", "Choose text and options for a new tokenizer")),
    Entry("train.add_files", QT_TRANSLATE_NOOP("Actions", "Add &files…"), "", "files",
          QT_TRANSLATE_NOOP("Actions", "Add text files to the corpus")),
    Entry("train.add_folder", QT_TRANSLATE_NOOP("Actions", "Add a f&older…"), "", "folder",
          QT_TRANSLATE_NOOP("Actions", "Add all text files of a folder to the corpus")),
    Entry("train.look_again", QT_TRANSLATE_NOOP("Actions", "Resc&an the sources"), "F5", "",
          QT_TRANSLATE_NOOP("Actions", "Check the files of the corpus for changes")),
    Entry("train.preview", QT_TRANSLATE_NOOP("Actions", "Previe&w the corpus"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show a source line by line, before and after cleaning")),
    Entry("train.count", QT_TRANSLATE_NOOP("Actions", "Count every &byte of the corpus"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Read the whole corpus to see how much of it is used")),
    Entry("train.statistics", QT_TRANSLATE_NOOP("Actions", "Stat&istics of the corpus"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Scripts, lengths and frequent pieces of the corpus")),
    Entry("train.copy_command", QT_TRANSLATE_NOOP("Actions", "Copy comman&d to count elsewhere"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Copy the shell command that counts the corpus on other machines")),
    Entry("train.add_sample", QT_TRANSLATE_NOOP("Actions", "Add the &sample text"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Add the bundled sample text to the corpus")),
    Entry("train.add_python", QT_TRANSLATE_NOOP("Actions", "Add the P&ython library"), "",
          "",
          QT_TRANSLATE_NOOP("Actions", "Add Python's source code and documentation from this computer")),
    Entry("train.start", QT_TRANSLATE_NOOP("Actions", "Start t&raining"), "Ctrl+R", "play"),
    Entry("train.sample", QT_TRANSLATE_NOOP("Actions", "Train on the sample"), "", "play",
          QT_TRANSLATE_NOOP("Actions", "Train a tokenizer on the bundled sample text")),
    Entry("train.pause", QT_TRANSLATE_NOOP("Actions", "&Pause or resume"), "Ctrl+P", "pause"),
    Entry("train.stop", QT_TRANSLATE_NOOP("Actions", "Stop here and &keep"), "", "keep",
          QT_TRANSLATE_NOOP("Actions", "Stop training now and keep the tokens learned so far")),
    Entry("train.cancel", QT_TRANSLATE_NOOP("Actions", "&Cancel training"), "", "close"),
    Entry("train.more", QT_TRANSLATE_NOOP("Actions", "Add 1,000 &merges"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Continue the last run without counting the text again")),
    Entry("train.repeat", QT_TRANSLATE_NOOP("Actions", "R&epeat this training"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Train again from the record; the result is the same file")),
    Entry("help.manual", QT_TRANSLATE_NOOP("Actions", "Ma&nual"), "F1", "help",
          QT_TRANSLATE_NOOP("Actions", "Read about the focused panel")),
    Entry("help.palette", QT_TRANSLATE_NOOP("Actions", "&Command palette…"), "Ctrl+K", "search",
          QT_TRANSLATE_NOOP("Actions", "Find any action by typing")),
    Entry("help.keys", QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts"), "Ctrl+/", "",
          QT_TRANSLATE_NOOP("Actions", "Show the keys of all commands")),
    Entry("help.first_steps", QT_TRANSLATE_NOOP("Actions", "Show the &first steps"), "", "help"),
    Entry("help.bytes", QT_TRANSLATE_NOOP("Actions", "The &byte alphabet…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show the character for each byte in GPT-2's and CLIP's files")),
    Entry("help.merge", QT_TRANSLATE_NOOP("Actions", "&Merge by hand…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Count the pairs of a text or of ids, and merge them one by one")),
    Entry("help.kernels", QT_TRANSLATE_NOOP("Actions", "Com&piled kernels"), "", "bolt",
          QT_TRANSLATE_NOOP("Actions", "Show whether the compiled kernels are active, and why")),
    Entry("help.report", QT_TRANSLATE_NOOP("Actions", "&Report a problem…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show and copy a report of versions and the last problems")),
    Entry("help.licenses", QT_TRANSLATE_NOOP("Actions", "&Licenses…"), "", "",
          QT_TRANSLATE_NOOP("Actions", "Show the licenses of all that comes with the program")),
    Entry("help.about", QT_TRANSLATE_NOOP("Actions", "&About Tokenizer workbench"), "", "info"),
)  # fmt: skip

# Menu title -> ids, "-" for a line, "recent" for recent files; and
# names of `SUBMENUS`.
MENUS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (QT_TRANSLATE_NOOP("Actions", "&File"), (
        "file.open_tokenizer", "file.fetch", "file.open_text", "sample_texts", "recent", "-",
        "file.save", "file.save_as", "file.export", "-", "file.save_text", "file.save_text_as",
        "file.save_tokens", "pictures", "-",
        "file.encode_file", "file.encode_set", "file.decode_file", "file.count_folder", "-",
        "session", "file.close_tokenizer", "file.quit")),
    (QT_TRANSLATE_NOOP("Actions", "&Edit"), (
        "edit.undo", "edit.redo", "-", "edit.cut", "edit.copy", "copy_as", "edit.paste", "-",
        "edit.select_all", "-", "edit.find", "edit.replace", "edit.find_next", "edit.find_previous", "-",
        "edit.settings")),
    (QT_TRANSLATE_NOOP("Actions", "&View"), (
        "view.inspect", "view.train", "view.vocabulary", "view.compare", "view.all", "panels", "-",
        "view.marks", "view.numbers", "view.ids", "view.ids_panel", "view.pipeline", "view.chat",
        "-", "color", "zoom", "appearance", "view.full_screen")),
    (QT_TRANSLATE_NOOP("Actions", "To&kenizer"), (
        "tokenizer.next", "tokenizer.previous", "tokenizer.sample", "tokenizer.rename",
        "tokenizer.change", "tokenizer.training", "-",
        "tokenizer.specials", "tokenizer.limit", "tokenizer.size", "tokenizer.whole", "tokenizer.steps",
        "tokenizer.word_tree", "tokenizer.word_size", "tokenizer.decode",
        "tokenizer.template", "-", "compare.next", "compare.previous")),
    (QT_TRANSLATE_NOOP("Actions", "&Train"), (
        "train.new", "train.sample", "-", "train.add_files", "train.add_folder", "train.add_sample",
        "train.add_python", "-", "view.lab", "train.look_again", "train.preview", "train.count",
        "train.statistics", "train.copy_command", "-",
        "train.start", "train.pause", "train.stop", "train.cancel", "-",
        "train.more", "train.repeat")),
    (QT_TRANSLATE_NOOP("Actions", "&Help"), (
        "help.manual", "help.keys", "help.palette", "help.first_steps", "help.bytes", "help.merge", "-",
        "help.kernels", "help.report", "help.licenses", "help.about")),
)  # fmt: skip


# Menus within menus: title and ids.
SUBMENUS: dict[str, tuple[str, tuple[str, ...]]] = {
    "session": (QT_TRANSLATE_NOOP("Actions", "Sessio&n"), (
        "session.save_as", "session.new", "session.forget", "session.kept")),
    "pictures": (QT_TRANSLATE_NOOP("Actions", "Save a pict&ure"), (
        "file.save_tree", "file.save_steps", "file.save_curves")),
    "copy_as": (QT_TRANSLATE_NOOP("Actions", "Copy a&s"), (
        "edit.copy_ids", "edit.copy_python_list", "edit.copy_strings", "edit.copy_page", "edit.copy_image")),
    "panels": (QT_TRANSLATE_NOOP("Actions", "&Panels"), (
        "view.reset", "view.next_panel", "view.float_panel")),  # then their switches
    "color": (QT_TRANSLATE_NOOP("Actions", "C&olor"), (
        "view.color_order", "view.color_rank", "view.color_length", "view.color_frequency")),
    "zoom": (QT_TRANSLATE_NOOP("Actions", "&Zoom"), (
        "view.zoom_in", "view.zoom_out", "view.zoom_reset", "view.presentation")),
    "appearance": (QT_TRANSLATE_NOOP("Actions", "Appearan&ce"), ("view.light", "view.dark", "view.system")),
    "sample_texts": (QT_TRANSLATE_NOOP("Actions", "Texts to tr&y"), (
        "text.sample", "text.graphemes", "text.right_to_left", "text.code", "text.spaces", "text.invalid")),
}  # fmt: skip


class Actions(QObject):
    """The actions of one window, by id.

    Attributes:
        recent_menu: the menu of recent files, hidden until filled.

    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {entry.id: self._make(entry) for entry in ENTRIES}
        self._wired: set[str] = set()
        self._panel_switches: list[QAction] = []
        self._panels_menu: QMenu | None = None
        self.recent_menu: QMenu | None = None

    def _make(self, entry: Entry) -> QAction:
        action = QAction(translated(entry.text), self)
        action.setObjectName(entry.id)
        plain = wording.unmarked(translated(entry.text))
        action.setIconText(plain)
        action.setToolTip(translated(entry.tip) if entry.tip else plain.rstrip("…"))
        action.setProperty(ENGLISH, [wording.unmarked(entry.text), entry.tip])
        action.setStatusTip(action.toolTip())
        action.setCheckable(bool(entry.group))
        if entry.group and entry.group != "check":
            self._group(entry.group).addAction(action)
        if entry.keys:
            action.setShortcut(QKeySequence(entry.keys))
        if entry.icon:
            keep_icon(action, entry.icon)
            # In a menu the icon would be where the tick of a choice belongs.
            action.setIconVisibleInMenu(not entry.group)
        action.setVisible(False)
        self._window.addAction(action)
        return action

    def _group(self, name: str) -> QActionGroup:
        if name not in self._groups:
            self._groups[name] = QActionGroup(self)
        return self._groups[name]

    def __getitem__(self, id_: str) -> QAction:
        return self._actions[id_]

    def __iter__(self) -> Iterator[QAction]:
        """Yield every action that is there, then the switches of the panels."""
        yield from (action for action in self._actions.values() if action.isVisible())
        yield from (switch for switch in self._panel_switches if switch.isVisible())

    def unavailable(self) -> Iterator[QAction]:
        """Yield the actions that are connected, but not available now."""
        for id_, action in self._actions.items():
            if id_ in self._wired and not (action.isVisible() and action.isEnabled()):
                yield action

    def wire(self, id_: str, slot: Callable[[], object]) -> QAction:
        """Let an action call `slot`, and show it in menus, tool bar and palette from now on."""
        action = self._actions[id_]
        action.triggered.connect(lambda: slot())
        self._wired.add(id_)
        action.setVisible(True)
        return action

    def add_panel_switch(self, switch: QAction, english: str) -> None:
        """Add the switch that shows and hides a panel, which has an English title too."""
        # The palette shows it among other actions, where the panel's name alone would say too little.
        switch.setIconText(translated("Panel: {name}").format(name=switch.text()))
        switch.setToolTip(translated("Show or hide this panel"))
        switch.setProperty(ENGLISH, [f"Panel: {english}", ""])
        self._panel_switches.append(switch)
        if self._panels_menu is not None:
            self._panels_menu.addAction(switch)

    def fill(self, bar: QMenuBar) -> None:
        """Make the menus."""
        for title, ids in MENUS:
            menu = bar.addMenu(translated(title))
            menu.setToolTipsVisible(True)
            self._fill_menu(menu, ids)
            menu.menuAction().setVisible(False)
            menu.aboutToShow.connect(lambda m=menu: _tidy(m))
            self._keep_shown(menu)

    def _fill_menu(self, menu: QMenu, ids: tuple[str, ...]) -> None:
        for id_ in ids:
            if id_ == "-":
                menu.addSeparator()
            elif id_ in SUBMENUS:
                title, within = SUBMENUS[id_]
                submenu = menu.addMenu(translated(title))
                submenu.setToolTipsVisible(True)
                submenu.addActions([self._actions[name] for name in within])
                submenu.menuAction().setVisible(False)
                self._keep_shown(submenu)
                if id_ == "panels":
                    submenu.addSeparator()
                    self._panels_menu = submenu
            elif id_ == "recent":
                self.recent_menu = menu.addMenu(translated("Open &recent"))
                self.recent_menu.setToolTipsVisible(True)
                self.recent_menu.menuAction().setVisible(False)
            else:
                menu.addAction(self._actions[id_])

    def _keep_shown(self, menu: QMenu) -> None:
        """Show a menu as soon as one of its actions is there."""

        def _update() -> None:
            there = any(a.isVisible() and not a.isSeparator() and a.menu() is None for a in menu.actions())
            if there != menu.menuAction().isVisible():
                menu.menuAction().setVisible(there)

        for action in menu.actions():
            action.visibleChanged.connect(_update)
        _update()


def _tidy(menu: QMenu) -> None:
    """Leave no line at the ends of a menu nor two in a row, where actions between them are hidden."""
    line_allowed = False
    last_line: QAction | None = None
    for action in menu.actions():
        if action.isSeparator():
            action.setVisible(line_allowed)
            last_line = action if line_allowed else last_line
            line_allowed = False
        elif action.isVisible():
            line_allowed, last_line = True, None
    if last_line is not None:
        last_line.setVisible(False)
