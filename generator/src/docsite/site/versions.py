"""The docs folders of other versions of a site: folders, and checkouts of Git refs."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from docsite.errors import ConfigError, OutputError
from docsite.git import git_environment
from docsite.records import SiteConfig, Version
from docsite.site.config import CONFIG_FILE, load_config

_CHECKOUTS = "versions"
_MARK = ".git/docsite"
"""An empty file in each checkout."""
_UPLOAD = "git -c uploadpack.allowAnySHA1InWant=true upload-pack"
"""Allows commits to be fetched by their hash."""


def check_versions(docs: Path, config: SiteConfig) -> None:
    """Raises an error if a folder or a ref doesn't exist."""
    for version in config.other_versions:
        if version.ref:
            _find_commit(docs, version.ref)
        else:
            _find_folder(docs, version)


def prepare_version(docs: Path, version: Version, work: Path) -> Path:
    """Returns the docs folder of another version. A ref is checked out below `work`."""
    if version.ref is None:
        return _find_folder(docs, version)
    if work.resolve().is_relative_to(docs.resolve()):
        hint = "Choose another folder with --work."
        raise _wrong(docs, f"{work} is inside the docs folder, and would contain pages", hint)
    checkout = work / _CHECKOUTS / quote(version.path.strip("/"), safe="")
    commit = _find_commit(docs, version.ref)
    _check_out(docs, commit, checkout)
    prefix = _git(docs, "-C", str(docs), "rev-parse", "--show-prefix")
    if not (checkout / prefix / CONFIG_FILE).is_file():
        hint = "Use a ref that contains the docs folder."
        raise _wrong(docs, f"{version.ref} has no {prefix}{CONFIG_FILE}", hint)
    return checkout / prefix


def load_version_config(docs: Path, version: Version, current: SiteConfig) -> SiteConfig:
    """Returns the version's own `site.toml`, with the settings that are the same for all
    versions."""
    own = load_config(docs)
    return replace(
        own,
        address=current.address,
        base=current.base + version.path.removeprefix("/"),
        compression=current.compression,
        docs_branch=version.ref or own.docs_branch,
        # A checkout doesn't contain the packages that samples import.
        hovers=None if version.ref else own.hovers,
        versions=(),
    )


def _find_folder(docs: Path, version: Version) -> Path:
    folder = docs / (version.folder or "")
    if folder.resolve().is_relative_to(docs.resolve()):
        hint = "Move it: all pages in the docs folder are pages of the current version."
        raise _wrong(docs, f"{version.folder} is inside the docs folder", hint)
    if not (folder / CONFIG_FILE).is_file():
        hint = "Copy the docs folder of that version there, or correct the path."
        raise _wrong(docs, f"{version.folder} has no {CONFIG_FILE}", hint)
    return folder


def _find_commit(docs: Path, ref: str) -> str:
    # In CI, a branch often only exists as a remote branch.
    names = "".join(f"{name}^{{commit}}\n" for name in (ref, f"origin/{ref}"))
    answers = _git(docs, "-C", str(docs), "cat-file", "--batch-check=%(objectname)", text=names)
    # Otherwise, the output is `<name> missing` or `<name> ambiguous`.
    found = [answer for answer in answers.splitlines() if " " not in answer]
    if not found:
        hint = "Correct the name, or fetch it: git fetch --tags origin (in CI, fetch-depth: 0)."
        raise _wrong(docs, f"Git ref not found: {ref}", hint)
    return found[0]


def _check_out(docs: Path, commit: str, checkout: Path) -> None:
    if not _is_own(checkout):
        hint = "Delete it or move it elsewhere, or choose another folder with --work."
        message = "the checkout of a version belongs here, but docsite didn't write this folder"
        raise OutputError(message, hint=hint, file=str(checkout))
    # By now, the repository may have more history than a shallow checkout.
    if checkout.exists() and not _is_shallow(checkout):
        # Fails if the repository was moved, or if an earlier build was interrupted.
        with suppress(ConfigError):
            _switch(docs, commit, checkout)
            return
    _delete(checkout)
    root = _git(docs, "-C", str(docs), "rev-parse", "--show-toplevel")
    # Shares the objects of the repository. Unlike `git worktree`, this changes nothing there.
    _git(docs, "clone", "--quiet", "--shared", "--no-checkout", root, str(checkout))
    (checkout / _MARK).touch()
    if _is_shallow(checkout):
        # Git only copies branches and tags of a shallow repository, not remote branches.
        fetch = ("fetch", "--quiet", "--depth=1", f"--upload-pack={_UPLOAD}", root, commit)
        _git(docs, "-C", str(checkout), *fetch)
    _switch(docs, commit, checkout)


def _is_own(checkout: Path) -> bool:
    """Returns whether docsite created the folder. Earlier releases had no mark, but only they made
    shared clones here. An interrupted clone has no files yet."""
    is_empty = not checkout.exists() or {path.name for path in checkout.iterdir()} <= {".git"}
    marks = (_MARK, ".git/objects/info/alternates")
    return is_empty or any((checkout / mark).is_file() for mark in marks)


def _is_shallow(checkout: Path) -> bool:
    return (checkout / ".git/shallow").exists()


def _switch(docs: Path, commit: str, checkout: Path) -> None:
    # Prevents Git from using a parent repository if the checkout is damaged.
    here = ("-C", str(checkout), "--git-dir=.git", "--work-tree=.")
    _git(docs, *here, "checkout", "--quiet", "--force", "--detach", commit)


def _delete(checkout: Path) -> None:
    for file in checkout.glob(".git/objects/**/*"):
        file.chmod(0o700)  # Windows can't delete read-only files
    shutil.rmtree(checkout, ignore_errors=True)


def _git(docs: Path, *arguments: str, text: str = "") -> str:
    """`docs` is for error messages."""
    try:
        done = subprocess.run(
            ["git", *arguments],
            check=True,
            capture_output=True,
            encoding="utf-8",
            env=git_environment(),
            input=text,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        reason = (getattr(error, "stderr", None) or str(error)).strip()
        hint = "Install Git, and build in a clone of the repository."
        raise _wrong(docs, f"Git failed: {reason}", hint) from error
    return done.stdout.strip()


def _wrong(docs: Path, message: str, hint: str) -> ConfigError:
    return ConfigError(f"versions: {message}", hint=hint, file=str(docs / CONFIG_FILE))
