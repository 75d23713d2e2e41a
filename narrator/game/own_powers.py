"""The host's own powers: Python files in a folder `powers` beside rolesets, loaded only where the host allows it.

They are written as those of the project are (`narrator/rules/powers/`), and name themselves in the same decorators.
"""

from __future__ import annotations

import ast
import sys
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib.util import module_from_spec, spec_from_loader
from inspect import signature, unwrap
from pathlib import Path
from types import FrameType
from typing import Any

from narrator.errors import BadFile, NarratorError, Place, Problem
from narrator.files import text
from narrator.rules.facts import Announced, Attacked, Fact, Told
from narrator.rules.grammar import MOMENTS
from narrator.rules.prompt_reader import CHOOSE
from narrator.rules.registry import KINDS, a, gathered, told_about, traits_of
from narrator.rules.strict_yaml import nearest
from narrator.telling.script import CUES

LISTS = {
    "moment": MOMENTS,
    "wave_effect": ("wave", "passing"),
    "verdict": ("verdicts",),
    "victory": ("wins",),
    "fate": ("fates",),
    "concealment": ("concealments",),
    "dealing": ("dealing",),
}
"""The lists of a roleset in which functions of these kinds must stand, or nothing calls them; the usual one first."""
NAMED_UNDER = {
    "power": "power", "effect": "then", "pool": "choose", "combination": "choose", "condition": "when",
    "agreement": "agree", "telling": "told", "tie": "tie", "outcome": "outcome", "procedure": "instead",
    "event": "events", "aim": "wins_if",
}  # fmt: skip
"""Where rolesets name functions of the other kinds, somewhere at least."""
MOST_STEPS = 1_000_000
"""How many instructions of Python one call of a function may take: any more are a loop without an end."""
OWN_MODULE = "own_powers"
"""The module in which Python keeps these files."""
_LOADED: dict[Path, list[tuple[str, str]]] = {}
"""What is in each file that was loaded: the kind and the name of each thing."""


def load(folder: Path) -> None:
    """Load every file of a folder, each once. Raises `BadFile` (`power`) with all that cannot be loaded."""
    problems = [problem for file in _files(folder) if file not in _LOADED for problem in _load(file)]
    if problems:
        take_out(folder)
        raise BadFile("power", problems)


def keep_out(folder: Path) -> None:
    """Note what is in the files of a folder without running them, so that messages can say where it is."""
    for file in _files(folder):
        if file not in _LOADED:
            for kind, name, line in _named_in(file):
                KINDS[kind].not_allowed[name] = Place(str(file), line, 1)


def take_out(folder: Path) -> None:
    """Forget what is in the files of a folder."""
    for file in [file for file in _LOADED if file.parent == folder.resolve()]:
        for kind, name in _LOADED.pop(file):
            KINDS[kind].forget(name)
    for registry in KINDS.values():
        for name, place in tuple(registry.not_allowed.items()):
            if Path(place.file).parent == folder.resolve():
                del registry.not_allowed[name]


def unlisted(
    folder: Path, listed: Callable[[Collection[str]], Collection[str]], named: Collection[str]
) -> Iterator[Problem]:
    """A warning for each function in a folder's files that no roleset calls; `listed` says what stands in lists of
    these names, and `named` are all words that stand anywhere."""
    for file, found in _LOADED.items():
        for kind, name in found if file.parent == folder.resolve() else ():
            if kind in LISTS and name not in listed(LISTS[kind]):
                what, key = KINDS[kind].kind, LISTS[kind][0]
                sentence = f"Nothing calls the {what} “{name}”: list it under “{key}” in a roleset."
                yield Problem(_place(kind, name, file), sentence)
            elif kind in NAMED_UNDER and name not in named:
                what, key = KINDS[kind].kind, NAMED_UNDER[kind]
                yield Problem(_place(kind, name, file), f"Nothing uses the {what} “{name}”: name it under “{key}”.")


def allowed() -> list[str]:
    """The folders whose powers are loaded, as they are given with `--rolesets`."""
    return sorted({str(file.parent.parent) for file in _LOADED})


@contextmanager
def reported() -> Iterator[None]:
    """Raise `BadFile` (`power`) with the place where a power of the host's own fails while it is played."""
    try:
        yield
    except NarratorError:
        raise
    except (Exception, SystemExit) as error:
        if (problem := failed(error)) is None:
            raise
        raise BadFile("power", [problem]) from error


def failed(error: BaseException) -> Problem | None:
    """What has failed at which line of a power of the host's own, where an error came from there."""
    lines = _lines(error, {str(file) for file in _LOADED})
    return Problem(Place(*lines[-1], 1), f"{type(error).__name__}: {error}.") if lines else None


def _files(folder: Path) -> list[Path]:
    return sorted(folder.resolve().glob("*.py"))


def _load(file: Path) -> Iterator[Problem]:
    """Run a file, and yield what goes wrong in it."""
    before = {kind: set(registry) for kind, registry in KINDS.items()}
    spec = spec_from_loader(f"{OWN_MODULE}.{file.stem}", None, origin=str(file))
    assert spec is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    try:
        exec(compile(text(file), str(file), "exec", dont_inherit=True), module.__dict__)
    except SyntaxError as error:
        yield Problem(Place(str(file), error.lineno or 1, error.offset or 1), f"This is not Python: {error.msg}.")
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever somebody's code raises)
        lines = _lines(error, {str(file)}) or [(str(file), 1)]
        why = error.sentence if isinstance(error, NarratorError) else f"{type(error).__name__}: {error}."
        yield Problem(Place(*lines[-1], 1), why)
    new = [(kind, name) for kind, registry in KINDS.items() for name in registry if name not in before[kind]]
    _LOADED[file] = new
    for kind, name in new:
        if kind != "step":
            yield from _guard(kind, name, file)


