"""Reads `mkdocs.yml` without running code: tags for Python objects have no effect."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from pathspec import GitIgnoreSpec
from yaml.composer import ComposerError

from docsite.errors import ConfigError
from docsite.git import git_environment
from docsite.site.text_files import is_hidden, load_text

CONFIG_NAMES = ("mkdocs.yml", "mkdocs.yaml")
_MAX_PARENTS = 10
"""Limits the depth of `INHERIT`, which could be circular."""
_MAX_SIZE = 1_000_000
"""In characters, with aliases expanded: a few lines could otherwise exhaust the memory."""

REFUSED = "isn't in the project, or is hidden or ignored by Git"
"""Why a file isn't read."""

Values = Mapping[str, Any]

_EXTRA = ("attr_list", "def_list", "footnotes", "abbr", "md_in_html", "tables")
_BUNDLES = {"extra": _EXTRA, "pymdownx.extra": _EXTRA}
"""Extensions that consist of other extensions."""


class _Loader(yaml.SafeLoader):
    """Supports only plain YAML. Values with other tags, such as `!ENV` and `!!python/name:`, are
    loaded as plain values."""

    def get_single_node(self) -> yaml.Node | None:
        node = super().get_single_node()
        if node is not None:
            _measure(node, {})
        return node


def _measure(node: yaml.Node, known: dict[yaml.Node, int | None]) -> int:
    """Returns the size of a value in characters, with aliases expanded. `known` contains the values
    that were measured, and `None` for those that contain the current one."""
    if node in known:
        size = known[node]
        if size is None:
            raise ComposerError(None, None, "an alias contains itself", node.start_mark)
        return size
    known[node] = None
    size = 1
    if isinstance(node, yaml.ScalarNode):
        size += len(node.value)
    elif isinstance(node, yaml.SequenceNode):
        size += sum(_measure(item, known) for item in node.value)
    elif isinstance(node, yaml.MappingNode):
        size += sum(_measure(item, known) for pair in node.value for item in pair)
    if size > _MAX_SIZE:
        raise ComposerError(
            None, None, "the value is too large, with aliases expanded", node.start_mark
        )
    known[node] = size
    return size


def _construct_unknown(loader: yaml.SafeLoader, _suffix: str, node: yaml.Node) -> object:
    match node:
        case yaml.MappingNode():
            return loader.construct_mapping(node, deep=True)
        case yaml.SequenceNode():
            return loader.construct_sequence(node, deep=True)
        case yaml.ScalarNode():
            return loader.construct_scalar(node)
    return None


_Loader.add_multi_constructor("!", _construct_unknown)
_Loader.add_multi_constructor("tag:", _construct_unknown)


def parse_yaml(text: str, file: str = "", first: int = 0) -> Values:
    """Parses a mapping, which can be empty. `first` is the number of lines above the text."""
    try:
        values = yaml.load(text, _Loader)  # noqa: S506  a subclass of the safe loader
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 + first if mark else None
        problem = getattr(error, "problem", None) or str(error)
        hint = f"Correct {'this line' if line else 'the file'}, and run the command again."
        raise ConfigError(f"invalid YAML: {problem}", hint=hint, file=file, line=line) from error
    if values is None:
        return {}
    if not isinstance(values, dict):
        hint = "For example: site_name: Name."
        raise ConfigError("expected `key: value` pairs", hint=hint, file=file)
    return values


