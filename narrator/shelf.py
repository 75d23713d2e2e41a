"""Where rolesets stand: the project's own folder and the host's.

The rules read no files; the shelf does, once for each roleset and each choice of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from narrator.rules.deal import checked_options
from narrator.rules.rolesets import Roleset, compiled, declared, with_options
from narrator.rules.strict_yaml import BadFile, Map, Place, Problem, merged, nearest, read
from narrator.rules.table import IllegalTable

OWN = Path(__file__).resolve().parent.parent / "rolesets"


class Shelf:
    """Rolesets by id, from folders searched in order: the host's before the project's own."""

    def __init__(self, *folders: Path) -> None:
        self.folders = (*folders, OWN)
        self._trees: dict[str, Map] = {}
        self._rolesets: dict[tuple[str, tuple[tuple[str, object], ...]], tuple[Roleset, Mapping[str, str]]] = {}

    @property
    def names(self) -> list[str]:
        """The ids of all rolesets, the host's first."""
        found = [file.stem for folder in self.folders for file in sorted(folder.glob("*.yaml")) if "." not in file.stem]
        return list(dict.fromkeys(found))

    def roleset(self, name: str, options: Mapping[str, object]) -> tuple[Roleset, Mapping[str, str]]:
        """A roleset as these options make it, and the value of each of its options."""
        key = (name, tuple(options.items()))
        if key not in self._rolesets:
            tree = self.tree(name)
            values = checked_options(declared(tree), options)
            self._rolesets[key] = compiled(with_options(tree, values)), values
        return self._rolesets[key]

    def tree(self, name: str) -> Map:
        """The YAML of a roleset, with what it extends under it."""
        if name not in self._trees:
            file = self.file(f"{name}.yaml")
            if file is None:
                raise IllegalTable("unknown-roleset", f"There is no roleset “{name}”{nearest(name, self.names)}")
            tree = read(_text(file), str(file))
            if "extends" in tree:
                under = str(tree["extends"])
                if under == name or self.file(f"{under}.yaml") is None:
                    place = tree.value_places["extends"]
                    problem = f"It extends “{under}”, and there is no such roleset{nearest(under, self.names)}"
                    raise BadFile("roleset", [Problem(place, problem)])
                tree = merged(self.tree(under), tree)
            self._trees[name] = tree
        return self._trees[name]

    def file(self, name: str) -> Path | None:
        """The file of this name in the first folder that has one."""
        return next((folder / name for folder in self.folders if (folder / name).is_file()), None)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile("unreadable", [Problem(Place(str(file), 1, 1), f"This file cannot be read: {error}.")]) from None


SHELF = Shelf()
