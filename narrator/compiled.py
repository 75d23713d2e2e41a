"""Are rules and bots compiled? They run as they stand; made into machine code they play twice as many games a second.

`compiling.py` makes the machine code. It lies in Python's environment beside a fingerprint of the sources that it was
made of, and is used only while they are the same: whoever changes a rule runs what stands in the file.
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
    """What the sources, what makes machine code of them, and this Python are, in few letters."""
    texts = [file.read_bytes() for file in (*SOURCES, HERE / "compiling.py")]
    return sha256(b"".join([str(get_config_var("SOABI")).encode(), *texts])).hexdigest()


def today() -> bool:
    """Were the compiled modules made of the sources that stand here?"""
    try:
        return MARK.read_text(encoding="ascii") == fingerprint()
    except OSError:
        return False


def use(path: list[str]) -> None:
    """Let the package's modules be found first among the compiled ones, if these are of today."""
    if today():
        path.insert(0, str(FOLDER / "narrator"))
        sys.path.append(str(FOLDER))
