"""Figures of the box as a whole: a tap, a line, a start, memory and work, each of the real box as a process."""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright

from tests.bench import figure
from tests.labs.alignment import aligned
from tests.labs.evening import EveningBox, Phone, free_port, heard_box, rehearsed, tasks_of
from tests.labs.pilab import CONTROL
from tests.labs.soundlab import STUCK, SoundLab, until
from web.screenshots import CHROMIUM, FLAGS

ROOT = Path(__file__).resolve().parent.parent
TAPS = 200
PAGES = 70
BOXES = 3
FIFTH = {
    "cpu.max": "4000 20000",
    "cpu.cfs_period_us": "20000",
    "cpu.cfs_quota_us": "4000",
    "cpu.rt_period_us": "20000",
    "cpu.rt_runtime_us": "4000",
}
"""What a control group is told, of the new kind or the old, in this order: a fifth of one core."""
GAME = {"pace": "brisk", "option": {"sheriff": "never"}}

TAP = """async (taps) => {  // each time: pick another tile, confirm, and wait for a frame that shows that it stands
    const frame = () => new Promise(requestAnimationFrame);
    const took = [];
    for (let tap = 0; tap < taps; tap++) {
        document.querySelectorAll("[data-choice]")[tap % 2].click();
        await frame();
        const began = performance.now();
        document.getElementById("confirm").click();
        while (!document.getElementById("confirm").textContent.startsWith("Chosen")) await frame();
        took.push((performance.now() - began) / 1000);
        await new Promise((done) => setTimeout(done, 20 + 60 * Math.random()));
    }
    return took;
}"""


def spread(seconds: list[float]) -> str:
    """The median of these times, and the one that only a twentieth exceed."""
    steps = quantiles(seconds, n=20)
    return f"{1000 * steps[9]:.0f} ms in the median, {1000 * steps[18]:.0f} ms in 95 of 100 ({len(seconds)} measured)"


@contextmanager
def crowd(phones: list[Phone]) -> Iterator[None]:
    """Let all these pages listen, read by one thread."""
    lines = [phone.open_stream() for phone in phones]
    over = threading.Event()

    def read() -> None:
        with selectors.DefaultSelector() as ears:
            for line in lines:
                ears.register(line, selectors.EVENT_READ, line)
            while not over.is_set():
                for key, _ in ears.select(0.1):
                    key.data.recv(1 << 16)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield
    finally:
        over.set()
        reader.join()
        for line in lines:
            line.close()


def start(box: EveningBox) -> Phone:
    """Begin a brisk game; returns the host's phone."""
    host = box.host()
    for what, value in GAME.items():
        assert host.tell("set", what=what, value=value)["ok"]
    reply = host.tell("start")
    assert reply["ok"], reply
    return host


@figure(f"tap: to its acknowledgement shown; one page in Chromium, {PAGES - 1} without", "95 in 100 under 100 ms")
def tap() -> str:
    with tempfile.TemporaryDirectory() as folder, EveningBox(Path(folder), stretch=30, rest=300, aloud=True) as box:
        players = box.seat(*(f"Player {number}" for number in range(1, 60)))
        more = [Phone(box, "table") for _ in range(PAGES - len(players) - 1)]
        host = box.host()
        assert host.tell("set", what="roleset", value="classic")["ok"]
        with crowd([*players, *more]), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": 390, "height": 844})
            page.goto(f"http://127.0.0.1:{box.port}")
            page.fill("#name", "Somebody")
            page.click("text=Sit down")
            page.wait_for_selector("#screen h1")
            start(box)
            page.wait_for_selector("[data-choice]", timeout=60_000)
            by_night: list[float] = page.evaluate(TAP, TAPS)
            while not players[0].view().get("screen", {}).get("public"):  # a starved box may answer that it is busy
                host.tell("skip")
            page.wait_for_selector("[data-choice]", timeout=60_000)
            in_a_vote: list[float] = page.evaluate(TAP, TAPS)
            browser.close()
    return f"at night {spread(by_night)}; in a vote that every page shows {spread(in_a_vote)}"


