"""The reference matches the declarations of the packages, and the checks report mistakes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.docs.coverage_table import Row, find_rows, load_sections, render_table
from scripts.docs.reference import Export, Member, Parameter, find_stale, kebab, load_exports
from scripts.docs.reference_checks import (
    CHECKS,
    check_errors,
    check_headings,
    check_index,
    check_signatures,
    check_tables,
    check_users,
)
from scripts.docs.reference_pages import DOCS, LANGUAGES, Reference, load_reference, parse_blocks

EMPTY = Export(
    package="core",
    paths=("@tuffet/core",),
    origin="core:",
    name="",
    kind="type",
    text="",
    head=None,
    members=(),
    parameters=None,
    throws=(),
    uses=frozenset(),
)
"""Default values of the exports below."""


def call(name: str, *parameters: Parameter, throws: tuple[str, ...] = ()) -> Export:
    origin = f"core:{name}"
    return replace(
        EMPTY, name=name, origin=origin, kind="function", parameters=parameters, throws=throws
    )


OPEN = call("openBox", Parameter("options", "BoxOptions", False), throws=("quota",))
OPTIONS = replace(
    EMPTY,
    name="BoxOptions",
    origin="core:BoxOptions",
    kind="interface",
    members=(
        Member("key", "string", False, "key: string;", None, ()),
        Member("size", "number", True, "size?: number;", None, ()),
    ),
)
USER = replace(OPEN, uses=frozenset({"core:BoxOptions"}))

API = """
# Core {#core}

## `openBox(options)` {#open-box}

<<< reference/core.d.ts#open-box

| Parameter | Type         | What it does |
| --------- | ------------ | ------------ |
| `options` | `BoxOptions` | all of it    |

| Code    | Message         | When |
| ------- | --------------- | ---- |
| `quota` | `Box 3 is full` | then |
"""
TYPES = """
# Types {#types}

## `BoxOptions` {#box-options}

<<< reference/core.d.ts#box-options

| Option  | Type     | What it does |
| ------- | -------- | ------------ |
| `key`   | `string` | the key      |
| `size?` | `number` | the size     |

