"""How does sound go before everything else on this machine? By right, as the box's unit has it, or by asking for it.

Whoever starts the box at a desktop has no such right, but RealtimeKit gives it, as it does to the sound server. In
return it wants a limit (`RLIMIT_RTTIME`): what computes for longer without a pause is no better than others again.
"""

from __future__ import annotations

import os
import resource
import subprocess
import threading
from contextlib import suppress

KIT = "org.freedesktop.RealtimeKit1"
ASK = ("busctl", "--system", "--quiet", "--timeout=2", "call", "--", KIT, "/org/freedesktop/RealtimeKit1", KIT)
LONGEST, DEADLY = 150_000, 200_000
"""In microseconds: after the first the mixer calms down by itself; RealtimeKit allows no more than the second."""
EAGER = -11
"""How nice a thread is that goes before other programs, but not before those that must be on time."""


def goes_first(urgent: int, thread: int = 0) -> bool:
    """Have this thread go before every other program, if that is allowed; is it? Those that it starts do so, too, if
    it has the right. A thread that is less `urgent` than others is only eager where it has to ask."""
    try:
        os.sched_setscheduler(thread, os.SCHED_RR, os.sched_param(urgent))
    except PermissionError:
        return _is_granted(urgent, thread or threading.get_native_id())
    return True


def _is_granted(urgent: int, thread: int) -> bool:
    resource.setrlimit(resource.RLIMIT_RTTIME, (LONGEST, DEADLY))
    do, types, value = ("Realtime", "ttu", urgent) if urgent > 1 else ("HighPriority", "tti", EAGER)
    words = [f"MakeThread{do}WithPID", types, *map(str, (os.getpid(), thread, value))]
    try:
        asked = subprocess.run([*ASK, *words], capture_output=True)
    except OSError:
        return False
    return asked.returncode == 0


def calm_down(*_: object) -> None:
    """Be no better than other programs from now on: the handler of the signal `SIGXCPU`, which tells of the limit."""
    for thread in os.listdir("/proc/self/task"):
        with suppress(ProcessLookupError):
            os.sched_setscheduler(int(thread), os.SCHED_OTHER, os.sched_param(0))
