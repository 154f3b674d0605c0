"""The editor of a sample."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass

from playwright.sync_api import FrameLocator, Locator, Page, expect

HELPER = "/guide/advanced/storage-helper.html"
"""A page with TypeScript, React and Vue samples, with and without other files."""
LOOK = "guide/storage-helper/look.ts"
TOOLBAR = "guide/storage-helper/Toolbar.tsx"
WATCHED = "guide/storage-helper/WatchedSettings.vue"

PATIENCE_MS = 20_000
"""Loading the compiler is slow on a busy machine."""


@dataclass(frozen=True)
class Words:
    """The labels of the buttons."""

    run: str
    again: str
    edit: str
    reset: str
    copy_link: str
    copied: str


ENGLISH = Words("Run", "Run again", "Edit", "Reset", "Copy link", "Copied")
CHINESE = Words("运行", "重新运行", "编辑", "重置", "复制链接", "已复制")


def wake(page: Page) -> None:
    """Moves the mouse once the page is hydrated, which loads the lazy features."""
    page.locator("[role=switch]:enabled").first.wait_for(state="attached")
    page.mouse.move(200, 300)
    page.mouse.move(210, 310)


def block_of(page: Page, title: str) -> Locator:
    """The block of a sample, by its title or by that of its tab."""
    titled = page.locator("[data-run]", has=page.locator(".code-title", has_text=title))
    tab = page.locator(".code-group > label", has_text=title).locator("+ [data-run]")
    return titled.or_(tab).first


@dataclass(frozen=True)
class Panel:
    """The panel below a block."""

    page: Page
    words: Words = ENGLISH

    @property
    def place(self) -> Locator:
        return self.page.locator(".live-panel")

    @property
    def editor(self) -> Locator:
        """The editor, in the block above the panel."""
        return self.page.locator(".live-editor")

    @property
    def code(self) -> Locator:
        return self.editor.get_by_role("textbox")

    @property
    def console(self) -> Locator:
        return self.place.locator(".live-console li")

    @property
    def status(self) -> Locator:
        return self.place.get_by_role("status").first

    @property
    def problem(self) -> Locator:
        return self.editor.get_by_role("alert")

    @property
    def interface(self) -> FrameLocator:
        """The document of the sample, in a frame inside the frame of the panel."""
        return self.page.frame_locator(".live-frame iframe").frame_locator("iframe")

    def button(self, name: str) -> Locator:
        return self.place.or_(self.editor).get_by_role("button", name=name, exact=True)

    def open(self, block: Locator) -> None:
        """Runs a sample, and opens the editor."""
        if (tab := block.locator("xpath=preceding-sibling::label[1]/input")).count():
            tab.check()
        block.locator(".live-run").click()
        expect(self.place.locator("[data-outcome=done]")).to_be_visible()
        self.button(self.words.edit).click()
        expect(self.code).to_be_focused()

    def close(self) -> None:
        self.place.locator(".live-close").click()
        expect(self.place).to_have_count(0)

    def write(self, text: str) -> None:
        """Replaces the code."""
        self.code.focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def read(self) -> str:
        """Returns the code in the editor."""
        lines = self.code.locator(".cm-line")
        return "\n".join(lines.all_text_contents())

    def run(self) -> None:
        """Clicks the button, whose label changes after the first run."""
        name = re.compile(f"^({self.words.run}|{self.words.again})$")
        self.place.get_by_role("button", name=name).click()

    def run_to_the_end(self) -> None:
        """Runs the code and waits for the end, as Playwright can't inspect a frame that is being
        replaced."""
        frame = self.page.locator(".live-frame iframe")
        frame.evaluate("(frame) => frame.setAttribute('data-previous', '')")
        self.run()
        expect(self.page.locator("iframe[data-previous]")).to_have_count(0, timeout=PATIENCE_MS)
        expect(self.place.locator("[data-outcome=done]")).to_be_visible(timeout=PATIENCE_MS)

    def expect_lines(self, *lines: str) -> None:
        expect(self.console).to_have_text(list(lines), timeout=PATIENCE_MS)


def link_to(sample: str, text: str) -> str:
    """The fragment of a link that contains code."""
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")
    return f"#live=1~{sample}~{packed}"
