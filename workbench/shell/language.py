"""The language of the window: the system's, or the one chosen in Settings; it holds from the next start."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from workbench.widgets.look.icons import resource

ENGLISH = "en"  # what the program is written in
_SCRIPTS = {"zh_CN": QLocale.Script.SimplifiedHanScript}  # of each translation, as its file is named


def language_of(setting: str, system: Sequence[str]) -> str:
    """Return "en" or the name of a translation for a setting; "system" takes the first of the system's.

    `system` has the languages that the user prefers, the best first, as QLocale.uiLanguages gives them.
    """
    if setting != "system":
        return setting
    for name in system:
        wanted = QLocale(name)
        for language, script in _SCRIPTS.items():
            if (wanted.language(), wanted.script()) == (QLocale(language).language(), script):
                return language
        if wanted.language() == QLocale.Language.English:
            return ENGLISH
    return ENGLISH


def begin(app: QCoreApplication, setting: str) -> None:
    """Load the translations of the program and of Qt's own dialogs; before the window is made."""
    language = language_of(setting, QLocale.system().uiLanguages())
    if QLocale(language).language() != QLocale().language() and (setting, language) != ("system", ENGLISH):
        QLocale.setDefault(QLocale(language))  # numbers and dates
    if language == ENGLISH:
        return
    _install(app, f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    _install(app, f"workbench_{language}", str(resource("translations")))


def _install(app: QCoreApplication, name: str, folder: str) -> None:
    translator = QTranslator(app)
    if translator.load(name, folder):
        app.installTranslator(translator)
    else:
        logging.getLogger(__name__).warning("%s.qm is not in %s", name, folder)