def asked(phone: Phone) -> dict[str, Any]:
    """What this phone is asked, as soon as it is asked something."""
    views = iter(phone.view, None)  # a starved box may answer that it is busy
    return next(view["screen"] for view in views if view.get("screen", {}).get("choices"))


def taps(phones: list[Phone], number: int) -> list[float]:
    """Phones answer in turn, this many taps in all, at most one in 50 ms: the seconds until each is acknowledged."""
    pause, took = threading.Event(), []
    for tap in range(number):
        phone = phones[tap % len(phones)]
        screen = asked(phone)
        choice = screen["choices"][tap % len(screen["choices"])]["value"]
        pause.wait(0.05)
        began = time.perf_counter()
        reply = phone.tell("answer", number=screen["number"], value=[choice])
        took.append(time.perf_counter() - began)
        assert reply["ok"], reply
    return took


@figure(f"vote: 60 players answer one after another, {PAGES} pages listen; to the reply", "95 in 100 under 150 ms")
def vote() -> str:
    with tempfile.TemporaryDirectory() as folder, EveningBox(Path(folder), stretch=30, rest=300, aloud=True) as box:
        players = box.seat(*(f"Player {number}" for number in range(1, 61)))
        more = [Phone(box, "table") for _ in range(PAGES - len(players))]
        host = box.host()
        assert host.tell("set", what="roleset", value="classic")["ok"]
        with crowd([*players, *more]):
            start(box)
            at_night = taps(players[:50], TAPS)  # the others keep the window open
            while not asked(players[0])["public"]:
                host.tell("skip")
            in_a_vote = taps(players[:50], TAPS)
    return f"at night {spread(at_night)}; in a vote {spread(in_a_vote)}"


@figure(f"line: from when it is due to its first sample, {BOXES} boxes at once", "95 in 100 under 100 ms")
def line() -> str:
    with ThreadPoolExecutor(BOXES) as pool:
        return spread([late for lines in pool.map(lateness, range(BOXES)) for late in lines])


def lateness(_: int) -> list[float]:
    """How late each line of two minutes was, by the mixer's clock; without those due while another was still heard, as
    they are in so hurried a game."""
    with tempfile.TemporaryDirectory() as folder, SoundLab() as lab:
        log = Path(folder) / "log.jsonl"
        with EveningBox(Path(folder), "--bots", "8", env=lab.env, log=str(log), stretch=0.05, aloud=True) as box:
            rehearsed(lab.home / ".cache")
            host = start(box)
            pause = threading.Event()
            for _ in range(120):
                pause.wait(1)
                no_debate(host)
        notes = [json.loads(text) for text in log.read_text().splitlines()]
    started, finished = (
        {note["clip"]: note["at"] for note in notes if note.get("event") == event} for event in ("Started", "Finished")
    )
    due, late = None, []
    for note in notes:
        due = note.get("due", due)
        if due is not None and note.get("clip") in started and "seconds" in note:
            if not any(began < due < finished.get(clip, began) for clip, began in started.items()):
                late.append(started[note["clip"]] - due)
            due = None
    return late


WORKER = """import time
while True:
    end = time.perf_counter() + 0.09
    while time.perf_counter() < end:
        pass
    time.sleep(0.01)
"""


