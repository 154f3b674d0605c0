"""Facts in the guide match their sources."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.load import Site
from docsite.records import Document
from docsite.site.config import parse_config
from scripts.docs.analytics_guide import PAGES, render_guide
from scripts.quality.branch_name import NAMESPACES, check_branch_name
from scripts.release.size import load_size

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
LANGUAGES = ("", "zh/")
GUIDE = (
    *("guide/index", "guide/introduction", "guide/quick-start"),
    *("guide/essentials/using-modules", "guide/essentials/recipes"),
    *("guide/advanced/storage-helper", "guide/advanced/module-protect"),
    *("guide/advanced/version-control", "guide/other/questions-and-answers"),
    *("guide/other/how-to-contribute", "guide/other/developer-guide"),
)
QUESTIONS = "guide/other/questions-and-answers"


@pytest.fixture(scope="module")
def documents(site: Site) -> dict[str, Document]:
    """Every parsed page, by its path without the suffix."""
    return {page.source.file.removesuffix(".md"): page.document for page in site.pages}


def read(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


def section(page: str, slug: str) -> str:
    """Returns the text between the heading with an id and the next heading."""
    parts = re.split(r"^#+ .*\{#([\w-]+)\}$", read(page), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[slug]


def rows(page: str, slug: str) -> list[list[str]]:
    """Returns the cells of the tables in a section, without the header rows."""
    lines = section(page, slug).splitlines()
    tables = [line for line in lines if line.startswith("|")]
    heads = {i + d for i, line in enumerate(tables) if set(line) <= set("|-: ") for d in (-1, 0)}
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for i, line in enumerate(tables)
        if i not in heads
    ]


# --- every page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", GUIDE)
def test_each_guide_page_shows_stored_data_and_ends_with_a_link(page: str) -> None:
    text = read(page)
    assert re.search(r"^<<< examples/\S+\.stored\.txt ", text, flags=re.MULTILINE)
    last = text.rstrip().rpartition("\n\n")[2]
    assert re.search(r"\]\([\w./-]+\.md(#[\w-]+)?\)", last), last


@pytest.mark.parametrize("page", [*GUIDE, "index"])
def test_every_make_command_on_a_page_exists(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9]+):", makefile, flags=re.MULTILINE))
    assert set(re.findall(r"`make ([a-z0-9]+)", read(page))) <= targets


def test_no_vue_sample_creates_a_module_in_its_setup() -> None:
    """`<script setup>` runs once per instance; a module belongs in its own file or script."""
    setup = re.compile(r"<script setup.*?</script>", re.DOTALL)
    creator = re.compile(r"\bcreate(Local|Session)Storage\b|\bnew StorageModule\b")
    examples = DOCS / "examples"
    components = [path for path in examples.rglob("*.vue") if "node_modules" not in path.parts]
    assert components
    scripts = {path: setup.findall(path.read_text(encoding="utf-8")) for path in components}
    creating = [path for path, found in scripts.items() if creator.search("".join(found))]
    assert creating == []


@pytest.mark.parametrize("diagram", ["versions", "change"])
def test_a_diagram_needs_no_translation_and_fits_both_color_modes(diagram: str) -> None:
    """Images can't react to the color mode switch, so their colors must fit both modes."""
    text = (DOCS / f"public/diagrams/{diagram}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r">([^<\n]+)</text>", text)) <= {
        *("1.4", "1.5", "1.6"),
        *"1234567ABCD",
        *("settings", "settings_v2", "settings_v3"),
    }
    assert "prefers-color-scheme" not in text
    assert "currentColor" not in text


# --- times, sizes and versions -------------------------------------------------------------------


def test_the_only_reading_times_are_those_that_docsite_calculates(site: Site) -> None:
    for page in site.pages:
        summary = page.source.frontmatter.summary
        assert not re.search(r"minutes|分钟|how long", summary), page.source.file
    for language in LANGUAGES:
        assert not re.search("minutes|分钟", read(f"{language}guide/index"), re.I)


def test_introduction_and_quick_start_take_less_than_ten_minutes(
    documents: dict[str, Document],
) -> None:
    pages = ("guide/introduction", "guide/quick-start")
    assert sum(documents[page].minutes for page in pages) < 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sizes_in_the_questions_match_the_built_packages(language: str) -> None:
    for name, size in rows(f"{language}{QUESTIONS}", "bundle-size"):
        package = name.strip("`").removeprefix("@tuffet/")
        assert size == f"{load_size(package).gzip / 1000:.1f} kB"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.requirement("site-states-minimums")
