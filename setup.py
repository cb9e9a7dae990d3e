"""The compiled modules and the packages; everything else stands in pyproject.toml.

Modules are optional: without Cython or a C compiler, or with WORKBENCH_PURE=1, the installation goes on
without them, says so, and the readable engine does the work. With WORKBENCH_COMPILED=1, as what is built to
be tested or given away is made, that is an error.
"""

import os
import sys
import sysconfig

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

MODULES = (
    "processor",
    "splitting",
    "merging",
    "token_table",
    "encoding",
    "kept_room",
    "learned_pieces",
    "token_counting",
    "short_texts",
    "rank_lines",
    "bpe_json",
    "decoding",
    "counting",
    "training",
    "score_table",
    "score_merging",
    "words",
    "well_formed",
    "utf8_slices",
    "normal_text",
    "clip_text",
    "text_places",
)
# Compiled once more for processors with AVX2 and BMI2, which workbench.kernels prefers where there is one.
TWICE = (
    "splitting",
    "merging",
    "encoding",
    "token_counting",
    "short_texts",
    "counting",
    "training",
    "score_merging",
    "well_formed",
    "utf8_slices",
    "text_places",
)
V3 = "workbench.kernels.x86_64_v3"
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0", "-fno-strict-aliasing"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": False,
}


def left_out(what: str) -> None:
    """Say what is not compiled, or end with that."""
    if os.environ.get("WORKBENCH_COMPILED") == "1":
        raise SystemExit(what)
    print(what, file=sys.stderr)


class BuildWhatCan(build_ext):
    """Leaves out a module that cannot be built, whatever the reason."""

    def build_extension(self, extension: Extension) -> None:
        """Build one module, or say why not."""
        try:
            super().build_extension(extension)
        except Exception as fault:  # noqa: BLE001  # a missing compiler shows in many ways
            left_out(f"{extension.name} is not compiled, {_stand_in(extension)}: {fault}")

    def copy_extensions_to_source(self) -> None:
        """Copy the modules into the tree, where the folder of the second ones has nothing else."""
        os.makedirs(V3.replace(".", "/"), exist_ok=True)
        super().copy_extensions_to_source()


def _stand_in(extension: Extension) -> str:
    is_faster = extension.name.startswith(V3)
    return "one for every processor takes its place" if is_faster else "plain Python takes its place"


def extensions() -> list[Extension]:
    """Return the modules to compile; none where that is not wanted or Cython is missing."""
    if os.environ.get("WORKBENCH_PURE") == "1":
        return []
    try:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError
    except ImportError as fault:
        left_out(f"No module is compiled, plain Python takes their place: {fault}")
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
            left_out(f"{module.name} is not compiled, plain Python takes its place: {fault}")
    if sysconfig.get_platform() == "linux-x86_64":
        translated += [_for_v3(module) for module in translated if module.name.split(".")[-1] in TWICE]
    for module in translated:
        module.optional = True  # else an editable installation fails where it copies what was not built
    return translated


def _for_v3(module: Extension) -> Extension:
    """Return what compiles the same C for x86-64-v3; the compiled module has the same name in Python."""
    name = f"{V3}.{module.name.split('.')[-1]}"
    flags = [*FLAGS, "-march=x86-64-v3"]
    return Extension(name, module.sources, extra_compile_args=flags, depends=module.depends)


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
