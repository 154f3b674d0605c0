"""The rule for branch names: a namespace, a slash, one to three kebab-case words."""

from __future__ import annotations

import difflib
import re
import subprocess
import sys

NAMESPACES = (
    "feat",
    "fix",
    "docs",
    "style",
    "refactor",
    "perf",
    "test",
    "build",
    "ci",
    "chore",
    "revert",
)
TRUNK = "main"
MAX_WORDS = 3
RENAME = (
    "Rename it with `git branch -m <new-name>`. If you have already pushed it, push the new branch "
    "and open the pull request from it."
)

_WORD = re.compile(r"[a-z0-9]+")


def check_branch_name(name: str) -> list[str]:
    """The problems of the name, each with a suggestion; empty if it is valid."""
    if name == TRUNK:
        return []
    namespace, slash, words = name.partition("/")
    if not slash:
        return [
            f"{name!r} has no namespace. Put one of {', '.join(NAMESPACES)} and a slash "
            f"in front, as in {_example(words=name)!r}."
        ]
    return _check_namespace(namespace, words) + _check_words(namespace, words)


def _check_namespace(namespace: str, words: str) -> list[str]:
    if namespace in NAMESPACES:
        return []
    return [
        f"{namespace!r} is not a namespace. Use one of {', '.join(NAMESPACES)}, "
        f"as in {_example(namespace, words)!r}."
    ]


def _check_words(namespace: str, words: str) -> list[str]:
    example = _example(namespace, words)
    if not words:
        return [f"Nothing follows the namespace. Say what the branch is about, as in {example!r}."]
    parts = words.split("-")
    if not all(_WORD.fullmatch(part) for part in parts):
        return [
            f"{words!r} is not kebab-case. Use lower case letters a to z and digits, "
            f"words joined by single hyphens, as in {example!r}."
        ]
    if len(parts) > MAX_WORDS:
        return [
            f"{words!r} has {len(parts)} words. Use at most {MAX_WORDS}, as in {example!r}.",
        ]
    return []


def _example(namespace: str = "feat", words: str = "") -> str:
    """A valid name that is similar to the invalid one."""
    near = difflib.get_close_matches(namespace, NAMESPACES, n=1)
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", words).lower()
    kept = _WORD.findall(spaced)[:MAX_WORDS] or ["session", "storage"]
    return f"{near[0] if near else 'feat'}/{'-'.join(kept)}"


def load_current_branch() -> str:
    """The name of the current branch; empty for a detached HEAD."""
    command = ["git", "branch", "--show-current"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main(arguments: list[str]) -> int:
    name = arguments[0] if arguments and arguments[0] else load_current_branch()
    if not name:
        print("No branch is checked out, so there is no name to check.")
        return 0
    problems = check_branch_name(name)
    for problem in problems:
        print(f"branch {name}: {problem}", file=sys.stderr)
    if problems:
        print(RENAME, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
