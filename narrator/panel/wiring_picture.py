"""What do the wires look like, and what does a light say? A plan as a picture to print on A4: one page for the
people who build it, and the pages that lie beside the table.

All lengths are in millimetres. Each function yields the elements of an SVG picture, from the back to the front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import cos, pi, sin
from textwrap import wrap
from xml.sax.saxutils import escape

from hardware.devices import Colour
from hardware.lights import ASKED, CONFIRMED, CONSIDERED, FAINT, FLASH, GREEN, PASSED, RED, Blinks, counted, levels
from hardware.plan import LightPins, Plan, SeatPins, pin_names
from hardware.wires import OHMS, Wire, wires
from narrator.panel.wiring_sheet import WiringWords

WIDTH, HEIGHT, EDGE = 210, 297, 12
MIDDLE = WIDTH // 2
LEFT, RIGHT = -1, 1
TOP, ROW, ROWS = 42.0, 8.4, 20
"""Where the pins begin, and how far apart and how many they are."""
INK, GREY = "#222", "#777"
PAINT = {"button": "#1f5fa8", "red": "#c0262c", "green": "#1e8a3c", "blue": "#3046d8", "ground": INK, "VCC": "#d06a00"}
OTHER = "#7a3fa0"
"""How wires are painted, by contact, and all others."""
PINS = {"GND": INK, "3V3": "#d06a00", "5V": "#c0262c"}
GPIO = "#1b6e5a"
STYLE = """
@page { size: A4; margin: 0 }
text { font: 3px sans-serif; fill: #222 }
.title { font-size: 7px; font-weight: bold }
.head { font-size: 4px; font-weight: bold }
.small { font-size: 2.5px }
.line { fill: none; stroke: #222; stroke-width: .5 }
.wire { fill: none; stroke-width: .7 }
.box { fill: #f5f5f2; stroke: #666; stroke-width: .3 }
"""

PRESSES: Mapping[str, Sequence[float]] = {
    "short": (0.1,),
    "long": (0.8,),
    "double": (0.1, 0.1),
    "counted": (0.1, 0.1, 0.1, 0.8),
}
"""How many seconds each press lasts, by the word for what is pressed."""
LASTING: Mapping[str, Colour] = {"asked": ASKED, "waiting": FAINT, "considered": CONSIDERED}
BLINKING: dict[str, Blinks] = {"pressed": FLASH, "chosen": CONFIRMED, "passed": PASSED}
LID_LASTING: Mapping[str, Colour] = {"lid-asked": ASKED, "lid-waiting": FAINT}
LID_BLINKING: dict[str, Blinks] = {"laid": CONFIRMED}
TOLD: dict[str, Blinks] = {
    "told-number": counted([3], 8),
    "told-no": counted([1], 8, RED),
    "told-yes": counted([2], 8, GREEN),
}
"""What a light shows, by the words for it."""
SECOND = 14.0
"""How long a second is drawn."""
CARDS, COLUMNS, LINE, LETTERS, BOLD = 176.0, 3, 3.8, 32, 26
"""Where the cards begin on the second page, and in which columns and lines they stand, of how many letters, and how
many bold ones in a heading."""
NOTES, ACROSS, MEANINGS, MORE = 60, 112, 58, 4.2
"""How many letters have room in a note, from one edge of the page to the other, and beside a drawing; and how far apart
the lines stand that go from edge to edge."""
WIDE: Mapping[str, float] = {"": 1.75, "head": 2.7}
"""How wide a letter is, about; words with less room are squeezed."""


def picture(name: str, plan: Plan, cards: Mapping[str, Sequence[str]], words: WiringWords) -> str:
    """The SVG text of a plan of this name; `cards` has, roleset by roleset, what has a number, in order."""
    found = wires(plan)
    more = [line for text in words.lines("more") for line in wrap(text, ACROSS)] if plan.seats else []
    lower = MORE * max(0, len(more) - 5)
    pages, listed = _cards(cards, CARDS + lower)
    elements = [
        _text(EDGE, 20, words.say("title", name=name), "title"),
        *_header({wire.pin for wire in found}, words),
        *_parts(found, words),
        *_notes(plan, len({wire.pin for wire in found}) < len(found), words),
        *(_button_page(plan.seats, more, lower, words) if plan.seats else _tag_page(plan.lid, words)),
        *listed,
    ]
    height = pages * HEIGHT
    size = f'width="{WIDTH}mm" height="{height}mm" viewBox="0 0 {WIDTH} {height}"'
    ground = f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<style>{STYLE}</style>", ground, *elements, "</svg>"]
    return "\n".join(lines) + "\n"


def _text(
    x: float, y: float, text: str, class_: str = "", anchor: str = "start", paint: str = INK, room: float = WIDTH
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="fill: {paint}"'
    squeezed = len(text) * WIDE.get(class_, 0) > room
    place += f' textLength="{room:.1f}" lengthAdjust="spacingAndGlyphs"' if squeezed else ""
    return f'<text class="{class_}" {place}>{escape(text)}</text>'


def _wrapped(x: float, y: float, text: str, letters: int) -> Iterator[str]:
    for at, line in enumerate(wrap(text, letters)):
        yield _text(x, y + LINE * at, line)


def _line(path: str, class_: str = "line", paint: str = INK) -> str:
    return f'<path class="{class_}" d="{path}" style="stroke: {paint}"/>'


def _rect(x: float, y: float, width: float, height: float, paint: str) -> str:
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{paint}"/>'


def _resistor(x: float, y: float, colour: str) -> Iterator[str]:
    yield f'<rect class="box" x="{x - 4.5:.1f}" y="{y - 1.5:.1f}" width="9" height="3"/>'
    yield _text(x, y + 0.9, f"{OHMS[colour]} Ω", "small", "middle")


# The first page: the header in the middle, and the parts on both sides of it.


def _place(pin: int) -> tuple[int, float]:
    """On which side of the header is a pin, and how far down the page?"""
    return (LEFT if pin % 2 else RIGHT), TOP + ROW * ((pin - 1) // 2)


def _header(used: set[int], words: WiringWords) -> Iterator[str]:
    yield _text(MIDDLE, TOP - 9, words.say("pins"), anchor="middle")
    yield _text(MIDDLE, TOP + ROWS * ROW + 3, words.say("pins-end"), anchor="middle")
    yield f'<rect class="box" x="{MIDDLE - 9}" y="{TOP - 5}" width="18" height="{ROWS * ROW + 2.4:.1f}" rx="2"/>'
    for pin, name in pin_names().items():
        side, y = _place(pin)
        x, paint = MIDDLE + side * 4.2, PINS.get(name, GPIO)
        fill = paint if pin in used else "white"
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.7" fill="{fill}" stroke="{paint}" stroke-width=".4"/>'
        yield _text(x, y + 0.9, str(pin), "small", "middle", "white" if pin in used else GREY)
        label = name.replace("GPIO", "GPIO ")
        yield _text(MIDDLE + side * 10.5, y - 0.8, label, "small", "end" if side == LEFT else "start")


def _parts(found: Sequence[Wire], words: WiringWords) -> Iterator[str]:
    """Every part on the side of most of its pins, from above as its pins are."""
    parts = [list(part) for _, part in groupby(found, key=lambda wire: wire.part)]
    for side in (LEFT, RIGHT):
        here = [part for part in parts if (sum(_place(wire.pin)[0] for wire in part) < 0) == (side == LEFT)]
        here.sort(key=lambda part: sum(_place(wire.pin)[1] for wire in part) / len(part))
        heights = [8.0 + 5.4 * len(part) for part in here]
        room = ROWS * ROW + 10
        scale = min(1.0, room / (sum(heights) + 2 * len(heights) + 1))
        gap = min(9.0, (room - scale * sum(heights)) / (len(heights) + 1))
        y = TOP - 9 + (room - scale * sum(heights) - gap * (len(heights) - 1)) / 2
        for part, height in zip(here, heights, strict=True):
            yield from _part(part, side, y, scale, words)
            y += scale * height + gap


def _part(part: Sequence[Wire], side: int, top: float, scale: float, words: WiringWords) -> Iterator[str]:
    edge, anchor = MIDDLE + side * 60, "end" if side == LEFT else "start"
    x = edge - 33 if side == LEFT else edge
    yield f'<rect class="box" x="{x}" y="{top:.1f}" width="33" height="{scale * (7 + 5.4 * len(part)):.1f}" rx="1.5"/>'
    yield _text(edge + side * 3, top + 4.6 * scale, words.named(part[0].part).capitalize(), "head", anchor, room=27)
    for at, wire in enumerate(sorted(part, key=lambda wire: _leaves(wire, side))):
        y = top + scale * (9 + 5.4 * at)
        contact = words.named(wire.contact)
        title = words.say("wire", part=words.named(wire.part), contact=contact, pin=wire.pin)
        yield from _wire(wire, side, edge, y, title)
        label = words.say("contact", contact=contact, pin=wire.pin)
        yield _text(edge + side * 3, y + 1, label, anchor=anchor, room=28)


def _leaves(wire: Wire, side: int) -> float:
    """How far down the page does a wire leave the header: beside its pin, or, on the other side, below that row?"""
    pin_side, y = _place(wire.pin)
    return y if pin_side == side else y + ROW / 2


def _wire(wire: Wire, side: int, edge: float, y: float, title: str) -> Iterator[str]:
    """A wire from its pin, past the label, or between two rows to the other side, to a part's edge."""
    paint = PAINT.get(wire.contact, OTHER)
    (pin_side, pin_y), level = _place(wire.pin), _leaves(wire, side)
    near, far = MIDDLE + side * 23, edge - side * 16
    start = f"M {MIDDLE + pin_side * 6.9:.1f} {pin_y:.1f}"
    if pin_side != side:
        start = f"M {MIDDLE + pin_side * 2.2:.1f} {pin_y + 1.9:.1f} L {MIDDLE} {level:.1f}"
    bend = (near + far) / 2
    curve = f"H {near:.1f} C {bend:.1f} {level:.1f} {bend:.1f} {y:.1f} {far:.1f} {y:.1f} H {edge:.1f}"
    yield f"<g><title>{escape(title)}</title>{_line(f'{start} {curve}', 'wire', paint)}"
    yield f'<circle cx="{edge}" cy="{y:.1f}" r="1.1" fill="{paint}"/></g>'
    if wire.contact in OHMS:
        yield from _resistor(edge - side * 9, y, wire.contact)


def _notes(plan: Plan, shared: bool, words: WiringWords) -> Iterator[str]:
    y = TOP + ROWS * ROW + 14
    lights = [seat.light for seat in plan.seats.values()] + ([plan.lid] if plan.lid else [])
    colours = [name for name in LightPins._fields if any(getattr(light, name) is not None for light in lights)]
    if plan.seats:
        yield _text(EDGE, y, words.say("inside"), "head")
        yield from _inside(y + 9, colours, words)
    ohms = ", ".join(f"{words.named(name)} {OHMS[name]} Ω" for name in colours)
    switches = "HSU" if plan.reader and plan.reader.pn532 == "uart" else "SPI"
    notes = [
        (lights, words.say("resistors", resistors=ohms)),
        (lights, words.say("leg")),
        (plan.knob, words.say("knob-wires")),
        (plan.reader, words.say("reader-wires", switches=switches)),
        (shared, words.say("twisted")),
        (plan, words.say("no-5v")),
    ]
    x = EDGE + 80
    yield _text(x, y, words.say("mind"), "head")
    y += 7
    for note in [note for needed, note in notes if needed]:
        lines = [*_wrapped(x, y, note, NOTES)]
        yield from lines
        y += LINE * len(lines) + 1.2


def _inside(y: float, colours: Sequence[str], words: WiringWords) -> Iterator[str]:
    right = EDGE + 74
    yield _text(EDGE, y + 1, words.named("button"), room=11)
    yield _line(f"M {EDGE + 12} {y} H 48 M 46 {y - 3} H 58 M 52 {y - 3} v -2 M 56 {y} H {right}")
    yield from (f'<circle cx="{x}" cy="{y}" r=".9" fill="{INK}"/>' for x in (48, 56))
    for at, colour in enumerate(colours, 1):
        line, paint = y + 9 * at, PAINT[colour]
        yield _text(EDGE, line + 1, words.named(colour), room=11)
        yield _line(f"M {EDGE + 12} {line} H {right}")
        yield from _resistor(40, line, colour)
        yield f'<path d="M 55 {line - 2.4} L 60 {line} L 55 {line + 2.4} z" fill="{paint}"/>'
        yield _line(f"M 60 {line - 2.4} v 4.8 M 60.5 {line - 3.4} l 2 -2 M 63 {line - 2.6} l 2 -2", paint=paint)
    end = y + 9 * len(colours)
    yield _line(f"M {right} {y} V {end + 6} M {right - 4} {end + 6} h 8 M {right - 2.5} {end + 7.2} h 5")
    yield _text(right - 6, end + 7, words.named("ground"), anchor="end")


# What lies beside the table.


def _button_page(seats: Mapping[int, SeatPins], more: Sequence[str], lower: float, words: WiringWords) -> Iterator[str]:
    yield _text(EDGE, HEIGHT + 20, words.say("one-button"), "title")
    yield from _presses(more, words)
    yield from _ring(len(seats), words)
    y = HEIGHT + 96 + lower
    yield _text(EDGE, y, words.say("your-light"), "head")
    yield from _shown(y, LASTING, BLINKING | TOLD, next(iter(seats.values())).light, words)


def _tag_page(lid: LightPins | None, words: WiringWords) -> Iterator[str]:
    yield _text(EDGE, HEIGHT + 20, words.say("on-the-lid"), "title")
    for at, line in enumerate(words.lines("tokens")):
        yield from _wrapped(EDGE, HEIGHT + 32 + 7 * at, line, ACROSS)
    if lid is not None:
        yield _text(EDGE, HEIGHT + 76, words.say("light-on-lid"), "head")
        yield from _shown(HEIGHT + 76, LID_LASTING, LID_BLINKING | TOLD, lid, words)


def _presses(more: Sequence[str], words: WiringWords) -> Iterator[str]:
    y = HEIGHT + 32
    yield _text(EDGE, y, words.say("you-press"), "head")
    for at, (meaning, lengths) in enumerate(PRESSES.items(), 1):
        line, x = y + 8 * at, float(EDGE)
        for seconds in lengths:
            yield _rect(x, line - 3, SECOND * seconds, 4, INK)
            x += SECOND * (seconds + 0.15)
        yield from _wrapped(EDGE + 26, line, words.say(meaning), MEANINGS + 4)
    for at, text in enumerate(more):
        yield _text(EDGE, y + 42 + MORE * at, text)


def _ring(seats: int, words: WiringWords) -> Iterator[str]:
    """Seats around a table, each with its number counted from the one below."""
    x, y, radius = WIDTH - 34, HEIGHT + 44, 17
    yield f'<circle class="box" cx="{x}" cy="{y}" r="{radius - 5}"/>'
    for at, line in enumerate(words.lines("ring")):
        yield _text(x, y - 0.5 + 4 * at, line, anchor="middle", room=22)
    for seat in range(1, seats + 1):
        turn = pi / 2 + 2 * pi * seat / seats
        place = x + radius * cos(turn), y + radius * sin(turn)
        inside, ink = (INK, "white") if seat == seats else ("white", INK)
        yield f'<circle class="line" cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="3.2" style="fill: {inside}"/>'
        yield _text(place[0], place[1] + 1.1, str(seat), "", "middle", ink)
    yield _text(x, y + radius + 7, words.say("you"), anchor="middle")


def _shown(
    y: float, lasting: Mapping[str, Colour], blinking: Mapping[str, Blinks], light: LightPins, words: WiringWords
) -> Iterator[str]:
    """What a light shows, in the colours that it has."""
    x = WIDTH - EDGE - SECOND * 6
    for at, (meaning, colour) in enumerate(lasting.items(), 1):
        yield from _wrapped(EDGE, y + 7 * at, words.say(meaning), MEANINGS)
        yield _lit(x, y + 7 * at, 6.0, light, colour)
    for at, (meaning, blinks) in enumerate(blinking.items(), len(lasting) + 1):
        yield from _wrapped(EDGE, y + 7 * at, words.say(meaning), MEANINGS)
        yield _line(f"M {x} {y + 7 * at + 1} h {SECOND * 6}", paint=GREY)
        passed = 0.0
        for seconds, colour in blinks:
            if any(colour):
                yield _lit(x + SECOND * passed, y + 7 * at, seconds, light, colour)
            passed += seconds


def _lit(x: float, y: float, seconds: float, light: LightPins, colour: Colour) -> str:
    """A stretch of light, the higher the brighter."""
    lit = levels(colour, light.pins)
    brightest = max(lit.values())
    paint = "#" + "".join(f"{round(200 * lit.get(name, 0.0) / brightest):02x}" for name in LightPins._fields)
    return _rect(x, y + 1 - 7 * brightest, SECOND * seconds, 7 * brightest, paint)


def _cards(cards: Mapping[str, Sequence[str]], first: float) -> tuple[int, list[str]]:
    """How many pages there are, and the cards of each roleset with their numbers, column by column, the `first` so far
    down its page."""
    elements: list[str] = []
    page, column, y = 1, 0, first
    for title, names in cards.items():
        for number, name in enumerate((title, *names)):
            lines = wrap(name, LETTERS if number else BOLD)
            if y + (len(lines) + (0 if number else 3)) * LINE > HEIGHT - EDGE:
                page, column = page + (column + 1) // COLUMNS, (column + 1) % COLUMNS
                y = first if page == 1 else 20.0
            x = EDGE + column * (WIDTH - 2 * EDGE) / COLUMNS
            if number:
                elements.append(_text(x + 4, page * HEIGHT + y, str(number), anchor="end"))
            for line in lines:
                indent, class_ = (5.5, "") if number else (0, "head")
                elements.append(_text(x + indent, page * HEIGHT + y, line, class_))
                y += LINE
        y += LINE
    return page + 1, elements