@contextmanager
def busy(_: EveningBox) -> Iterator[None]:
    """Let each core be kept busy by a process that does nothing but that for nine tenths of the time."""
    processes = [subprocess.Popen(["nice", sys.executable, "-c", WORKER]) for _ in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


@contextmanager
def on_a_fifth(box: EveningBox) -> Iterator[None]:
    """Let the box, its mixer and its voice share a fifth of one core: 4 ms of every 20."""
    everybody = next(folder for folder in (CONTROL / "cpu", CONTROL) if folder.exists())
    fifth = everybody / f"narrator-bench-{os.getpid()}"
    fifth.mkdir()
    try:
        limits = [name for name in FIFTH if (fifth / name).exists()]
        assert limits, "the control groups of this machine limit no processor"
        for name in limits:
            (fifth / name).write_text(FIFTH[name], encoding="ascii")
        assert box.process is not None
        for process in [box.process.pid, *tasks_of(box.process.pid)]:
            (fifth / "cgroup.procs").write_text(str(process), encoding="ascii")
        yield
    finally:
        for task in (fifth / "cgroup.procs").read_text(encoding="ascii").split():
            (everybody / "cgroup.procs").write_text(task, encoding="ascii")
        fifth.rmdir()


@figure("caption: to its line in a recording, each core 90 % busy with something else", "all under 200 ms, no gap")
def caption() -> str:
    return captions(busy)


@figure("caption: the same, the box on a fifth of one core instead", "all under 200 ms, no gap")
def caption_on_a_fifth() -> str:
    return captions(on_a_fifth) if not os.geteuid() else "nothing: only root can hold a process to a fifth"


def captions(hindered: Callable[[EveningBox], AbstractContextManager[None]]) -> str:
    """How far captions and lines are apart in a first night of bots that is so hindered."""
    with tempfile.TemporaryDirectory() as folder:
        with heard_box(Path(folder), "--bots", "8", stretch=0.6) as (box, lab):
            rehearsed(Path(folder) / "cache")
            with hindered(box), lab.recording() as heard:
                host = start(box)
                until(lambda: host.view()["phase"] == "Day 1", STUCK)
        notes = [json.loads(text) for text in (Path(folder) / "notes.jsonl").read_text().splitlines()]
        lines = aligned(notes, heard)
    apart = [abs(line.begins - line.shown) for line in lines]
    worst = f"{1000 * max(apart):.0f} ms at most; {1000 * max(line.gap for line in lines):.0f} ms is the longest gap"
    return f"{spread(apart)}, {worst}; likeness {min(line.likeness for line in lines):.2f} at least"


@figure("start: from `make play` on a machine that is set up to “ready”", "under 3 s")
def ready() -> str:
    took = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(6):
            began = time.monotonic()
            words = f"ARGS=--data {folder} --listen 127.0.0.1 --port {free_port()}"
            making = subprocess.Popen(
                ["make", "--silent", "-C", str(ROOT), "play", words],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            assert making.stdout is not None
            while b"narrator is ready" not in (said := making.stdout.readline()):
                assert said, "the box does not start"
            took.append(time.monotonic() - began)
            os.killpg(making.pid, signal.SIGTERM)
            making.stdout.close()
            making.wait()
    _, *took = took  # the first one may still have had to set something up
    return f"{median(took):.2f} s in the median of 5, {max(took):.2f} s at most"


def no_debate(host: Phone) -> None:
    """Cut a debate short once its opening has been said."""
    view = host.view()
    if view["phase"].startswith("Day") and view["clock"] and 40 < view["clock"]["left"] < 110:
        host.tell("skip")


def resident(process: int) -> float:
    """The resident memory of a process, in MB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) / 1000


def worked(processes: list[int]) -> float:
    """The seconds of computing that these processes have used so far."""
    stats = [Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in processes]
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


@figure("load: box and mixer in a running game, 18 pages connected", "150 MB resident; 5 % of one core between calls")
def load() -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        SoundLab() as lab,
        EveningBox(Path(folder), env=lab.env, aloud=True) as box,
    ):
        players = box.seat(*(f"Player {number}" for number in range(1, 13)))
        host = box.host()
        with crowd([*players, host, *(Phone(box, "table") for _ in range(5))]):
            start(box)
            while host.view()["phase"] != "Day 1" or host.view()["clock"] is None:
                host.tell("skip")
            assert box.process is not None
            mixer = [
                task
                for task in tasks_of(box.process.pid)
                if b"sound.mixer_process" in Path(f"/proc/{task}/cmdline").read_bytes()
            ]
            processes = [box.process.pid, *mixer]
            began, before = time.monotonic(), worked(processes)
            until(lambda: time.monotonic() > began + 20, 30)
            share = (worked(processes) - before) / (time.monotonic() - began)
            memory = [resident(process) for process in processes]
    each = " + ".join(f"{one:.0f}" for one in memory)
    return f"{sum(memory):.0f} MB ({each}); {100 * share:.1f} % of one core"
