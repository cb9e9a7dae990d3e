"""The child of a campaign: `KIND SEED FIRST END FOLDER KEEP`; a line of JSON for each file that was tried."""

from __future__ import annotations

import faulthandler
import json
import os
import random
import resource
import sys
import traceback
from pathlib import Path

from tests.hostile.cases import BAD, Outcome, kind_of
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.parquet_documents import MEMORY as CHILD_MEMORY

MEMORY = 6 << 30  # bytes of address space; the judges' libraries map some of them


def main(kind: str, seed: str, first: str, end: str, folder: str, keep: str) -> None:
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints is no line of ours
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Path(folder).mkdir()
    with Child(CHILD_MEMORY) as child:
        tried = kind_of(kind, Path(folder), child)
        out.write("ready\n")
        for number in range(int(first), int(end)):
            data = tried.spoil(random.Random(f"{kind} {seed} {number}"))
            try:
                outcome = tried.run()
            except BaseException:  # noqa: BLE001 - whatever it is, it is counted
                outcome = Outcome("traceback", traceback.format_exc()[-1500:])
            tried.restore()
            if keep and outcome.name in BAD:
                Path(keep, f"{kind}-{seed}-{number}").write_bytes(data)
            out.write(json.dumps({"name": outcome.name, "detail": outcome.detail}) + "\n")
    out.write("done\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
