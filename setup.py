"""The compiled modules and the packages; everything else stands in pyproject.toml.

Modules are optional: without Cython or a C compiler, or with WORKBENCH_PURE=1, the installation goes on
without them, says so, and the readable engine does the work.
"""

import os
import sys

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

MODULES = (
    "splitting",
    "merging",
    "token_table",
    "encoding",
    "short_texts",
    "rank_lines",
    "decoding",
    "counting",
    "training",
    "score_table",
    "score_merging",
    "words",
)
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0", "-fno-strict-aliasing"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": False,
}


class BuildWhatCan(build_ext):
    """Leaves out a module that cannot be built, whatever the reason."""

    def build_extension(self, extension: Extension) -> None:
        """Build one module, or say why not."""
        try:
            super().build_extension(extension)
        except Exception as fault:  # noqa: BLE001  # a missing compiler shows in many ways
            print(f"{extension.name} is not compiled, plain Python takes its place: {fault}", file=sys.stderr)


def extensions() -> list[Extension]:
    """Return the modules to compile; none where that is not wanted or Cython is missing."""
    if os.environ.get("WORKBENCH_PURE") == "1":
        return []
    try:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError
    except ImportError as fault:
        print(f"No module is compiled, plain Python takes their place: {fault}", file=sys.stderr)
        return []
    modules = [
        Extension(f"workbench.kernels.{name}", [f"workbench/kernels/{name}.py"], extra_compile_args=FLAGS)
        for name in MODULES
        if os.path.exists(f"workbench/kernels/{name}.py")
    ]
    translated = []
    for module in modules:
        try:
            translated += cythonize(
                [module], build_dir="build/cython", compiler_directives=DIRECTIVES, quiet=True
            )
        except CompileError as fault:
            print(f"{module.name} is not compiled, plain Python takes its place: {fault}", file=sys.stderr)
    for module in translated:
        module.optional = True  # else an editable installation fails where it copies what was not built
    return translated


RESOURCES = [
    "workbench_resources",
    *(
        f"workbench_resources.{name}"
        for name in ("corpus", "icons", "licenses", "manual", "tokenizers", "translations")
    ),
]

setup(
    packages=[*find_packages(include=["workbench", "workbench.*"]), *RESOURCES],
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildWhatCan},
)
