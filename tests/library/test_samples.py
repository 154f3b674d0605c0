"""Every sample of the documentation compiles and matches its records, and mistakes are reported."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from harness.projects import change_package, write_project
from scripts.docs.examples.check import FOLDER, Report, check_samples
from scripts.docs.examples.samples import Kind, load_samples

pytestmark = pytest.mark.usefixtures("built_packages")


@pytest.fixture(scope="module")
def report(browser: Browser, built_packages: None) -> Report:  # noqa: ARG001
    return check_samples(browser, others=[])


def test_every_sample_runs(report: Report) -> None:
    assert report.problems == ()


@pytest.mark.sweep
def test_every_sample_runs_the_same_on_the_oldest_frameworks_and_with_react_compiler(
    browser: Browser,
) -> None:
    assert check_samples(browser).problems == ()


def test_the_records_of_every_sample_are_up_to_date(report: Report) -> None:
    """`make examples` updates them."""
    assert list(report.differences()) == []


# --- Mistakes are reported -----------------------------------------------------------------------

QUICK_START = "guide/quick-start/"


def load_quick_start() -> dict[str, str]:
    """The samples of the quick start with their records."""
    paths = [path for path in (FOLDER / QUICK_START).rglob("*") if path.is_file()]
    return {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in paths}


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Report:
    """The quick start with a library that stores other values, and has another option name."""
    project = write_project(tmp_path_factory.mktemp("changed"), load_quick_start())
    change_package(
        project,
        "core/dist/*.mjs",
        "methods.setItem.call(state.area, key, text)",
        "methods.setItem.call(state.area, key, text.replace('dark', 'black'))",
    )
    for file in project.glob("node_modules/@tuffet/*/dist/*.d.mts"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("storageModuleKey", "moduleKey"), encoding="utf-8")
    return check_samples(browser, project, others=[])


def test_every_record_differs_if_the_library_stores_other_values(changed: Report) -> None:
    differences = list(changed.differences())
    runnable = load_samples(FOLDER, QUICK_START).of(Kind.PAGE, Kind.REACT, Kind.VUE)
    stored = {sample.stem: sample.record("stored") for sample in runnable}
    affected = [
        stem
        for stem, record in stored.items()
        if record.is_file() and "dark" in record.read_text(encoding="utf-8")
    ]
    assert len(affected) >= 4, "one for each framework"
    for stem in affected:
        assert any(
            difference.startswith(f"{stem}.stored.txt: ") and "black" in difference
            for difference in differences
        ), differences


def test_samples_that_use_a_renamed_option_do_not_compile(
    changed: Report,
) -> None:
    for sample in changed.samples.of(Kind.PAGE, Kind.REACT, Kind.VUE):
        refused = [text for text in changed.problems if text.startswith(f"{sample.name}:")]
        is_used = "storageModuleKey" in sample.path.read_text(encoding="utf-8")
        assert any("'storageModuleKey'" in text for text in refused) == is_used, sample.name


FAULTY = {
    "react.tsx": "import { version } from 'react';\n\nexport default () => <p>{version}</p>;\n",
    # The compiler caches the result of a call as long as the function is the same.
    "cached.tsx": "import { useReducer } from 'react';\n\n"
    "let count = 0;\nconst next = () => ++count;\n\n"
    "export function Cached() {\n  const [, rerender] = useReducer((n: number) => n + 1, 0);\n"
    '  return (\n    <button type="button" onClick={rerender}>\n      Count {next()}\n'
    "    </button>\n  );\n}\n",
    "cached.steps.txt": "click Count 1\n",
    "vue.vue": "<script setup>import { version } from 'vue'</script>\n"
    "<template>{{ version }}</template>\n",
    "throws.ts": "const settings = JSON.parse('{');\n",
    "marked.ts": "console.log('fine'); // [!code error]\n",
    "claims.ts": "Math.max(1, 2); // 2\nMath.max(1, 2); // 3\n",
    "announced.ts": "JSON.parse('{'); // [!code error]\n",
    "announced.output.txt": "Uncaught SyntaxError: another message\n",
    "wrong.ts": "const size: number = 'large';\n",
    "silent.ts": "const size = 1;\n",
    "silent.output.txt": "1\n",
    "printing.server.ts": "console.warn('on a server');\n",
    "clicked.ts": "const button = document.createElement('button');\n",
    "clicked.steps.txt": "press light\n",
    "visited.ts": "console.log('here');\n",
    "visited.before.ts": "throw new Error('before');\n",
    "rejected/accepted.ts": "const size = 1; // [!code error]\n",
    "rejected/elsewhere.ts": "const one = 1; // [!code error]\nconst size: number = 'large';\n",
    "broken.json": "{ theme: 1 }\n",
    "broken.sh": "if then\n",
    "twin.ts": "const a = 1;\n",
    "twin.js": "const a = 1;\n",
    "lonely.steps.txt": "reload\n",
    "sample.py": "print(1)\n",
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Report:
    folder = write_project(tmp_path_factory.mktemp("faulty"), FAULTY)
    (folder / "tsconfig.json").write_text(
        (folder / "tsconfig.json")
        .read_text("utf-8")
        .replace('"strict"', '"allowJs": true, "strict"')
    )
    return check_samples(browser, folder)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("react.tsx: shown with react-16-8", "'16.8.0'"),
        ("vue.vue: shown with react-16-8 and vue-3-1", "'3.1.0'"),
        ("cached.tsx: shown with react-19 and React Compiler (babel)", "Count 1"),
        ("cached.tsx: shown with react-19 and React Compiler (rust)", "Count 1"),
        ("throws.ts: ", "an error was thrown, but no line is marked"),
        ("marked.ts: ", "a line is marked as an error, but nothing was thrown"),
        ("claims.ts: ", "A comment says 3, but it is 2"),
        ("wrong.ts:1: ", "TS2322: Type 'string' is not assignable to type 'number'"),
        ("clicked.ts: ", "'press light' is not a step"),
        ("visited.ts: ", "visited.before.ts threw"),
        ("rejected/accepted.ts: ", "this sample compiles, but must not"),
        ("rejected/elsewhere.ts:1: ", "this line has no compiler error"),
        ("rejected/elsewhere.ts:2: ", "this line has a compiler error"),
        ("broken.json: ", "invalid JSON"),
        ("broken.sh: ", "invalid shell script"),
        ("twin.ts: ", "its records would overwrite those of twin.js"),
        ("lonely.steps.txt: ", "no sample that runs in a browser has this name"),
        ("sample.py: ", "unknown kind of sample"),
    ],
)
def test_a_faulty_sample_is_reported_with_its_problem(
    faulty: Report, place: str, words: str
) -> None:
    assert [
        problem for problem in faulty.problems if problem.startswith(place) and words in problem
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("announced.output.txt", "expected 'Uncaught SyntaxError: another message', found "),
        ("silent.output.txt", "no sample has this record"),
        ("printing.server.output.txt", "the file is missing"),
        ("rejected/elsewhere.message.txt", "the file is missing"),
    ],
)
def test_an_outdated_record_is_reported(faulty: Report, name: str, words: str) -> None:
    (difference,) = (text for text in faulty.differences() if text.startswith(f"{name}: "))
    assert words in difference


def test_write_updates_records_and_removes_unused_ones(faulty: Report) -> None:
    faulty.write()
    assert list(faulty.differences()) == []
    folder = faulty.samples.folder
    assert not (folder / "silent.output.txt").exists()
    assert (folder / "printing.server.output.txt").read_text("utf-8") == "Warning: on a server\n"
    assert (folder / "rejected/elsewhere.message.txt").read_text("utf-8").startswith("TS2322: ")
