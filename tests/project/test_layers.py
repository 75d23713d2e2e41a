"""Who may import whom, and what the rules may not do: the laws of the layers, read from the source itself.

Every fault is one line, `path:line: what is wrong`. The examples at the end break each law once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = ("narrator", "hardware", "web", "tests")

# What the rules may import: nothing that reads, writes, waits, measures time or throws dice.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "textwrap",
    "types",
    "typing",
    "unicodedata",
    "msgspec",
    "sys.intern",
    "yaml",  # on text that somebody else has read
    "narrator.rules",
    "narrator.errors",
}

# Dice of the table, thrown by its seed; finding the files of the powers.
GRANTED = {
    "narrator.rules.table": ("random.Random",),
    "narrator.rules.words": ("importlib.import_module", "pkgutil.iter_modules"),
}

# id and hash differ from run to run: a game played again would not be the same game.
IMPURE_CALLS = {"print", "open", "input", "exec", "eval", "compile", "__import__", "breakpoint", "id", "hash"}
FILE_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "open", "mkdir", "unlink"}

# Who -> what it never imports. (What the rules import is said by PURE.)
THE_GAME = ("narrator.rules", "narrator.game", "narrator.telling.script")
THE_MACHINE = ("web", "hardware", "narrator.telling.sound", "narrator.telling.voice")
NEVER = {
    "narrator.game.game": THE_MACHINE,
    "narrator.game.journal": THE_MACHINE,
    "narrator.telling.pace": ("narrator.game.game", *THE_MACHINE),
    "narrator.telling.script": ("narrator.game.game", "web", "hardware"),
    "narrator.telling.sound": ("web", "hardware", *THE_GAME),
    "narrator.telling.voice": ("web", "hardware", *THE_GAME),
    "web": ("hardware", "narrator.game", "narrator.rules.facts"),
    "hardware": ("web", *THE_GAME),
}

TABLE = "narrator.rules.table"
TABLE_ERROR = "narrator.rules.table.IllegalTable"  # says what is wrong with a table without showing one
MAY_SEE_THE_TABLE = ("narrator.rules", "narrator.game.game", "tests.rules", "tests.labs.tablelab")

# Functions for which the order of their arguments' items makes no difference.
ORDER_BLIND = {"set", "frozenset", "sorted", "len", "sum", "any", "all", "min", "max"}
ORDER_KEPT = {
    "dict",
    "enumerate",
    "extend",
    "filter",
    "fromkeys",
    "iter",
    "join",
    "list",
    "map",
    "reversed",
    "tuple",
    "zip",
}


MAPS = {"narrator/README.md": "narrator", "hardware/README.md": "hardware"}
"""Which page is the map of which folder."""

ROOMS = ("", "rules", "network", "telling", "game", "lobby", "box", "panel", "commands")
"""The rooms of `narrator/`, the ground first: each uses only itself and the rooms before it."""
FRONT = ("narrator", "narrator.cli", "narrator.__main__")
"""Modules on the ground that open the house, and so see all of it."""
MOST_LINES = 450
MOST_FILES = 14
"""How many modules there may be on the ground, outside all rooms."""


@pytest.mark.parametrize("page", MAPS)
def test_the_map_names_every_module_and_no_deleted_one(page: str) -> None:
    rows = [line for line in (ROOT / page).read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    named = set(re.findall(r"`(?:rules/)?(\w+\.py)`", "\n".join(row.split("|")[1] for row in rows)))
    folder = ROOT / MAPS[page]
    files = {file.name for room in ROOMS for file in (folder / room).glob("*.py")}
    assert named == {file for file in files if not file.startswith("__")}


def room_of(module: str) -> int:
    """In which room is a module of `narrator`, counted from the ground?"""
    if module in FRONT:
        return len(ROOMS)
    name = module.split(".")[1]
    return ROOMS.index(name) if name in ROOMS else 0


def test_no_room_uses_a_later_one() -> None:
    found = []
    for module in modules():
        name = module.removesuffix(".__init__")
        if not within(name, "narrator"):
            continue
        for line, used in imported(parsed(source_of(module)), name):
            target = used if (ROOT / used.replace(".", "/")).exists() else used.rpartition(".")[0]
            if within(target, "narrator") and target != "narrator" and room_of(target) > room_of(name):
                found.append(f"{name}:{line} uses {used}")
    assert found == []


def test_few_modules_are_outside_all_rooms() -> None:
    assert len(list((ROOT / "narrator").glob("*.py"))) <= MOST_FILES


def test_no_modules_import_each_other_in_a_circle() -> None:
    ours = {module.removesuffix(".__init__"): module for module in modules() if not within(module, "tests")}
    uses = {name: {*module_uses(name, ours[name], set(ours))} for name in ours}
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        pytest.fail(" uses ".join(reversed(error.args[1])))


def module_uses(name: str, module: str, known: set[str]) -> Iterator[str]:
    """Which other modules does this one import, for types only as well?"""
    for _, used in imported(parsed(source_of(module)), name):
        while used not in known and not (ROOT / used.replace(".", "/")).is_dir():
            used = used.rpartition(".")[0]
        if used in known and used != name:
            yield used


def test_no_module_is_too_long_to_read() -> None:
    long = {
        str(file.relative_to(ROOT))
        for package in PROJECT[:3]
        for file in [*(ROOT / package).rglob("*.py"), *(ROOT / package).rglob("*.js")]
        if len(file.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert not long


def within(name: str, package: str) -> bool:
    """Is this dotted name the package, or something in it?"""
    return name == package or name.startswith(package + ".")


def imported(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Which dotted names does this module import, and on which lines? Imports only for types count too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def import_faults(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Which imports of this module does its layer forbid?"""
    for line, name in imported(tree, module):
        granted = GRANTED.get(module, ())
        if within(module, "narrator.rules") and name not in granted and not any(within(name, pure) for pure in PURE):
            yield line, f"the rules import {name}, which is not among what is pure"
        for layer, forbidden in NEVER.items():
            if within(module, layer) and any(within(name, package) for package in forbidden):
                yield line, f"{layer} imports {name}"
        if not any(within(module, insider) for insider in MAY_SEE_THE_TABLE):
            if within(name, TABLE) and name != TABLE_ERROR:
                yield line, f"{module} sees the table: only the rules and game.py may"
            if name == "narrator.rules":
                yield line, f"{module} imports all of the rules: name the module, so that one sees which"


