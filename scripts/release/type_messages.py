"""Updates the compiler messages and editor hovers that tests/library/test_types.py compares."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from harness.paths import BIN, ROOT

TYPES = ROOT / "tests/library/types"


def load_messages(compiler: Path = BIN / "tsc", project: Path = TYPES) -> dict[str, str]:
    """Returns the compiler errors of each file, by its path below tests/library/types."""
    command = [str(compiler), "-p", str(project), "--pretty", "false"]
    output = subprocess.run(command, cwd=TYPES, capture_output=True, text=True, check=False).stdout
    found: dict[str, str] = {}
    for message in re.split(r"^(?=\S)", output, flags=re.MULTILINE):
        if prefix := re.match(r"(\S+?)\(\d+,\d+\): error ", message):
            file = prefix.group(1)
            found[file] = found.get(file, "") + message[prefix.end() :]
    return found


def load_hovers() -> dict[str, str]:
    """Returns the hover of each marked name in accepted/hovers.ts."""
    command = [str(BIN / "node"), str(TYPES / "hovers.mjs")]
    hovers: dict[str, str] = json.loads(subprocess.check_output(command, text=True))
    return hovers


def main() -> None:
    messages = load_messages()
    for file in sorted((TYPES / "rejected").glob("*.ts")):
        text = messages.get(f"rejected/{file.name}", "")
        file.with_suffix(".txt").write_text(text, encoding="utf-8")
    hovers = json.dumps(load_hovers(), indent=2) + "\n"
    (TYPES / "hovers.json").write_text(hovers, encoding="utf-8")


if __name__ == "__main__":
    main()
