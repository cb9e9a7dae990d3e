"""`python -m tests.hostile KIND N SEED`: N spoilt files of a kind or of each; status 1 after a bad end.

Each file is read in a child process with limits of memory and of time, and what is accepted is held against
the library of its format, or a second reading of it (`other_readers`). Columns: refused with an error that
names the file; accepted with the other reader's ids or text; accepted, other than in the other reader or
where that refuses, and told by a notice; accepted and not judged; then the bad ends: accepted with other ids
or text, accepted where the other reader refuses, both without a word; tracebacks; deaths; hangs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.hostile.cases import BAD, KINDS, OUTCOMES
from tests.hostile.running import campaign


def main() -> int:
    """Run a campaign and print its table, a line a kind, and the first of each bad end."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.hostile",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=(*KINDS, "all"), metavar="KIND", help=f"all, or {', '.join(KINDS)}")
    parser.add_argument("n", type=int, metavar="N")
    parser.add_argument("seed", metavar="SEED")
    parser.add_argument("--first", type=int, default=0, help="number of the first file, to see one again")
    parser.add_argument("--keep", type=Path, help="folder for the files that ended badly")
    asked = parser.parse_args()
    print(f"| kind | tried | {' | '.join(OUTCOMES)} |\n|---" + "|---" * (1 + len(OUTCOMES)) + "|", flush=True)
    bad = False
    for kind in KINDS if asked.kind == "all" else (asked.kind,):
        found = campaign(kind, asked.n, asked.seed, asked.first, asked.keep)
        cells = [found.counts.total(), *(found.counts[name] for name in OUTCOMES)]
        print(f"| {kind} | {' | '.join(map(str, cells))} |", flush=True)
        print("\n".join(found.bad), file=sys.stderr, flush=True)
        bad = bad or any(found.counts[name] for name in BAD)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