def impurities(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where does this code use the outside world, or something that differs from run to run?"""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                yield node.lineno, f"calls {node.func.id}()"
            if isinstance(node.func, ast.Attribute) and node.func.attr in FILE_METHODS:
                yield node.lineno, f"touches a file: .{node.func.attr}()"
            if isinstance(node.func, ast.Name) and node.func.id == "Random" and not node.args:
                yield node.lineno, "throws dice without a seed"
        if isinstance(node, ast.Global):
            yield node.lineno, "keeps state in a global: it belongs to the table"


class SetOrder(ast.NodeVisitor):
    """Where does the order of a set show? Looks at literals, calls and annotations."""

    def __init__(self, tree: ast.AST) -> None:
        self.faults: list[tuple[int, str]] = []
        self.sets: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.AnnAssign) and _says_set(node.annotation):
                self.sets.add(_last_name(node.target))
            elif isinstance(node, ast.arg) and _says_set(node.annotation):
                self.sets.add(node.arg)
            elif isinstance(node, ast.FunctionDef) and _says_set(node.returns):
                self.sets.add(node.name + "()")
            elif isinstance(node, ast.Assign) and self.is_set(node.value):
                self.sets.update(_last_name(target) for target in node.targets)
        self.visit(tree)

    def is_set(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=func):
                return _last_name(func) in {"set", "frozenset"} or _last_name(func) + "()" in self.sets
            case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                return self.is_set(node.left) or self.is_set(node.right)
            case ast.Name() | ast.Attribute():
                return _last_name(node) in self.sets
        return False

    def refuse(self, node: ast.expr) -> None:
        if self.is_set(node):
            fault = f"goes through the set {ast.unparse(node)}: its order is chance, sort it"
            self.faults.append((node.lineno, fault))

    def visit_For(self, node: ast.For) -> None:
        self.refuse(node.iter)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp) -> None:
        for generator in node.generators:
            self.refuse(generator.iter)
        self.generic_visit(node)

    visit_GeneratorExp = visit_DictComp = visit_ListComp

    def visit_Starred(self, node: ast.Starred) -> None:
        self.refuse(node.value)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = _last_name(node.func)
        if name in ORDER_KEPT or (name in {"min", "max"} and node.keywords):
            for argument in node.args:
                self.refuse(argument)
        if name == "pop" and not node.args and isinstance(node.func, ast.Attribute):
            self.refuse(node.func.value)
        match node:
            case ast.Call(args=[ast.GeneratorExp(elt=element)], keywords=[]) if name in ORDER_BLIND:
                self.visit(element)
            case _:
                self.generic_visit(node)


def _says_set(annotation: ast.expr | None) -> bool:
    base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return base is not None and _last_name(base) in {"set", "frozenset", "Set", "AbstractSet", "MutableSet"}


def _last_name(node: ast.expr) -> str:
    return getattr(node, "attr", None) or getattr(node, "id", "")


def faults(source: str, module: str) -> list[str]:
    """What is wrong with this module, in the order of its lines?"""
    tree = parsed(source)
    found = list(import_faults(tree, module))
    if within(module, "narrator.rules"):
        found += [*impurities(tree), *SetOrder(tree).faults]
    if within(module, "tests"):
        found += [(line, "sleeps: wait for what you wait for") for line in _sleeps(tree)]
    return [f"{module.replace('.', '/')}.py:{line}: {what}" for line, what in sorted(found)]


def _sleeps(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _last_name(node.func) == "sleep":
            yield node.lineno


parsed = cache(ast.parse)


def source_of(module: str) -> str:
    return (ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")


def modules() -> list[str]:
    files = [file for package in PROJECT for file in sorted((ROOT / package).rglob("*.py"))]
    return [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]


@pytest.mark.parametrize("module", modules())
def test_every_module_keeps_to_its_layer(module: str) -> None:
    assert faults(source_of(module), module.removesuffix(".__init__")) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("narrator.rules.chain", "import time"),
        ("narrator.rules.chain", "from random import Random"),
        ("narrator.rules.table", "import random"),
        ("narrator.rules.table", "Random()"),
        ("narrator.rules.chain", "from narrator import journal"),
        ("narrator.rules.powers.fox", "from ...game import Game"),
        ("narrator.rules.chain", "import narrator.box"),
        ("narrator.rules.chain", "def f():\n    from pathlib import Path"),
        ("narrator.rules.chain", "print('Good morning')"),
        ("narrator.rules.chain", "with open('night') as night: pass"),
        ("narrator.rules.chain", "text = path.read_text()"),
        ("narrator.rules.chain", "key = hash('seer')"),
        ("narrator.rules.chain", "def f():\n    global night\n    night = 1"),
        ("narrator.rules.chain", "for seat in {1, 2}: pass"),
        ("narrator.rules.chain", "dead = [seat for seat in set(seats)]"),
        ("narrator.rules.chain", "def f(dead: frozenset[str]):\n    return list(dead)"),
        ("narrator.rules.chain", "dead = {1, 2} | more\nfor seat in dead: pass"),
        ("narrator.rules.chain", "def dead() -> set[str]: ...\nfirst, *rest = [*dead()]"),
        ("narrator.rules.chain", "names = ', '.join({1, 2})"),
        ("narrator.rules.chain", "one = {1, 2}.pop()"),
        ("narrator.rules.chain", "most = max({1, 2}, key=votes)"),
        ("narrator.telling.script", "from narrator.rules.table import Table"),
        ("narrator.box.box", "from narrator.rules import table"),
        ("narrator.box.box", "from narrator import rules"),
        ("narrator.game.game", "import web.pages"),
        ("narrator.telling.sound.mixer", "from narrator.rules.views import View"),
        ("narrator.telling.voice.line", "from ...game.game import Game"),
        ("web.pages", "from narrator.game import Game"),
        ("web.pages", "from narrator.rules.facts import Attacked"),
        ("hardware.buttons", "from narrator.rules.prompts import Prompt"),
        ("tests.test_night", "time.sleep(1)"),
    ],
)
def test_every_break_of_a_law_is_found(module: str, source: str) -> None:
    assert len(faults(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("narrator.rules.table", "from random import Random\ndice = Random(seed)"),
        ("narrator.rules.chain", "from narrator.rules.table import Table\nfrom narrator import errors"),
        ("narrator.rules.chain", "for seat in sorted({1, 2}): pass"),
        ("narrator.rules.chain", "alive = any(seat == 1 for seat in {1, 2}) and 1 in {1, 2}"),
        ("narrator.rules.chain", "for phase in ('night', 'day'): pass"),
        ("narrator.rules.chain", "same = {seat for seat in {1, 2}}"),
        ("narrator.game.game", "from narrator.rules.table import Table"),
        ("narrator.box.box", "from narrator.rules.views import View\nimport web.pages"),
        ("narrator.box.box", "from narrator.rules.table import IllegalTable"),
    ],
)
def test_code_that_the_laws_allow_is_not_refused(module: str, source: str) -> None:
    assert faults(source, module) == []
