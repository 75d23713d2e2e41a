"""Make machine code of the rules with mypyc: `python -m narrator.compiling`, as `make test` and `make bench` do."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_path
from tempfile import TemporaryDirectory

from narrator.compiled import FOLDER, MARK, SOURCES, fingerprint, up_to_date

AS_THEY_STAND = (
    "frozen", "registry", "strict_yaml", "reader", "prompt_reader", "ballot_reader", "card_reader", "grammar",
    "guests", "why",
)  # fmt: skip
"""Modules that stay Python: those that only read YAML or are called once, and what all records are frozen by."""


def missing() -> str:
    """What is missing here for compiling, with the remedy; an empty text where nothing is."""
    if find_spec("mypyc") and shutil.which("cc") and Path(get_path("include"), "Python.h").exists():
        return ""
    return "The rules run as Python: compiling them needs mypy and a C compiler (apt install gcc python3-dev)."


def make() -> str:
    """Compile the rules, unless they are compiled already; say in a sentence how it went."""
    if up_to_date() or missing():
        return missing() or "The rules are compiled."
    from mypyc.build import mypycify
    from setuptools import Distribution

    made_from = fingerprint()  # a file that is changed meanwhile is not what was compiled
    shutil.rmtree(FOLDER, ignore_errors=True)
    print("Compiling the rules (takes a minute, once).")
    sources = [str(file) for file in SOURCES if file.stem not in AS_THEY_STAND]
    with TemporaryDirectory() as scratch:
        modules = mypycify(sources, opt_level="1", debug_level="0", group_name="narrator_rules", target_dir=scratch)
        for module in modules:  # looking at the layout of made code takes gcc longer than all the rest
            module.extra_compile_args = [*module.extra_compile_args, "-Wno-misleading-indentation"]
        build = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(FOLDER), scratch
        build.ensure_finalized()
        build.run()
    MARK.write_text(made_from, encoding="ascii")
    return "The rules are compiled now."


if __name__ == "__main__":
    print(make())