def _guard(kind: str, name: str, file: Path) -> Iterator[Problem]:
    """From now on a function that gives back something wrong is reported; a problem, if its parameters are wrong."""
    registry = KINDS[kind]
    function, handed, gives = registry[name], registry.handed, registry.gives
    place = _place(kind, name, file)
    try:
        signature(function).bind(*handed.split(", "))
    except (TypeError, ValueError):
        sentence = f"{a(registry.kind).capitalize()} is handed {handed}, so write `def {function.__name__}({handed}):`."
        yield Problem(place, sentence)
        return
    choose = traits_of(function).get("choose", "one")
    if choose not in CHOOSE:
        yield Problem(place, f"“{name}” cannot have choose={choose!r}; it is one of {', '.join(CHOOSE)}.")

    @wraps(function)
    def guarded(*arguments: Any) -> Any:
        log = getattr(arguments[0], "log", [])
        before = len(log)
        with _ending(name, str(file)):
            result = function(*arguments)
        for slip in [_slip(arguments[0], fact) for fact in log[before:]]:
            if slip:
                raise BadFile("power", [Problem(place, f"{a(registry.kind).capitalize()}, “{name}”, {slip}")])
        if not isinstance(result, gives.types):
            sentence = f"{a(registry.kind).capitalize()} gives back {gives.words}; “{name}” gave back {result!r}."
            raise BadFile("power", [Problem(place, sentence)])
        if kind == "victory" and result is not None:
            sides = {*arguments[0].sides.values(), "lovers", "nobody"}
            if result not in sides:
                sentence = f"The victory “{name}” gave back the side {result!r}, which no card has"
                raise BadFile("power", [Problem(place, sentence + nearest(result, sides))])
        return result

    registry.exchange(name, guarded)


class _Endless(BaseException):
    """Too many steps, at this line; no `except Exception` in a function hides it."""


@contextmanager
def _ending(name: str, file: str) -> Iterator[None]:
    """Raise `BadFile` (`power`) where a function of this file does not come back. Steps are counted, not seconds, so
    that a game played again ends at the same place."""
    left = MOST_STEPS

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != file:
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True  # a loop on one line is no new line
        left -= 1
        if not left:
            raise _Endless(frame.f_lineno)
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    except _Endless as error:
        sentence = f"“{name}” does not come back: see that the loop here ends."
        raise BadFile("power", [Problem(Place(file, error.args[0], 1), sentence)]) from None
    finally:
        sys.settrace(before)


def _slip(table: Any, fact: Fact) -> str:
    """What nobody could say or count of a fact that a function has recorded, and the remedy; nothing if all can be."""
    match fact:
        case Announced(cue=cue, about=about):
            if cue not in gathered("says") and cue not in CUES:
                return f"announces “{cue}”, which no function says: add `says={{\"{cue}\": ()}}` to its decorator."
            places = [place for place in gathered("says").get(cue, ()) if place != "text"]  # that of the event named
            if len(about) < len(places):
                named = ", ".join(places)
                return f"announces “{cue}” with {len(about)} of the {len(places)} places that its line has: {named}."
        case Told(about=about) if about not in (*table.seats, "card", *told_about()):
            return f"tells of “{about}”, which no function tells: add `tells={{\"{about}\": ()}}` to its decorator."
        case Attacked(cause=cause) if cause not in table.rules.causes:
            return f"kills by “{cause}”: add `brings=\"{cause}\"` to its decorator, and “{cause}” to `causes`."
    return ""


def _place(kind: str, name: str, file: Path) -> Place:
    code = getattr(unwrap(KINDS[kind][name]), "__code__", None)
    return Place(str(file), getattr(code, "co_firstlineno", 1), 1)


def _lines(error: BaseException, files: set[str]) -> list[tuple[str, int]]:
    """Through which lines of these files did an error come, with the file of each?"""
    frames = traceback.extract_tb(error.__traceback__)
    return [(frame.filename, frame.lineno or 1) for frame in frames if frame.filename in files]


def _named_in(file: Path) -> Iterator[tuple[str, str, int]]:
    """The kind, the name and the line of every function that a file names in a decorator; nothing where the file is
    not Python."""
    try:
        tree = ast.parse(text(file))
    except (NarratorError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    constants = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=constant)], value=ast.Constant(value=str(value))):
                constants[constant] = value
            case ast.FunctionDef(name=function, decorator_list=decorators):
                for decorator in decorators:
                    call = decorator.func if isinstance(decorator, ast.Call) else decorator
                    if isinstance(call, ast.Name) and call.id in KINDS:
                        name = function.replace("_", "-")
                        match decorator:
                            case ast.Call(args=[ast.Constant(value=str(name))]):
                                pass
                            case ast.Call(args=[ast.Name(id=constant)]):
                                name = constants.get(constant, name)
                        yield call.id, name, decorator.lineno
