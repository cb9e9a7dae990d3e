"""The report in Chromium: judged by axe-core in light and dark, and printed whole.

Runs where chromium and poppler's pdftotext are installed, and WORKBENCH_AXE is the path of axe-core's
axe.min.js.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

import workbench
from workbench.api import open_sample
from workbench.api.comparison_report import report
from workbench.engine.corpus.sources import TextSource
from workbench.engine.encoding.tokenizer import Tokenizer

AXE = os.environ.get("WORKBENCH_AXE", "")
SCHEMES = {"light": 1, "dark": 0}
LINES = {"eng": "one two\nthree\n", "deu": "eins zwei\ndrei\n", "hin": "एक दो\nतीन\n"}
JUDGE = """addEventListener("load", () => axe.run().then(found => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches
  const faults = found.violations.map(each => [each.id, each.nodes.map(node => node.html)])
  document.body.innerHTML = "<pre>" + JSON.stringify({dark, faults, passes: found.passes.length}) + "</pre>"
}))"""

pytestmark = [
    pytest.mark.skipif(not AXE, reason="WORKBENCH_AXE is not the path of axe.min.js"),
    pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed"),
]


def chromium(*arguments: str, home: Path) -> str:
    """Run Chromium without a window; return what it prints."""
    fixed = ("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=120000")
    command = ["chromium", *fixed, f"--user-data-dir={home}", *arguments]
    return subprocess.run(command, capture_output=True, check=True, timeout=600).stdout.decode()


@pytest.fixture(params=["texts", "languages"])
def page(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    whole = open_sample().tokenizer
    tokenizers: list[Tokenizer] = [whole, *(whole.at_vocab_size(size) for size in (512, 1024, 2048, 3000))]
    if request.param == "texts":
        texts: list[TextSource | Path] = [
            TextSource(f"<{n}>", f"text {n}, and more of it") for n in range(12)
        ]
        texts.append(tmp_path / "gone.txt")
        return report(workbench.compare(tokenizers, texts))
    folder = tmp_path / "languages"
    folder.mkdir()
    for name, text in LINES.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    (folder / "fra.txt").write_bytes(b"\xff\n")
    return report(workbench.compare(tokenizers, languages=folder))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_has_nothing_against_the_report(page: str, tmp_path: Path, scheme: str) -> None:
    judge = f"<script>{Path(AXE).read_text('utf-8')}</script><script>{JUDGE}</script></body>"
    (tmp_path / "page.html").write_text(page.replace("</body>", judge), "utf-8")
    printed = chromium(
        f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}", "--dump-dom",
        (tmp_path / "page.html").as_uri(), home=tmp_path / "home",
    )  # fmt: skip
    found = re.search("<pre>(.*)</pre>", printed)
    assert found is not None
    judged = json.loads(unescape(found[1]))
    assert judged["dark"] == (scheme == "dark")
    assert judged["passes"] > 10
    assert judged["faults"] == []


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext of poppler is not installed")
def test_every_cell_is_on_a_printed_page(page: str, tmp_path: Path) -> None:
    html, pdf = tmp_path / "page.html", tmp_path / "page.pdf"
    html.write_text(page, "utf-8")
    chromium(f"--print-to-pdf={pdf}", html.as_uri(), home=tmp_path / "home")
    # What is outside a page is not in this text.
    read = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True)
    pages = read.stdout.decode().split("\f")[:-1]
    assert 1 < len(pages) < 20
    assert all(text.strip() for text in pages)
    printed = set(re.findall(r"[\d.,]+", " ".join(pages)))
    cells = re.findall("<t[dh][^>]*>(.*?)</t[dh]>", page)
    assert set(re.findall(r"[\d.,]+", re.sub("<.*?>", " ", unescape(" ".join(cells))))) <= printed
