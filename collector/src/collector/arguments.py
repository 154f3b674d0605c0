"""The arguments of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from collector.config import describe_settings
from collector.imports.sources import ACKEE, SOURCES
from collector.improvements import DEFAULT_MINIMUM, DEFAULT_ROWS, LEAST_MINIMUM
from collector.report.render import FORMATS
from collector.statistics import MAX_DAYS
from collector.thresholds import THRESHOLDS

if TYPE_CHECKING:
    # argparse has no public name for this type.
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def create_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="collector",
        description="Receives page views and shows site owners how visitors use their sites.",
        epilog=render_settings(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"collector {version('tuffet-collector')}"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    commands = parser.add_subparsers(required=True, metavar="command")
    _add(commands, "serve", "receive records and serve the dashboard")
    _add(commands, "migrate", "apply database migrations")
    _add_domain_commands(commands)
    _add_token_commands(commands)
    _add_report_commands(commands)
    _add_import_commands(commands)

    export = _add(commands, "export", "write records as JSON Lines")
    for name, place in (("from", "first"), ("to", "last")):
        export.add_argument(
            f"--{name}", dest=place, type=parse_day, required=True, metavar="DAY",
            help=f"the {place} day (UTC), such as 2026-11-15",
        )  # fmt: skip

    text = "delete records and actions before a given day; rollups of views are kept"
    prune = _add(commands, "prune", text)
    prune.add_argument("first_kept", type=parse_day, metavar="DAY", help="the first day to keep")

    counting = _add(commands, "recount", "compare rollups with the records")
    counting.add_argument("--repair", action="store_true", help="replace rows that differ")

    _add_privacy_check(commands)
    return parser


def _add_privacy_check(commands: _Commands) -> None:
    text = "count groups of visitors that are small enough to identify someone"
    privacy = _add(commands, "privacy-check", text)
    privacy.epilog = "exit codes: 0 found no small groups, 1 found some, 2 the check couldn't run"
    privacy.add_argument(
        "--minimum", type=_number(2), default=DEFAULT_MINIMUM, metavar="COUNT",
        help=f"smallest group that isn't counted (default: {DEFAULT_MINIMUM})",
    )  # fmt: skip


def render_settings() -> str:
    lines = ["settings, by name in the file or as environment variables:"]
    for setting in describe_settings():
        lines.append(f"  {setting.name:<16} {setting.variable}")
        lines.append(f"  {'':<16} {setting.description} ({setting.default or 'none'})")
    return "\n".join(lines)


def _add_domain_commands(commands: _Commands) -> None:
    domain = commands.add_parser("domain", help="manage sites")
    actions = domain.add_subparsers(required=True, metavar="action")
    origins = "origin of its pages, for example https://docs.example"
    languages = "path prefixes of its languages except the first, for example zh"

    adding = _add(actions, "domain add", "add a site")
    adding.add_argument("title", help="name on the dashboard")
    adding.add_argument("origins", nargs="+", metavar="origin", help=origins)
    adding.add_argument("--languages", nargs="*", default=[], metavar="PREFIX", help=languages)

    _add(actions, "domain list", "list all sites with their ids")

    listing = _add(actions, "domain pages", "replace the page list of a site")
    listing.add_argument("title", help="name on the dashboard")
    listing.add_argument("file", help="`pages.json` of the built site, or - for standard input")

    changing = _add(actions, "domain change", "change the origins or languages of a site")
    changing.add_argument("title", help="name on the dashboard")
    changing.add_argument("--origins", nargs="+", metavar="ORIGIN", help=origins)
    changing.add_argument("--languages", nargs="*", metavar="PREFIX", help=languages)


def _add_report_commands(commands: _Commands) -> None:
    reporting = _add(
        commands, "report", "print a report of what to improve, for the last complete days"
    )
    _add_selection(reporting)
    reporting.add_argument(
        "--format", choices=list(FORMATS), default="text", help="(default: text)"
    )
    reporting.add_argument(
        "--minimum", type=_number(LEAST_MINIMUM), default=DEFAULT_MINIMUM, metavar="COUNT",
        help=f"omit rows with a lower count (default: {DEFAULT_MINIMUM})",
    )  # fmt: skip
    reporting.add_argument(
        "--rows", type=_number(1, 1000), default=DEFAULT_ROWS, metavar="COUNT",
        help=f"rows per list (default: {DEFAULT_ROWS})",
    )  # fmt: skip

    checking = _add(commands, "check", "compare the last days, including today, with thresholds")
    checking.epilog = (
        "exit codes: 0 within all thresholds, 1 a threshold was crossed, 2 the check couldn't run"
    )
    _add_selection(checking)
    for threshold in THRESHOLDS:
        bound = "fewer" if threshold.is_minimum else "more"
        checking.add_argument(
            threshold.option, type=_number(0), metavar="COUNT",
            help=f"fail if there are {bound} {threshold.description} than this "
            f"(default: the setting `{threshold.name}`)",
        )  # fmt: skip


def _add_import_commands(commands: _Commands) -> None:
    importing = commands.add_parser("import", help="import history from another service")
    actions = importing.add_subparsers(required=True, metavar="action")
    for source, (name, files) in SOURCES.items():
        parser = _add(actions, f"import {source}", f"import history from {name}")
        parser.set_defaults(source=source)
        parser.add_argument("files", nargs="+", metavar="FILE", help=files)
        parser.add_argument("--site", required=True, metavar="TITLE", help="name on the dashboard")
        parser.add_argument(
            "--dry-run", action="store_true", help="print the summary without storing anything"
        )
        if source == ACKEE:
            parser.add_argument(
                "--domain", metavar="TITLE", help="title or id in Ackee, if several match the site"
            )

    logs = _add(commands, "logs", "count requests for .md files and llms.txt in access logs")
    logs.add_argument(
        "files", nargs="+", metavar="FILE", help="a log of nginx or Caddy; - for stdin"
    )
    logs.add_argument("--site", required=True, metavar="TITLE", help="name on the dashboard")
    logs.add_argument(
        "--dry-run", action="store_true", help="print the summary without storing anything"
    )

    _add(actions, "import list", "list what was imported")
    removing = _add(actions, "import remove", "remove imported days; collected ones stay")
    removing.add_argument("--site", required=True, metavar="TITLE", help="name on the dashboard")
    removing.add_argument(
        "--source", choices=list(SOURCES), help="remove only days from this service (default: all)"
    )


def _add_selection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--site", metavar="TITLE", help="name on the dashboard (default: all)")
    parser.add_argument(
        "--days", type=_number(1, MAX_DAYS), default=7, metavar="COUNT", help="(default: 7)"
    )


def _add_token_commands(commands: _Commands) -> None:
    token = commands.add_parser("token", help="manage access tokens for the dashboard")
    actions = token.add_subparsers(required=True, metavar="action")
    adding = _add(actions, "token add", "create a token and print it once")
    adding.add_argument("title", help="name of the token's owner")
    adding.add_argument(
        "--expires", type=parse_day, metavar="DAY",
        help="last day (UTC) on which the token works, such as 2027-11-15 (default: no end)",
    )  # fmt: skip
    adding.add_argument("--site", metavar="TITLE", help="the only site it can read (default: all)")
    adding.add_argument(
        "--link", metavar="ORIGIN",
        help="print a link that signs in, for a dashboard at this origin; needs --site",
    )  # fmt: skip
    _add(actions, "token list", "list tokens with their sites, creation and expiry dates")
    removing = _add(actions, "token remove", "revoke a token and end its sessions")
    removing.add_argument("title", help="name of the token's owner")


def _add(commands: _Commands, command: str, help_: str) -> argparse.ArgumentParser:
    """Returns a parser that stores the full name of its command, such as `domain add`."""
    name = command.rpartition(" ")[2]
    parser = commands.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
    parser.set_defaults(command=command)
    return parser


def _number(least: int, most: int = 10**9) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least} to {most}")
        return int(text)

    return parse


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-11-15") from None
