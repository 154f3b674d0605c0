"""Arguments, exit codes, printing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from docsite.build import Site, load_site, write_records
from docsite.errors import DocsiteError
from docsite.records import Problem
from docsite.schemas import write_schemas


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

    check = commands.add_parser("check", help="say what is wrong with a docs folder")
    check.add_argument("docs", type=Path, help="the folder with site.toml")
    check.add_argument("--drafts", action="store_true", help="look at drafts too")
    check.set_defaults(run=run_check)

    records = commands.add_parser("records", help="write the records that the theme reads")
    records.add_argument("docs", type=Path, help="the folder with site.toml")
    records.add_argument("--output", type=Path, default=Path("build/records"), metavar="FOLDER")
    records.add_argument("--drafts", action="store_true", help="write drafts too")
    records.set_defaults(run=run_records)

    schemas = commands.add_parser("schemas", help="write the JSON Schemas of the records")
    schemas.add_argument("folder", type=Path)
    schemas.set_defaults(run=run_schemas)
    return parser


def run_check(options: argparse.Namespace) -> int:
    return int(_load_and_print(options).has_errors)


def run_records(options: argparse.Namespace) -> int:
    site = _load_and_print(options)
    if not site.has_errors:
        write_records(site, options.output)
    return int(site.has_errors)


def run_schemas(options: argparse.Namespace) -> int:
    write_schemas(options.folder)
    return 0


def _load_and_print(options: argparse.Namespace) -> Site:
    site = load_site(options.docs, has_drafts=options.drafts)
    for problem in site.problems:
        print(render_problem(problem, options.docs), file=sys.stderr)
    return site


def render_problem(problem: Problem, docs: Path) -> str:
    """The form that editors and terminals turn into a link."""
    place = (docs / problem.file).as_posix()
    if problem.line:
        place += f":{problem.line}"
    return f"{place}: {problem.severity}: {problem.message}\n  {problem.hint}"
