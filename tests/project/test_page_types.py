"""What pages and box send each other is written down once, in types: all that is made of them is up to date, and all
scripts keep to them."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from web.schema import schema

WEB = Path(__file__).parents[2] / "web"


def test_the_schema_beside_the_pages_is_that_of_the_types() -> None:
    kept = json.loads((WEB / "schema.json").read_text(encoding="utf-8"))
    assert kept == schema(), "run `make types`"


def test_the_types_of_the_scripts_are_made_from_that_schema() -> None:
    digest = sha256((WEB / "schema.json").read_bytes()).hexdigest()[:16]
    first, *_ = (WEB / "types.d.ts").read_text(encoding="utf-8").splitlines()
    assert digest in first, "run `make types`"


def test_every_script_is_checked_to_its_last_line() -> None:
    for script in (WEB / "static").glob("*.js"):
        first, *lines = script.read_text(encoding="utf-8").splitlines()
        assert first == "// @ts-check", script.name
        assert not [line for line in lines if re.search(r"@ts-|biome-ignore|[<{:] ?any\b", line)], script.name
