"""A page on which scenes are shown one after another: most of the work of a new page is to open and load it."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser

from tests.labs.fakescenes import Scene
from web.screenshots import Staged, play, set_up, staged


class Stages:
    """Scenes one after another: `show` each of them, then `close`.

    A page that follows its box is not loaded for its next scene, unless its user has done something there.
    """

    def __init__(self, browser: Browser, **context_options: Any) -> None:
        self._browser = browser
        self._options = context_options
        self._open = ExitStack()
        self._shown: tuple[Staged, Scene, int] | None = None

    def show(self, scene: Scene, width: int = 320) -> Staged:
        """This scene on a page of this width; what was shown before is gone."""
        if self._shown is not None:
            stage, before, of_width = self._shown
            if scene.follows_on(before) and width == of_width and stage.box.fake_page is None:
                self._shown = stage, scene, width
                self._go_on(stage, before, scene)
                return stage
        self.close()
        stage = self._open.enter_context(staged(self._browser, scene, width, **self._options))
        self._shown = stage, scene, width
        return stage

    @staticmethod
    def _go_on(stage: Staged, before: Scene, scene: Scene) -> None:
        page, box, server, complaints, _ = stage
        if before.act is None:
            box.show(phase="")
            page.wait_for_selector("#phase:empty", state="attached")
            complaints.clear()
            set_up(box, scene)
        else:
            page.goto("about:blank")  # a page that is open meanwhile asks for what only the scene before has
            complaints.clear()
            set_up(box, scene)
            page.goto(f"http://127.0.0.1:{server.port}{scene.page}")
        play(page, scene)

    def close(self) -> None:
        """Nothing is shown any more."""
        self._open.close()
        self._shown = None
