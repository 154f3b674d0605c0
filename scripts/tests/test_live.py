from pathlib import Path

from scripts.docs.live import list_runnable_samples

FILES = (
    *("guide/settings.ts", "guide/settings.before.ts", "guide/settings.output.txt"),
    *("Theme.tsx", "Theme.steps.txt", "Theme.other-tab.ts", "Toolbar.vue", "old.js"),
    *("page.server.ts", "cart.test.ts", "vite.config.ts", "rejected/wrong.ts", "tree.txt"),
)


def test_samples_that_run_in_a_browser_are_listed_with_their_companions(tmp_path: Path) -> None:
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    assert list_runnable_samples(tmp_path) == [
        {"name": "Theme.tsx", "before": None, "otherTab": "Theme.other-tab.ts"},
        {"name": "Toolbar.vue", "before": None, "otherTab": None},
        {"name": "guide/settings.ts", "before": "guide/settings.before.ts", "otherTab": None},
        {"name": "old.js", "before": None, "otherTab": None},
    ]
