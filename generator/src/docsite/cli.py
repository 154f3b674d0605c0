"""Arguments, exit codes, printing."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from docsite.build import Builder, Folders, build_site
from docsite.emit.records import write_records
from docsite.errors import DocsiteError
from docsite.load import Site, load_site
from docsite.node.theme import load_theme_strings
from docsite.progress import show_progress
from docsite.records import Problem
from docsite.records.contracts import write_contracts
from docsite.site.live import find_live_folder
from docsite.translations import record_translations

DEFAULT_PORT = 8080
"""Where `dev` and `preview` serve."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = create_arguments().parse_args(arguments)
    try:
        return int(options.run(options))
    except DocsiteError as error:
        print(f"docsite: {error}", file=sys.stderr)
        return 1


def create_arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="docsite", description="Builds a documentation site.")
    parser.add_argument("--version", action="version", version=f"docsite {version('docsite')}")
    commands = parser.add_subparsers(required=True, metavar="command")

    check = commands.add_parser("check", help="report problems in a docs folder")
    check.add_argument("docs", type=Path, help="the folder with site.toml")
    check.add_argument("--drafts", action="store_true", help="include drafts")
    check.add_argument("--theme", type=Path, default=Path("theme"), metavar="FOLDER")
    check.add_argument("--strict", action="store_true", help="treat warnings as errors")
    check.set_defaults(run=run_check)

    translated = commands.add_parser(
        "translated", help="mark translations as up to date with their originals"
    )
    translated.add_argument("docs", type=Path, help="the folder with site.toml")
    translated.add_argument(
        "names",
        nargs="*",
        metavar="file",
        help="for example zh/start.md or zh/start.md#id (default: all)",
    )
    translated.set_defaults(run=run_translated)

    build = commands.add_parser("build", help="build the site")
    build.add_argument("docs", type=Path, help="the folder with site.toml")
    build.add_argument("--theme", type=Path, default=Path("theme"), metavar="FOLDER")
    build.add_argument("--output", type=Path, default=Path("dist"), metavar="FOLDER")
    build.add_argument(
        "--work",
        type=Path,
        default=Path("build"),
        metavar="FOLDER",
        help="cache folder for faster builds",
    )
    build.add_argument("--drafts", action="store_true", help="publish drafts as well")
    build.add_argument(
        "--no-compression",
        dest="compression",
        action="store_false",
        help="don't write .br and .gz files",
    )
    build.set_defaults(run=run_build)

    preview = commands.add_parser("preview", help="serve a built site locally")
    preview.add_argument("output", type=Path, nargs="?", default=Path("dist"), metavar="FOLDER")
    preview.add_argument("--port", type=int, default=DEFAULT_PORT)
    preview.set_defaults(run=run_preview)

    dev = commands.add_parser("dev", help="serve a site and rebuild it when a file changes")
    dev.add_argument("docs", type=Path, help="the folder with site.toml")
    dev.add_argument("--theme", type=Path, default=Path("theme"), metavar="FOLDER")
    dev.add_argument("--output", type=Path, default=Path("build/dev"), metavar="FOLDER")
    dev.add_argument("--work", type=Path, default=Path("build"), metavar="FOLDER")
    dev.add_argument("--port", type=int, default=DEFAULT_PORT)
    dev.set_defaults(run=run_dev)

    records = commands.add_parser("records", help="write the page records for inspection")
    records.add_argument("docs", type=Path, help="the folder with site.toml")
    records.add_argument("--output", type=Path, default=Path("build/records"), metavar="FOLDER")
    records.add_argument("--drafts", action="store_true", help="include drafts")
    records.set_defaults(run=run_records)

    schemas = commands.add_parser(
        "schemas", help="write JSON Schemas and TypeScript types for the records"
    )
    schemas.add_argument("folder", type=Path)
    schemas.set_defaults(run=run_schemas)
    return parser


def run_check(options: argparse.Namespace) -> int:
    site = load_site(
        options.docs, has_drafts=options.drafts, theme=load_theme_strings(options.theme)
    )
    _print_problems(site, options.docs)
    return int(site.has_errors or (options.strict and bool(site.problems)))


def run_translated(options: argparse.Namespace) -> int:
    site = load_site(options.docs, has_drafts=True)
    for line in record_translations(options.docs, site, options.names):
        print(line)
    return 0


def run_build(options: argparse.Namespace) -> int:
    # It would look through all that is kept, again and again, for rings of objects that a build
    # does not make: a tenth of the whole time.
    gc.disable()
    folders = Folders(options.docs, options.theme, options.output, options.work)
    with show_progress() as progress:
        site = build_site(
            folders,
            has_drafts=options.drafts,
            is_compressed=options.compression,
            progress=progress,
        )
    _print_problems(site, options.docs)
    return int(site.has_errors)


def run_preview(options: argparse.Namespace) -> int:
    # Here and below: servers take longer to import than a page takes to build.
    from docsite.serve.preview import preview_site

    with suppress(KeyboardInterrupt):
        preview_site(options.output, options.port, _say)
    return 0


def run_dev(options: argparse.Namespace) -> int:
    from docsite.serve.dev import Rest, develop_site

    folders = Folders(options.docs, options.theme, options.output, options.work)

    with Builder(folders, has_drafts=True) as builder, suppress(KeyboardInterrupt):

        def rebuild() -> None:
            site = builder.build(is_compressed=False, is_complete=False)
            if site.has_errors:
                problems = (render_problem(problem, options.docs) for problem in site.problems)
                raise DocsiteError("\n".join(problems))

        watched = [options.docs, options.theme, *find_live_folder(options.docs)]
        rest = Rest(builder.add_rest, builder.stop)
        develop_site(rebuild, options.output, watched, options.port, _say, rest)
    return 0


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
    """The form that editors and terminals turn into a link."""
    place = (docs / problem.file).as_posix()
    if problem.line:
        place += f":{problem.line}"
    return f"{place}: {problem.severity}: {problem.message}\n  {problem.hint}"
