"""The command line: arguments, output and exit codes."""

from __future__ import annotations

import argparse
import gc
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

from docsite.build import Builder, Folders, build_site
from docsite.emit.records import write_records
from docsite.errors import DISK_FULL, INTERRUPTED, INTERRUPTION, DocsiteError
from docsite.load import Site, load_site, require_finished
from docsite.node.manifest import find_packed_theme
from docsite.node.theme import load_theme_strings
from docsite.progress import show_progress
from docsite.records import Problem
from docsite.records.contracts import write_contracts
from docsite.site.config import CONFIG_FILE, find_built_folders
from docsite.site.text_files import quote_path
from docsite.site.versions import check_versions
from docsite.starter.add_language import add_language
from docsite.starter.new import create_site
from docsite.translations import measure_coverage, record_translations, render_coverage

DEFAULT_PORT = 8080
"""The port of `dev` and `preview`."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run = Callable[[argparse.Namespace], int]
"""Runs a command and returns its exit code."""


def main(arguments: Sequence[str] | None = None) -> int:
    _accept_all_characters()
    options = create_arguments().parse_args(arguments)
    try:
        return int(options.run(options))
    except DocsiteError as error:
        print(f"docsite: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        place = f"{error.filename}: " if error.filename else ""
        hint = "Free some space, and run the command again."
        print(f"docsite: {place}the disk is full\n  {hint}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(INTERRUPTION, file=sys.stderr)
        return INTERRUPTED


def _accept_all_characters() -> None:
    """Escapes characters that the output encoding doesn't support, for example Chinese characters
    in a file with a Western European encoding on Windows."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def create_arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="docsite", description="Builds a documentation site.")
    parser.add_argument("--version", action="version", version=f"docsite {version('docsite')}")
    commands = parser.add_subparsers(required=True, metavar="command")
    add_new(commands)
    add_content_commands(commands)
    add_links(commands)
    add_site_commands(commands)
    schemas = commands.add_parser(
        "schemas", help="write JSON Schemas and TypeScript types for the records"
    )
    schemas.add_argument("folder", type=Path)
    schemas.set_defaults(run=run_schemas)
    return parser


def add_new(commands: Commands) -> None:
    new = commands.add_parser("new", help="create a small site to start from")
    new.add_argument("folder", type=Path, help="a new or empty folder")
    new.add_argument(
        "--languages",
        default="en",
        metavar="LIST",
        help="such as en,ja; the first one is the default language (default: en)",
    )
    new.set_defaults(run=run_new)

    add = commands.add_parser("add-language", help="add a language to a site")
    add_docs(add, run_add_language)
    add.add_argument("language", help="its language tag, such as ja or pt-BR")
    add.add_argument("--label", metavar="NAME", help="its name in the language itself")

    imported = commands.add_parser("import", help="convert the project of another generator")
    imported.add_argument("generator", choices=["mkdocs"], help="the generator to import from")
    imported.add_argument("project", type=Path, help="the folder with mkdocs.yml")
    text = "a new or empty folder (default: PROJECT-docsite, next to the project)"
    imported.add_argument("target", type=Path, nargs="?", help=text)
    imported.add_argument(
        "--force", action="store_true", help="replace the unchanged files of an earlier import"
    )
    imported.set_defaults(run=run_import)


def add_links(commands: Commands) -> None:
    links = commands.add_parser("links", help="check external links")
    add_docs(links, run_links)
    links.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="PATTERN",
        help="an address to skip, such as https://example.com/*; can be repeated",
    )
    links.add_argument("--strict", action="store_true", help="treat warnings as errors")
    links.add_argument("--timeout", type=float, default=15, metavar="SECONDS")
    links.add_argument(
        "--days", type=float, default=7, help="days before a working link is checked again"
    )
    add_folder(links, "--work", "build", text="folder for the results")


def add_content_commands(commands: Commands) -> None:
    check = commands.add_parser("check", help="report problems in a docs folder")
    add_docs(check, run_check)
    check.add_argument("--drafts", action="store_true", help="include drafts")
    add_theme(check)
    check.add_argument("--strict", action="store_true", help="treat warnings as errors")

    translated = commands.add_parser(
        "translated", help="mark translations as up to date with their originals"
    )
    add_docs(translated, run_translated)
    translated.add_argument(
        "names",
        nargs="*",
        metavar="file",
        help="for example zh/start.md or zh/start.md#id (default: all)",
    )

    translations = commands.add_parser(
        "translations", help="show how many pages of each language are translated"
    )
    add_docs(translations, run_translations)

    records = commands.add_parser("records", help="write the page records for inspection")
    add_docs(records, run_records)
    add_folder(records, "--output", "build/records")
    records.add_argument("--drafts", action="store_true", help="include drafts")