def test_the_versions_in_the_introduction_match_packages_and_builds(
    language: str,
) -> None:
    text = section(f"{language}guide/introduction", "requirements")
    for framework in ("vue", "react"):
        manifest = (ROOT / f"packages/{framework}-hooks/package.json").read_text(encoding="utf-8")
        (minimum,) = json.loads(manifest)["peerDependencies"].values()
        assert minimum.removeprefix(">=") in text
    build = (ROOT / "tsdown.config.ts").read_text(encoding="utf-8")
    assert re.findall(r"target: '(\w+)'", build) == ["es2020"]
    assert "ES2020" in text
    assert "`Proxy`" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_versions_in_the_comparison_match_the_benchmarks(language: str) -> None:
    text = section(f"{language}guide/introduction", "compare")
    manifest = json.loads((ROOT / "benchmarks/package.json").read_text(encoding="utf-8"))
    names = {
        "VueUse": "@vueuse/core",
        **{name: name for name in ("usehooks-ts", "zustand", "pinia-plugin-persistedstate")},
        **{name: name for name in ("jotai", "@nanostores/persistent")},
    }
    for name, package in names.items():
        assert f"{name} {manifest['devDependencies'][package]}" in text


def test_moving_a_value_to_another_module_keeps_all_values() -> None:
    folder = ROOT / "docs/examples/guide/version-control"
    before, after = (
        [json.loads(entry) for entry in re.findall(r"\{.*?\}", (folder / name).read_text("utf-8"))]
        for name in ("split.before.ts", "split.stored.txt")
    )
    assert len(before) == 1
    assert len(after) == 2
    assert {name: value for entry in after for name, value in entry.items()} == before[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_speed_in_the_introduction_matches_the_benchmarks(language: str) -> None:
    results = json.loads((ROOT / "benchmarks/results/library.json").read_text(encoding="utf-8"))
    access = {series["shape"]: series for series in results["series"] if series["case"] == "access"}
    measured = {
        (shape, figure["contender"], figure["measure"]): figure["ratio"]
        for shape, series in access.items()
        for figure in series["figures"]
    }
    text = section(f"{language}guide/introduction", "performance")
    sizes = [f"{access[shape]['entryBytes']:,}" for shape in ("small", "list")]
    assert re.findall(r"\(([\d,]+) [^)]*\)", text) == sizes
    columns = (("small", "read"), ("small", "write"), ("list", "write"))
    for name, *stated in rows(f"{language}guide/introduction", "performance"):
        contender = "raw" if "localStorage" in name else name.strip("`")
        for (shape, measure), figure in zip(columns, stated, strict=True):
            ratio = measured[shape, contender, measure]
            assert figure == f"{ratio:.{2 if ratio >= 0.01 else 3}f}", (name, measure)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_developer_guide_has_the_minimum_versions_of_the_tools(language: str) -> None:
    text = section(f"{language}guide/other/developer-guide", "set-up")
    pnpm = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["engines"]["pnpm"]
    assert pnpm.removeprefix(">=") in text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["requires-python"].removeprefix(">=") in text


# --- protection ----------------------------------------------------------------------------------

ATTEMPTS = (
    ["set-item"],
    ["remove-item"],
    ["clear"],
    ["captured-set-item", "captured-remove-item", "captured-prototype-set-item"],
    ["prototype-set-item"],
    ["bracket-write", "dot-write"],
    ["object-assign"],
    ["delete", "reflect-delete"],
    ["define-property"],
    ["captured-method", "bound-method"],
    ["older-frame", "newer-frame", "frame-prototype"],
    ["another-tab"],
)
"""The cases of contracts/protection.toml for each row of the table."""
LABELS = {
    "": {"throws": "throws", "ignored": "ignored", "passes": "succeeds"},
    "zh/": {"throws": "抛出错误", "ignored": "被忽略", "passes": "成功"},
}
"""The terms for the verdicts of the contract on the page and in its demo, by language."""
EXCEPTIONS = {"": "; {engines}: {label}", "zh/": "；在 {engines} 中{label}"}
AND = {"": " and ", "zh/": " 和 "}
ENGINES = {"firefox": "Firefox", "webkit": "WebKit"}


def describe_verdict(attack: dict[str, Any], mode: str, language: str) -> str:
    """The text of a cell: the result in Chromium, and in the engines where it is different."""
    labels = LABELS[language]
    engines: dict[str, list[str]] = {}
    for engine, name in ENGINES.items():
        if mode in attack.get(engine, {}):
            engines.setdefault(labels[attack[engine][mode]], []).append(name)
    return labels[attack[mode]] + "".join(
        EXCEPTIONS[language].format(engines=AND[language].join(names), label=label)
        for label, names in engines.items()
    )


@pytest.mark.parametrize("language", LABELS)
def test_the_protection_table_matches_the_contract(language: str) -> None:
    """tests/library/test_protection.py compares the contract with every engine."""
    contract = tomllib.loads((ROOT / "contracts/protection.toml").read_text(encoding="utf-8"))
    attacks = {attack["id"]: attack for attack in contract["attacks"]}
    table = rows(f"{language}guide/advanced/module-protect", "what-it-stops")
    assert len(table) == len(ATTEMPTS) + 1, "the last row can only be tested by hand"
    for (attempt, *cells), ids in zip(table, ATTEMPTS, strict=False):
        for name in ids:
            modes = ("default", "strict")
            expected = [describe_verdict(attacks[name], mode, language) for mode in modes]
            assert cells == expected, attempt


# --- questions and errors ------------------------------------------------------------------------


def test_at_least_fifteen_questions_are_answered(documents: dict[str, Document]) -> None:
    headings = [head for head in documents[QUESTIONS].headings if head.level == 3]
    assert sum(not head.slug.startswith("error-") for head in headings) >= 15


ERROR_CODES = re.findall(
    r"\| '([\w-]+)'", (ROOT / "packages/core/src/errors.ts").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("code", ERROR_CODES)
def test_an_error_section_has_the_message_the_reason_advice_and_a_sample(code: str) -> None:
    text = section(QUESTIONS, f"error-{code}")
    assert f"<<< examples/guide/errors/{code}.output.txt" in text
    assert f"<<< examples/guide/errors/{code}.ts" in text
    for lead in ("Meaning", "Cause", "hat to do", "Reproduce it"):
        assert re.search(rf"\*\*[^*]*{lead}[^*]*\*\*", text), lead
    message = (DOCS / f"examples/guide/errors/{code}.output.txt").read_text(encoding="utf-8")
    assert f"[tuffet] {code} " in message
    assert message.splitlines()[0].endswith(f"{QUESTIONS}.html#error-{code}")


HINTS = {
    "hooks/src/describe-options.ts": (
        "storageModuleKey must be a non-empty string.",
        'storageModuleKey must not end in "_v<number>": that suffix is reserved for versions.',
        'storageModuleKey must not end in "__backup<number>" or "__corrupt": those suffixes are '
        "reserved for backups.",
        "initial must be a plain object with a value for every required property.",
        "version must be a positive integer, not ${describeValue(version)}.",
        "preVersion must be a positive integer below version ${version}, "
        "not ${describeValue(preVersion)}.",
        "migrations has no function for version ${step}. Every version from the lowest key up to "
        "version (${version}) needs one.",
        "migrations[${wrong}] is out of range. Each key is the version that its function migrates "
        "to: from 2 up to version (${version}).",
        "The options are ${describeValue(options)}. Pass an object with storageModuleKey and "
        "initial.",
    ),
    "hooks/src/hints.ts": (
        "The argument is ${describeValue(value)}, not a module. Pass the result of "
        "createLocalStorage or createSessionStorage, and check for circular imports.",
        "${method} needs an object, not ${describeValue(value)}.",
        "A newer release stored version ${newer}. That entry is unchanged; this release uses "
        "version ${version}.",
        'Invalid rule for "${name}". Pass an attribute name and a list of values, or class names '
        "without spaces.",
    ),
    "core/src/hints.ts": (
        "The key must be a non-empty string.",
        'The storage type must be "local" or "session", not "${type}".',
        "${method} needs an object, not ${value}.",
        "A newer release replaced this entry with version ${version} in another tab. This page no "
        "longer saves changes. Reload the page.",
        "No web storage, so values are only in memory. If Node hides the localStorage of jsdom or "
        "happy-dom, run it with --no-experimental-webstorage.",
    ),
    "shared/src/proxy.ts": ("[tuffet] This browser doesn't support Proxy. Use a newer browser.",),
    "react-hooks/src/refuse.ts": (
        "[tuffet] ${hook} only works in client components. "
        "Add 'use client' at the top of the file that calls it.",
    ),
    "hooks/src/schema.ts": (
        "The schema validates asynchronously, but storage is synchronous. "
        "Use a synchronous schema.",
    ),
}
"""Parts of messages that no sample shows, quoted from the sources."""


@pytest.mark.parametrize("file", HINTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_message_is_quoted_on_the_page(language: str, file: str) -> None:
    source = (ROOT / "packages" / file).read_text(encoding="utf-8")
    page = read(f"{language}{QUESTIONS}")
    for hint in HINTS[file]:
        assert hint in source
        words = re.split(r"\\\$\\\{.+?\\\}", re.escape(hint))
        assert re.search(r"[\w-]+".join(words), page), hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_tested_typescript_version(language: str) -> None:
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    version = manifest["devDependencies"]["typescript"].rpartition(".")[0]
    assert f"TypeScript {version}" in section(f"{language}{QUESTIONS}", "typescript")


# --- the repository ------------------------------------------------------------------------------

DEVELOPER = "guide/other/developer-guide"


def test_the_paths_in_the_repository_tree_exist() -> None:
    lines = (DOCS / "examples/guide/develop/tree.txt").read_text(encoding="utf-8").splitlines()
    folders: list[str] = []
    for line in lines[1:]:
        name = line.partition("#")[0].strip()
        depth = (len(line) - len(line.lstrip())) // 2 - 1
        folders = [*folders[:depth], name]
        assert (ROOT / "".join(folders)).exists(), name
        assert (ROOT / "".join(folders)).is_dir() == name.endswith("/")


def test_the_repository_tree_has_every_folder() -> None:
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [Path(name).parts for name in listed.split("\0") if name]
    folders = {parts[0] for parts in paths if len(parts) > 1 and not parts[0].startswith(".")}
    packages = {parts[1] for parts in paths if parts[0] == "packages" and len(parts) > 2}
    tree = (DOCS / "examples/guide/develop/tree.txt").read_text(encoding="utf-8")
    assert set(re.findall(r"^  ([\w-]+)/", tree, re.MULTILINE)) == folders
    inside = re.search(r"^  packages/.*\n((?:    .*\n)+)", tree, re.MULTILINE)
    assert inside
    assert set(re.findall(r"^    ([\w-]+)/", inside[1], re.MULTILINE)) == packages


def pattern_of(page: str) -> re.Pattern[str]:
    (pattern,) = re.findall(r"^`(\^.+\$)`$", section(page, "branches"), flags=re.MULTILINE)
    return re.compile(pattern)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_branch_names_on_the_page_match_the_check(language: str) -> None:
    page = f"{language}{DEVELOPER}"
    table = rows(page, "branches")
    assert [first.strip("`") for first, _ in table[: len(NAMESPACES)]] == list(NAMESPACES)
    verdicts = [(cells[0].strip("`"), cells[1]) for cells in table[len(NAMESPACES) :]]
    right = {verdict for name, verdict in verdicts if not check_branch_name(name)}
    wrong = {verdict for name, verdict in verdicts if check_branch_name(name)}
    assert len(right) == 1, "valid names all have the same verdict"
    assert not right & wrong
    assert [name for name, _ in verdicts if pattern_of(page).search(name)] == [
        name for name, _ in verdicts if not check_branch_name(name)
    ]


NAME_PARTS = st.sampled_from([*NAMESPACES, "/", "-", "word", "x2", "Word", "_", "feature", ""])


@given(st.lists(NAME_PARTS, max_size=8).map("".join))
def test_the_branch_pattern_on_the_page_matches_the_check(name: str) -> None:
    assert bool(pattern_of(DEVELOPER).search(name)) == (not check_branch_name(name))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_developer_guide_lists_the_sent_data_like_the_contracts(language: str) -> None:
    text = PAGES[language].read_text(encoding="utf-8")
    assert render_guide(text, language) == text, "run `make contracts`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_developer_guide_lists_the_stored_entries_of_the_site(language: str) -> None:
    contract = tomllib.loads((ROOT / "contracts/analytics-site.toml").read_text(encoding="utf-8"))
    kept = contract["kept"]
    script = (ROOT / "theme/src/features/analytics/session-mark.ts").read_text(encoding="utf-8")
    assert re.findall(r"KEY = '(.+)'", script) == [kept["key"]]
    text = section(f"{language}{DEVELOPER}", "analytics-sent")
    assert {f"`{kept['key']}`", f"`{kept['storage']}`"} <= set(re.findall(r"`[^`]+`", text))


def test_the_developer_guide_shows_the_analytics_configuration_of_this_site() -> None:
    sample = (DOCS / "examples/guide/develop/analytics.toml").read_text(encoding="utf-8")
    text = (DOCS / "site.toml").read_text(encoding="utf-8")
    assert f"\n\n{sample}" in text
    analytics = parse_config(text).analytics
    assert analytics
    assert analytics.server == "https://stats.tuffet.example"
    assert analytics.options.respect_privacy_signals
