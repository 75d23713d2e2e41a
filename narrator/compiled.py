"""Are rules and bots compiled? They run as plain Python too; as machine code they play twice as many games a second.

`compiling.py` makes the machine code. It is kept in Python's environment beside a fingerprint of the sources it was
made from, and is used only while they are the same: after you change a rule, the file itself runs.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from sysconfig import get_config_var

HERE = Path(__file__).resolve().parent
FOLDER = Path(sys.prefix, "narrator-compiled")
MARK = FOLDER / "fingerprint"

SOURCES = [*sorted(HERE.glob("rules/**/*.py")), HERE / "game" / "game.py", HERE / "game" / "bots.py"]


def fingerprint() -> str:
    """A short text that changes with the sources, with the compiler, and with this Python."""
    texts = [file.read_bytes() for file in (*SOURCES, HERE / "compiling.py")]
    return sha256(b"".join([str(get_config_var("SOABI")).encode(), *texts])).hexdigest()


def up_to_date() -> bool:
    """Were the compiled modules made from the sources as they are now?"""
    try:
        return MARK.read_text(encoding="ascii") == fingerprint()
    except OSError:
        return False


def use(path: list[str]) -> None:
    """Let the package's modules be found first among the compiled ones, if those are up to date."""
    if up_to_date():
        path.insert(0, str(FOLDER / "narrator"))
        sys.path.append(str(FOLDER))