@dataclass(frozen=True)
class Project:
    """An MkDocs project and its settings."""

    folder: Path
    """The folder that contains `mkdocs.yml`."""
    config: Path
    values: Values

    @cached_property
    def docs(self) -> Path:
        return (self.folder / self.text("docs_dir", "docs")).resolve()

    @cached_property
    def root(self) -> Path:
        """The repository, or else the project."""
        folders = (self.folder, *self.folder.parents)
        return next((folder for folder in folders if (folder / ".git").exists()), self.folder)

    def allows(self, path: Path) -> bool:
        """Returns whether a file or folder may be read: it is in the folder of the project, and
        neither hidden nor ignored by Git. All others could be secret. Follows symbolic links."""
        real = path.resolve()
        if not real.is_relative_to(self.folder) or is_hidden(real.relative_to(self.folder)):
            return False
        return self._ignored.isdisjoint((real, *real.parents))

    @cached_property
    def _ignored(self) -> frozenset[Path]:
        """The files and folders that Git ignores. None without Git, or if the whole project is
        ignored, because it was chosen."""
        # The repository could configure a program that Git runs here.
        command = ["git", "-c", "core.fsmonitor=false", "-C", str(self.folder), "ls-files", "-z"]
        command += ["--others", "--ignored", "--exclude-standard", "--directory"]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                check=False,
                encoding="utf-8",
                errors="surrogateescape",
                env=git_environment(),
            )
        except OSError:
            return frozenset()
        names = done.stdout.split("\0")
        return frozenset(self.folder / name for name in names if name not in ("", "./"))

    @property
    def docs_name(self) -> str:
        """The name of the docs folder in messages."""
        return self.docs.relative_to(self.folder).as_posix()

    def text(self, key: str, default: str = "") -> str:
        value = self.values.get(key)
        return str(value).strip() if isinstance(value, str | int | float) else default

    def table(self, key: str) -> Values:
        value = self.values.get(key)
        return value if isinstance(value, dict) else {}

    @property
    def theme(self) -> Values:
        return self.table("theme")

    @cached_property
    def plugins(self) -> Mapping[str, Values]:
        return dict(_named(self.values.get("plugins")))

    @cached_property
    def extensions(self) -> Mapping[str, Values]:
        named = dict(_named(self.values.get("markdown_extensions")))
        bundles = (names for bundle, names in _BUNDLES.items() if bundle in named)
        return {name: {} for name in chain.from_iterable(bundles)} | named

    @cached_property
    def code(self) -> frozenset[str]:
        """The settings that list Python files, which can change the content of pages."""
        listed = {key: strings_in(value) for key, value in self.values.items()}
        return frozenset(
            key for key, names in listed.items() if any(name.endswith(".py") for name in names)
        )

    @cached_property
    def exclude_docs(self) -> GitIgnoreSpec:
        """Files that aren't part of the site: those in `exclude_docs`, and by default hidden files,
        templates and files of the theme."""
        custom = (self.folder / str(self.theme.get("custom_dir") or "/")).resolve()
        is_inside = custom.is_relative_to(self.docs) and custom != self.docs
        theme = [f"/{custom.relative_to(self.docs).as_posix()}/"] if is_inside else []
        return self._patterns("exclude_docs", ".*", "/templates/", *theme)

    @cached_property
    def draft_docs(self) -> GitIgnoreSpec:
        return self._patterns("draft_docs")

    @cached_property
    def not_in_nav(self) -> GitIgnoreSpec:
        return self._patterns("not_in_nav")

    def _patterns(self, key: str, *defaults: str) -> GitIgnoreSpec:
        """Uses the same library for these patterns as MkDocs."""
        try:
            return GitIgnoreSpec.from_lines([*defaults, *self.text(key).splitlines()])
        except ValueError as error:
            hint = f"Correct {key}, and run the command again."
            raise ConfigError(str(error), hint=hint, file=str(self.config)) from error

    @property
    def has_directory_urls(self) -> bool:
        return self.values.get("use_directory_urls", True) is not False

    def plugin(self, *names: str) -> Values | None:
        """Returns the options of a plugin, or `None` if it isn't listed."""
        return next((self.plugins[name] for name in names if name in self.plugins), None)


def _named(items: object) -> Iterator[tuple[str, Values]]:
    """Yields plugins or extensions from a list of names and tables, or from a table."""
    pairs = items.items() if isinstance(items, dict) else ()
    listed = items if isinstance(items, list) else ()
    for item in listed:
        if isinstance(item, str):
            yield _short(item), {}
        elif isinstance(item, dict):
            pairs = (*pairs, *item.items())
    for name, options in pairs:
        yield _short(str(name)), options if isinstance(options, dict) else {}


def _short(name: str) -> str:
    """Removes the prefix: `material/tags` -> `tags`."""
    return name.removeprefix("material/").removeprefix("markdown.extensions.")


def load_project(path: Path) -> Project:
    """`path` is the folder with `mkdocs.yml`, or the file itself."""
    config = path if path.is_file() else _find_config(path)
    project = Project(config.parent.resolve(), config, {})
    if config.is_symlink() and not project.allows(config):
        hint = "Replace it with the file itself."
        raise ConfigError(f"the target of this link {REFUSED}", hint=hint, file=str(config))
    project = replace(project, values=_load_values(config.resolve(), project))
    if not project.docs.is_dir():
        hint = f"Correct docs_dir in {config.name}."
        raise ConfigError("the docs folder doesn't exist", hint=hint, file=str(project.docs))
    if not project.allows(project.docs):
        hint = f"Copy it to {project.folder}, and set docs_dir in {config.name} to the copy."
        raise ConfigError(f"the docs folder {REFUSED}", hint=hint, file=str(project.docs))
    return project


def _find_config(folder: Path) -> Path:
    for name in CONFIG_NAMES:
        if (folder / name).is_file():
            return folder / name
    hint = "Specify the folder that contains mkdocs.yml."
    raise ConfigError("this is not an MkDocs project", hint=hint, file=str(folder))


def _load_values(config: Path, project: Project, depth: int = 0) -> Values:
    values = parse_yaml(load_text(config), str(config))
    parent = values.get("INHERIT")
    if not isinstance(parent, str) or depth > _MAX_PARENTS:
        return values
    path = (config.parent / parent).resolve()
    if not project.allows(path):
        hint = "Copy its settings to this file, and remove INHERIT."
        raise ConfigError(f"INHERIT: {parent} {REFUSED}", hint=hint, file=str(config))
    own = {key: value for key, value in values.items() if key != "INHERIT"}
    return _merge(_load_values(path, project, depth + 1), own)


def _merge(parent: Values, own: Values) -> Values:
    merged = dict(parent)
    for key, value in own.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merge(old, value) if both and old else value
    return merged


def strings_in(value: object) -> Sequence[str]:
    """Returns the strings in a list, or a single string as a list."""
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
