"""What the guide states, held against the places where it is decided."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.load import load_site
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

WORDS_A_MINUTE = 200
"""How fast people read prose on a screen."""
LINES_A_MINUTE = 40
"""How fast they read short samples."""


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    """Every page as it was parsed, by its file without the ending."""
    pages = load_site(DOCS).pages
    return {page.source.file.removesuffix(".md"): page.document for page in pages}


def read(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


def section(page: str, slug: str) -> str:
    """The text between the heading with that id and the next one."""
    parts = re.split(r"^#+ .*\{#([\w-]+)\}$", read(page), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[slug]


def rows(page: str, slug: str) -> list[list[str]]:
    """The cells of the tables in a section, without their heads."""
    lines = section(page, slug).splitlines()
    tables = [line for line in lines if line.startswith("|")]
    heads = {i + d for i, line in enumerate(tables) if set(line) <= set("|-: ") for d in (-1, 0)}
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for i, line in enumerate(tables)
        if i not in heads
    ]


def count_minutes(document: Document) -> float:
    """How long a page takes that is read from its first word to its last."""
    prose = re.sub(r"<pre.*?</pre>", "", document.html, flags=re.DOTALL)
    # A reader sees the notes of one tab; those of the others have a label before their code.
    prose = re.sub(
        r"(</label><div class=\"code\"[^>]*></div>)\s*<p>.*?</p>(?=\s*<label)", r"\1", prose
    )
    words = len(re.sub(r"<[^>]+>", " ", prose).split())
    lines = sum(block.text.count("\n") + 1 for block in document.code_blocks)
    return words / WORDS_A_MINUTE + lines / LINES_A_MINUTE


# --- every page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", GUIDE)
def test_each_page_of_the_guide_shows_stored_bytes_and_leads_on(page: str) -> None:
    text = read(page)
    assert re.search(r"^<<< examples/\S+\.stored\.txt ", text, flags=re.MULTILINE)
    last = text.rstrip().rpartition("\n\n")[2]
    assert re.search(r"\]\([\w./-]+\.md(#[\w-]+)?\)", last), last


@pytest.mark.parametrize("page", [*GUIDE, "index"])
def test_no_command_on_a_page_is_unknown_to_make(page: str) -> None:
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
def test_a_diagram_has_no_words_to_translate_and_follows_no_other_colours(diagram: str) -> None:
    """Pictures do not hear of the switch for dark colours, so they must suit both."""
    text = (DOCS / f"public/diagrams/{diagram}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r">([^<\n]+)</text>", text)) <= {
        *("1.4", "1.5", "1.6"),
        *"1234567ABCD",
        *("settings", "settings_v2", "settings_v3"),
    }
    assert "prefers-color-scheme" not in text
    assert "currentColor" not in text


# --- times, sizes and versions -------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_tells_how_many_minutes_each_page_takes(
    documents: dict[str, Document], language: str
) -> None:
    for name, minutes, _ in rows(f"{language}guide/index", "pages"):
        (target,) = re.findall(r"\]\((.+)\.md\)", name)
        # The pages say the same, so the English one tells the time for both.
        assert int(minutes) == round(count_minutes(documents[f"guide/{target}"])), target


def test_introduction_and_quick_start_take_less_than_ten_minutes(
    documents: dict[str, Document],
) -> None:
    pages = ("guide/introduction", "guide/quick-start")
    assert sum(count_minutes(documents[page]) for page in pages) < 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sizes_among_the_questions_are_those_of_the_built_packages(language: str) -> None:
    for name, size in rows(f"{language}{QUESTIONS}", "bundle-size"):
        package = name.strip("`").removeprefix("@tuffet/")
        assert size == f"{load_size(package).gzip / 1000:.1f} kB"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.requirement("site-states-minimums")
def test_the_introduction_names_the_versions_that_packages_and_builds_demand(
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
def test_the_introduction_compares_with_the_versions_we_measured(language: str) -> None:
    text = section(f"{language}guide/introduction", "compare")
    manifest = json.loads((ROOT / "benchmarks/package.json").read_text(encoding="utf-8"))
    names = {
        "VueUse": "@vueuse/core",
        **{name: name for name in ("usehooks-ts", "zustand", "pinia-plugin-persistedstate")},
        **{name: name for name in ("jotai", "@nanostores/persistent")},
    }
    for name, package in names.items():
        assert f"{name} {manifest['devDependencies'][package]}" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_introduction_states_the_measured_speed(language: str) -> None:
    results = json.loads((ROOT / "benchmarks/results/library.json").read_text(encoding="utf-8"))
    (small,) = (
        series
        for series in results["series"]
        if (series["case"], series["shape"]) == ("access", "small")
    )
    measured = {
        (figure["contender"], figure["measure"]): figure["ratio"] for figure in small["figures"]
    }
    assert f"{small['entryBytes']} " in section(f"{language}guide/introduction", "performance")
    for name, *stated in rows(f"{language}guide/introduction", "performance"):
        contender = "raw" if "localStorage" in name else name.strip("`")
        for measure, figure in zip(("read", "write"), stated, strict=True):
            ratio = measured[contender, measure]
            assert figure == f"{ratio:.{2 if ratio >= 0.01 else 3}f}", (name, measure)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_developer_guide_names_the_least_versions_of_the_tools(language: str) -> None:
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
"""Which cases of contracts/protection.toml each row of the table stands for."""
LABELS = {"throws": "throws", "ignored": "ignored", "passes": "succeeds"}
"""The verdicts of the contract, as the page and its bench call them."""


def test_the_table_of_protection_says_what_happens_in_a_browser() -> None:
    contract = tomllib.loads((ROOT / "contracts/protection.toml").read_text(encoding="utf-8"))
    attacks = {attack["id"]: attack for attack in contract["attacks"]}
    table = rows("guide/advanced/module-protect", "what-it-stops")
    assert len(table) == len(ATTEMPTS) + 1, "the last one can only be tried by hand"
    for (attempt, default, strict), ids in zip(table, ATTEMPTS, strict=False):
        for name in ids:
            attack = attacks[name]
            verdict = (LABELS[attack["default"]], LABELS[attack["strict"]])
            assert (default, strict.partition(";")[0]) == verdict, attempt


# --- questions and errors ------------------------------------------------------------------------


def test_at_least_fifteen_questions_are_answered(documents: dict[str, Document]) -> None:
    headings = [head for head in documents[QUESTIONS].headings if head.level == 3]
    assert sum(not head.slug.startswith("error-") for head in headings) >= 15


ERROR_CODES = re.findall(
    r"\| '([\w-]+)'", (ROOT / "packages/core/src/errors.ts").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("code", ERROR_CODES)
def test_the_section_of_an_error_has_its_message_reason_advice_and_a_sample(code: str) -> None:
    text = section(QUESTIONS, f"error-{code}")
    assert f"<<< examples/guide/errors/{code}.output.txt" in text
    assert f"<<< examples/guide/errors/{code}.ts" in text
    for lead in ("Meaning", "Cause", "hat to do", "Reproduce it"):
        assert re.search(rf"\*\*[^*]*{lead}[^*]*\*\*", text), lead
    message = (DOCS / f"examples/guide/errors/{code}.output.txt").read_text(encoding="utf-8")
    assert f"[tuffet] {code} " in message
    assert message.splitlines()[0].endswith(f"{QUESTIONS}.html#error-{code}")


HINTS = {
    "hooks/src/check-options.ts": (
        "storageModuleKey must be a non-empty string.",
        'storageModuleKey must not end in "_v<number>": that suffix is reserved for versions.',
        "initial must be a plain object with a value for every required property.",
        "version must be a positive integer, not ${describeValue(version)}.",
        "preVersion must be a positive integer below version ${version}, "
        "not ${describeValue(preVersion)}.",
        "migrations has no function for version ${step}. Every version from the lowest key up to "
        "version (${version}) needs one.",
        "migrations[${step}] is out of range. Each key is the version that its function migrates "
        "to: from 2 up to version (${version}).",
        "The options are ${describeValue(options)}. Pass an object with storageModuleKey and "
        "initial.",
    ),
    "hooks/src/storage-items.ts": (
        "The argument is ${describeValue(storage)}, not a module. Pass the result of "
        "createLocalStorage or createSessionStorage, and check for circular imports.",
    ),
    "core/src/store/read.ts": (
        "A newer release replaced this entry with version ${newer} in another tab. This page no "
        "longer saves changes. Reload the page.",
    ),
    "core/src/web-storage.ts": (
        "No web storage, so values are only in memory. If Node hides the localStorage of jsdom or "
        "happy-dom, run it with --no-experimental-webstorage.",
    ),
    "shared/src/proxy.ts": ("[tuffet] This browser doesn't support Proxy. Use a newer browser.",),
    "react-hooks/src/react-server.ts": (
        "[tuffet] ${hook} only works in client components. "
        "Add 'use client' at the top of the file that calls it.",
    ),
    "core/src/storage-module.ts": (
        "The key must be a non-empty string.",
        'The storage type must be "local" or "session", not "${storageType}".',
    ),
    "hooks/src/schema.ts": (
        "The schema validates asynchronously, but storage is synchronous. "
        "Use a synchronous schema.",
    ),
    "hooks/src/open-entry.ts": (
        "A newer release stored version ${newer}. That entry is unchanged; this release uses "
        "version ${version}.",
    ),
}
"""What messages say beyond the samples, in the words of the sources."""


@pytest.mark.parametrize("file", HINTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_can_be_found_by_its_words(language: str, file: str) -> None:
    source = (ROOT / "packages" / file).read_text(encoding="utf-8")
    page = read(f"{language}{QUESTIONS}")
    for hint in HINTS[file]:
        assert hint in source
        words = re.split(r"\\\$\\\{.+?\\\}", re.escape(hint))
        assert re.search(r"[\w-]+".join(words), page), hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_the_typescript_version_that_we_test_with(language: str) -> None:
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    version = manifest["devDependencies"]["typescript"].rpartition(".")[0]
    assert f"TypeScript {version}" in section(f"{language}{QUESTIONS}", "typescript")


# --- the repository ------------------------------------------------------------------------------

DEVELOPER = "guide/other/developer-guide"


def test_the_tree_of_the_developer_guide_is_there() -> None:
    lines = (DOCS / "examples/guide/develop/tree.txt").read_text(encoding="utf-8").splitlines()
    folders: list[str] = []
    for line in lines[1:]:
        name = line.partition("#")[0].strip()
        depth = (len(line) - len(line.lstrip())) // 2 - 1
        folders = [*folders[:depth], name]
        assert (ROOT / "".join(folders)).exists(), name
        assert (ROOT / "".join(folders)).is_dir() == name.endswith("/")


def test_the_tree_of_the_developer_guide_lacks_no_folder() -> None:
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
def test_the_names_of_branches_on_the_page_are_judged_as_the_checks_do(language: str) -> None:
    page = f"{language}{DEVELOPER}"
    table = rows(page, "branches")
    assert [first.strip("`") for first, _ in table[: len(NAMESPACES)]] == list(NAMESPACES)
    verdicts = [(cells[0].strip("`"), cells[1]) for cells in table[len(NAMESPACES) :]]
    right = {verdict for name, verdict in verdicts if not check_branch_name(name)}
    wrong = {verdict for name, verdict in verdicts if check_branch_name(name)}
    assert len(right) == 1, "right names all have one verdict"
    assert not right & wrong
    assert [name for name, _ in verdicts if pattern_of(page).search(name)] == [
        name for name, _ in verdicts if not check_branch_name(name)
    ]


NAME_PARTS = st.sampled_from([*NAMESPACES, "/", "-", "word", "x2", "Word", "_", "feature", ""])


@given(st.lists(NAME_PARTS, max_size=8).map("".join))
def test_the_pattern_on_the_page_is_the_rule_of_the_checks(name: str) -> None:
    assert bool(pattern_of(DEVELOPER).search(name)) == (not check_branch_name(name))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_developer_guide_says_what_is_sent_as_the_contracts_do(language: str) -> None:
    text = PAGES[language].read_text(encoding="utf-8")
    assert render_guide(text, language) == text, "run `make contracts`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_developer_guide_names_what_the_site_keeps(language: str) -> None:
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