Used by [`openBox`](../core.md#open-box).
"""


def reference(*exports: Export, api: str = API, types: str = TYPES) -> Reference:
    """Returns a reference of two valid pages for the exports of a package."""
    pages = {
        "api/core.md": parse_blocks("api/core.md", api),
        "api/type-definition/core.md": parse_blocks("api/type-definition/core.md", types),
    }
    messages = [re.compile("Box .+ is full")]
    return Reference(exports or (USER, OPTIONS), pages, messages)


# --- The pages ------------------------------------------------------------------------------------


def test_the_declarations_match_the_built_packages() -> None:
    assert find_stale() == []


def test_an_edited_declaration_is_reported_and_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.docs.reference.OUTPUT", tmp_path)
    find_stale(renew=True)
    assert find_stale() == []
    core = tmp_path / "core.d.ts"
    core.write_text(core.read_text("utf-8").replace("noUniqueVerify?", "noUniqueVerify"), "utf-8")
    (tmp_path / "vanished.d.ts").touch()
    assert find_stale() == ["core.d.ts", "vanished.d.ts"]
    find_stale(renew=True)
    assert find_stale() == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("check", CHECKS)
def test_the_reference_matches_the_packages(check: str, language: str) -> None:
    assert list(CHECKS[check](load_reference(load_exports(), language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_lists_every_export_of_every_entry_point(language: str) -> None:
    file = f"{language}api/index.md"
    text = (DOCS / file).read_text(encoding="utf-8")
    assert list(check_index(load_reference(load_exports(), language), file, text)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_region_that_a_page_shows_exists(language: str) -> None:
    regions = {
        f"reference/{path.name}#{name}"
        for path in (DOCS / "reference").iterdir()
        for name in re.findall(r"// #region (\S+)", path.read_text(encoding="utf-8"))
    }
    shown = {
        f"{path}#{region}"
        for blocks in load_reference(load_exports(), language).pages.values()
        for block in blocks
        for path, region in block.includes
        if path.startswith("reference/")
    }
    assert shown - regions == set()


def test_every_export_option_and_error_has_a_section_and_a_sample() -> None:
    rows = list(find_rows(load_exports(), load_sections()))
    assert {row.kind for row in rows} == {"export", "option", "error"}
    assert [row.name for row in rows if row.is_gap] == []


def test_all_entry_points_are_read() -> None:
    paths = {path for export in load_exports() for path in export.paths}
    assert paths == {
        *("@tuffet/core", "@tuffet/core/adapter", "@tuffet/core/backups", "@tuffet/core/testing"),
        *("@tuffet/hooks", "@tuffet/hooks/adapter", "@tuffet/hooks/adopt", "@tuffet/hooks/schema"),
        *(
            "@tuffet/hooks/backups",
            "@tuffet/hooks/consent",
            "@tuffet/hooks/expiry",
            "@tuffet/hooks/family",
            "@tuffet/hooks/head",
            "@tuffet/hooks/merge",
        ),
        *("@tuffet/hooks/serializer", "@tuffet/hooks/testing", "@tuffet/shared"),
        *("@tuffet/vue-hooks", "@tuffet/vue-hooks/hydrated"),
        *("@tuffet/react-hooks", "@tuffet/react-hooks/hydrated"),
    }


def test_thrown_errors_are_read_from_the_sources() -> None:
    by_name = {(export.package, export.name): export for export in load_exports()}
    assert by_name["core", "claimKey"].throws == ("duplicate-key",)
    assert by_name["core", "isServer"].throws == ()
    module = {member.name: member.throws for member in by_name["core", "StorageModule"].members}
    assert module["setItem"] == ("unserializable",)
    assert module["getItem"] == ()
    creator = by_name["vue-hooks", "createLocalStorage"]
    assert creator.throws == by_name["hooks", "createLocalStorage"].throws
    assert {"invalid-options", "duplicate-key"} < set(creator.throws)


def test_ids_are_names_in_kebab_case() -> None:
    names = ("StorageModule", "createLocalStorage", "richJson", "__notStorable", "~standard")
    ids = ["storage-module", "create-local-storage", "rich-json", "not-storable", "standard"]
    assert list(map(kebab, names)) == ids


# --- Mistakes -------------------------------------------------------------------------------------


def first(problems: Iterator[str]) -> str:
    return next(problems, "nothing wrong")


def test_valid_pages_have_no_problems() -> None:
    assert [problem for check in CHECKS.values() for problem in check(reference())] == []


def test_an_export_without_a_section_is_reported() -> None:
    problem = first(check_headings(reference(USER, OPTIONS, call("closeBox"))))
    assert problem == ("api/core.md: closeBox is not documented. Add ## `closeBox` {#close-box}.")


def test_a_section_about_a_removed_export_is_reported() -> None:
    problem = first(check_headings(reference(OPTIONS)))
    assert problem == "api/core.md:4: @tuffet/core exports nothing with the id open-box."


def test_a_type_on_the_page_of_functions_is_reported() -> None:
    problems = list(check_headings(reference(api=API + TYPES.replace("# Types {#types}", ""))))
    assert problems == ["api/core.md:18: BoxOptions belongs on api/type-definition/core.md."]


def test_a_duplicate_section_is_reported() -> None:
    again = TYPES + TYPES.partition("{#types}")[2]
    problems = list(check_headings(reference(types=again)))
    assert "api/type-definition/core.md: BoxOptions is documented twice." in problems


def test_a_heading_with_a_wrong_id_is_reported() -> None:
    problem = first(check_headings(reference(api=API.replace("`openBox(", "`openCrate("))))
    assert problem == "api/core.md:4: open-box is the id of openBox, not of openCrate."


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("Some words.", "lacks its declaration"),
        ("<<< reference/core.d.ts#close-box", "lacks its declaration"),
        ("<<< reference/hooks.d.ts#open-box", "lacks its declaration"),
    ],
)
def test_a_section_without_its_declaration_is_reported(wrong: str, said: str) -> None:
    api = API.replace("<<< reference/core.d.ts#open-box", wrong)
    assert said in first(check_signatures(reference(api=api)))


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("`size?` | `number`", "`size?` | `string`", "the declaration `size?`: `number`"),
        ("`size?`", "`size` ", "the declaration `size?`: `number`"),
        ("`size?`", "`width?`", "the declaration `size?`: `number`"),
        ("| `size?` | `number` | the size     |\n", "", "the table lacks | `size?` | `number` |"),
        (
            "| the size     |\n",
            "| the size     |\n| `lid` | `string` | a lid |\n",
            "the table has `lid`, which is not declared",
        ),
    ],
)
def test_a_table_that_differs_from_the_declaration_is_reported(
    right: str, wrong: str, said: str
) -> None:
    assert right in TYPES
    problem = first(check_tables(reference(types=TYPES.replace(right, wrong))))
    assert problem.startswith("api/type-definition/core.md:8: ")
    assert said in problem


def test_a_function_without_a_parameter_table_is_reported() -> None:
    api = API.replace("| Parameter |", "| Something |")
    problem = first(check_tables(reference(api=api)))
    assert problem == "api/core.md:4: openBox has no table of its parameters: options."


def test_options_can_be_listed_in_the_section_of_the_function() -> None:
    options = TYPES.partition("#box-options\n")[2].partition("Used by")[0]
    types = TYPES.replace(options, "\n")
    assert "says nothing of key" in first(check_tables(reference(types=types)))
    assert list(check_tables(reference(api=API + options, types=types))) == []


def test_an_undocumented_error_is_reported() -> None:
    problem = first(check_errors(reference(api=API.replace("`quota`", "`version`"))))
    assert problem == "api/core.md:4: openBox may throw `quota` and does not say so."


def test_a_documented_error_that_is_not_thrown_is_reported() -> None:
    api = API + "| `denied` | `Box 1 is full` | never |\n"
    assert first(check_errors(reference(api=api))).endswith("openBox does not throw `denied`.")


def test_a_message_that_is_not_in_the_sources_is_reported() -> None:
    problem = first(check_errors(reference(api=API.replace("is full", "was full"))))
    assert problem == "api/core.md:12: no source has the message Box 3 was full"


def test_an_unlisted_use_of_a_type_is_reported() -> None:
    types = TYPES.partition("Used by")[0]
    assert "openBox uses BoxOptions" in first(check_users(reference(types=types)))


def test_a_listed_name_that_does_not_use_the_type_is_reported() -> None:
    problem = first(check_users(reference(OPEN, OPTIONS)))
    assert "../core.md#open-box does not use BoxOptions" in problem


ROW = "| [`openBox`](core.md#open-box) | function | opens |\n"
INDEX = f"""
# API {{#api}}

## `@tuffet/core` {{#core}}

| Name | Kind | What it is |
| ---- | ---- | ---------- |
{ROW}| [`BoxOptions`](type-definition/core.md#box-options) | interface | options |
"""


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("", "", None),
        (ROW, "", "the table lacks [`openBox`](core.md#open-box), function."),
        ("function", "class", "write [`openBox`](core.md#open-box) and its kind, function."),
        ("core.md#open-box", "core.md#box", "write [`openBox`](core.md#open-box)"),
        ("`openBox`", "`closeBox`", "the table lacks [`openBox`]"),
        ("`@tuffet/core`", "`@tuffet/box`", "@tuffet/core is missing"),
    ],
)
def test_a_wrong_index_is_reported(right: str, wrong: str, said: str | None) -> None:
    problems = list(check_index(reference(), "api/index.md", INDEX.replace(right, wrong)))
    assert (said is None) == (problems == [])
    assert said is None or any(said in problem for problem in problems)


def test_the_coverage_table_lists_gaps(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    sample = "import { openBox } from '@tuffet/core';\nopenBox({ key: 'a' });\n"
    (tmp_path / "examples" / "box.ts").write_text(sample, encoding="utf-8")
    (tmp_path / "api").mkdir()
    page = API + "\n<<< examples/box.ts\n"
    (tmp_path / "api" / "core.md").write_text(page, encoding="utf-8")
    exports = [
        USER,
        call("closeBox"),
        replace(OPTIONS, name="CreateStorageOptions"),
        replace(OPTIONS, name="StoreOptions"),
        replace(EMPTY, name="TuffetErrorCode", text="type TuffetErrorCode = 'quota' | 'denied';"),
    ]
    rows = {row.name: row for row in find_rows(exports, load_sections(tmp_path))}
    assert rows["@tuffet/core openBox"] == Row(
        "export", "@tuffet/core openBox", ("api/core.md#open-box",), ("examples/box.ts",)
    )
    assert rows["@tuffet/core closeBox"].is_gap
    assert rows["CreateStorageOptions.key"].is_gap
    assert rows["quota"].sections == ("api/core.md#open-box",)
    assert rows["denied"].sections == ()
    assert "NONE" in render_table([rows["denied"]])
    assert render_table([rows["denied"]]).endswith("Gaps: denied.")