def add_site_commands(commands: Commands) -> None:
    build = commands.add_parser("build", help="build the site")
    add_docs(build, run_build)
    add_theme(build)
    add_folder(build, "--output", "dist")
    add_folder(build, "--work", "build", text="cache folder for faster builds")
    build.add_argument("--drafts", action="store_true", help="publish drafts as well")
    build.add_argument(
        "--no-hovers",
        dest="hovers",
        action="store_false",
        help="don't compile samples for hovers",
    )
    build.add_argument(
        "--no-compression",
        dest="compression",
        action="store_false",
        help="don't write .br files, even if site.toml enables compression",
    )

    preview = commands.add_parser("preview", help="serve a built site locally")
    preview.add_argument("output", type=Path, nargs="?", default=Path("dist"), metavar="FOLDER")
    preview.add_argument("--port", type=int, default=DEFAULT_PORT)
    preview.set_defaults(run=run_preview)

    dev = commands.add_parser("dev", help="serve a site and rebuild it when a file changes")
    add_docs(dev, run_dev)
    add_theme(dev)
    add_folder(dev, "--output", "build/dev")
    add_folder(dev, "--work", "build")
    dev.add_argument("--port", type=int, default=DEFAULT_PORT)


def add_docs(parser: argparse.ArgumentParser, run: Run) -> None:
    parser.add_argument("docs", type=Path, help="the folder with site.toml")
    parser.set_defaults(run=run)


def add_folder(
    parser: argparse.ArgumentParser, name: str, default: str, text: str | None = None
) -> None:
    parser.add_argument(name, type=Path, default=Path(default), metavar="FOLDER", help=text)


def add_theme(parser: argparse.ArgumentParser) -> None:
    text = "the source folder of a theme (default: the built-in theme)"
    parser.add_argument("--theme", type=Path, metavar="FOLDER", help=text)


def run_new(options: argparse.Namespace) -> int:
    create_site(options.folder, options.languages.split(","))
    print(f"Created a site in {options.folder}. Next: docsite dev {quote_path(options.folder)}")
    print(f"Before you publish it, set its address in {options.folder / CONFIG_FILE}.")
    return 0


def run_add_language(options: argparse.Namespace) -> int:
    added = add_language(options.docs, options.language, options.label)
    folder = options.docs / added.prefix.strip("/")
    config = options.docs / CONFIG_FILE
    print(f"Added {added.labels['label']} to {config}.")
    print("Pages and labels without a translation are shown in the first language.")
    print(f"Next: write {folder / 'index.md'}, and translate the description in {config}.")
    return 0


def run_import(options: argparse.Namespace) -> int:
    # Imported here because only this command needs a YAML parser.
    from docsite.importing.mkdocs import NOTES_FILE, default_target, import_mkdocs

    target = options.target or default_target(options.project)
    imported = import_mkdocs(options.project, target, is_forced=options.force)
    for line in imported.summary.render_counts():
        print(line)
    print(f"\nImported {_count(imported.pages, 'page')} to {target}.")
    print(f"{target / NOTES_FILE} lists what to check.")
    if not imported.errors:
        print(f"Next: docsite dev {quote_path(target)}")
        return 0
    for problem in imported.errors:
        print(render_problem(problem, target), file=sys.stderr)
    errors = _count(len(imported.errors), "error")
    advice = f"Fix them in {target}, then run docsite check {quote_path(target)}."
    print(f"The site has {errors}. {advice}", file=sys.stderr)
    return 1


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def run_check(options: argparse.Namespace) -> int:
    theme = load_theme_strings(options.theme or find_packed_theme())
    # Reports what a build would.
    site = require_finished(load_site(options.docs, has_drafts=options.drafts, theme=theme))
    _print_problems(site, options.docs)
    check_versions(options.docs, site.config)
    severities = [problem.severity for problem in site.problems]
    errors, warnings = severities.count("error"), severities.count("warning")
    counts = ((len(site.pages), "page"), (errors, "error"), (warnings, "warning"))
    print(", ".join(_count(number, noun) for number, noun in counts))
    return int(site.has_errors or (options.strict and bool(site.problems)))


