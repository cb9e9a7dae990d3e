"""The modules compiled for newer processors against those for every processor."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from workbench import kernels

# Texts of random pieces of scripts, spaces, digits, contractions and broken UTF-8, by the published patterns.
PROGRAM = """
import json, random, sys
from hashlib import sha256
from workbench import kernels
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models import compiled_encoding
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import named

parts = [
    b"the", b" cat", b"'ll", b"'S", b" ", b"  \\n", b"\\r\\n", b"1234567", b"\\xc3\\xa9", b"\\xff\\xfe",
    b"\\xe2\\x82", b"\\t", b"...", b"://", b"HTTPServer", b" international", b"a" * 70, b"=" * 40, b"\\x00",
    *(text.encode() for text in ("я люблю", "中文字", "\\u3000\\u0301", "\\u017f", "😀", "هذا")),
]
random.seed(7)
compiled_encoding._PAYS = 0
texts = [b"".join(random.choices(parts, k=random.randint(1, 400))) for _ in range(150)]
hashed = sha256()
for name in ("gpt2", "cl100k", "o200k", "llama3", "clip"):
    ranks = {bytes((byte,)): byte for byte in range(256)}
    for text in texts[:40]:
        for at in range(0, len(text) - 6, 5):
            ranks.setdefault(text[at : at + 2 + at % 4], len(ranks))
    tokenizer = Tokenizer(RankMergedBpe.from_ranks(ranks), named(name))
    for text in texts:
        hashed.update(tokenizer.encode_to_numpy(text, allowed_special="none", threads=1).tobytes())
paths = [kernels.kernel(name).__file__ for name in ("splitting", "encoding")]
print(json.dumps([*paths, hashed.hexdigest()]))
"""


def answers(**environment: str) -> list[str]:
    whole = {**os.environ, **environment}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=whole, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(not kernels.has_v3(), reason="nothing compiled for this processor")
def test_modules_for_newer_processors_give_the_same_ids():
    newer = answers(WORKBENCH_BASELINE="")
    every = answers(WORKBENCH_BASELINE="1")
    assert all("x86_64_v3" in path for path in newer[:2])
    assert not any("x86_64_v3" in path for path in every[:2])
    assert newer[2] == every[2]