def run_links(options: argparse.Namespace) -> int:
    # Imported here because only this command needs an HTTP client.
    from docsite.external import LinkOptions, check_external

    site = load_site(options.docs)
    chosen = LinkOptions(options.ignore, timeout=options.timeout, days=options.days)
    try:
        problems = check_external(site, options.work / "links.jsonl", chosen)
    except KeyboardInterrupt:
        print("Interrupted. The next run continues with the remaining links.", file=sys.stderr)
        return INTERRUPTED
    for problem in problems:
        print(render_problem(problem, options.docs), file=sys.stderr)
    has_errors = any(problem.severity == "error" for problem in problems)
    return int(has_errors or (options.strict and bool(problems)))


def run_translated(options: argparse.Namespace) -> int:
    site = load_site(options.docs, has_drafts=True)
    for line in record_translations(options.docs, site, options.names):
        print(line)
    return 0


def run_translations(options: argparse.Namespace) -> int:
    site = load_site(options.docs)
    for line in render_coverage(measure_coverage(site)):
        print(line.rstrip())
    return 0


def run_build(options: argparse.Namespace) -> int:
    # The cyclic GC takes a tenth of the time, although a build creates no reference cycles.
    gc.disable()
    folders = folders_of(options)
    with show_progress() as progress:
        site = build_site(
            folders,
            has_drafts=options.drafts,
            has_hovers=options.hovers,
            is_compressed=options.compression,
            progress=progress,
        )
    _print_problems(site, options.docs)
    if not site.has_errors:
        print(f"Built {_count(len(site.pages), 'page')} in {options.output}.")
    return int(site.has_errors)


def folders_of(options: argparse.Namespace) -> Folders:
    theme = options.theme or find_packed_theme()
    return Folders(options.docs, theme, options.output, options.work)


def run_preview(options: argparse.Namespace) -> int:
    # Imported here and below because servers take long to import.
    from docsite.serve.preview import preview_site

    with suppress(KeyboardInterrupt):
        preview_site(options.output, options.port, _say)
    return 0


def run_dev(options: argparse.Namespace) -> int:
    from docsite.serve.dev import Backlog, develop_site
    from docsite.serve.watching import Watched

    folders = folders_of(options)

    with (
        Builder(folders, has_drafts=True, has_versions=False, is_development=True) as builder,
        suppress(KeyboardInterrupt),
    ):

        def rebuild() -> Mapping[str, str]:
            site = builder.build(is_compressed=False, is_complete=False)
            if site.has_errors:
                problems = (render_problem(problem, options.docs) for problem in site.problems)
                raise DocsiteError("\n".join(problems))
            if not gc.get_freeze_count():
                # Excludes the pages, which later builds reuse, from the cyclic GC. Garbage must be
                # collected first, because it would also be frozen.
                gc.collect()
                gc.freeze()
            return _note_pages(site, options.docs)

        watched = Watched(
            [folders.docs, folders.theme],
            partial(find_built_folders, folders.docs),
            [folders.output, folders.work],
        )
        backlog = Backlog(builder.process_backlog, builder.stop)
        develop_site(rebuild, options.output, watched, options.port, _say, backlog)
    return 0


def _note_pages(site: Site, docs: Path) -> Mapping[str, str]:
    """Returns the warnings about each page. Those about other files are under their file."""
    paths = {page.source.file: page.path for page in site.pages}
    notes: dict[str, list[str]] = {}
    for problem in site.problems:
        path = paths.get(problem.file, problem.file)
        notes.setdefault(path, []).append(render_problem(problem, docs))
    return {path: "\n".join(lines) for path, lines in notes.items()}


def _say(text: str) -> None:
    print(text, flush=True)


def run_records(options: argparse.Namespace) -> int:
    site = load_site(options.docs, has_drafts=options.drafts)
    _print_problems(site, options.docs)
    if not site.has_errors:
        write_records(site, options.output)
    return int(site.has_errors)


def run_schemas(options: argparse.Namespace) -> int:
    write_contracts(options.folder)
    return 0


def _print_problems(site: Site, docs: Path) -> None:
    for problem in site.problems:
        print(render_problem(problem, docs), file=sys.stderr)


def render_problem(problem: Problem, docs: Path) -> str:
    """Starts with `file:line`, which editors and terminals turn into a link."""
    place = (docs / problem.file).as_posix()
    if problem.line:
        place += f":{problem.line}"
    return f"{place}: {problem.severity}: {problem.message}\n  {problem.hint}"
