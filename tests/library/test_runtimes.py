"""The published packages in other JavaScript runtimes, and their types with other compilers."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.paths import ROOT
from harness.programs import TIMEOUT_S, run
from scripts.release.type_messages import TYPES, load_messages
from tests.library.test_packages import ENTRY_POINTS, IN_JSDOM, NODE_STORAGE_HINT, run_node

pytestmark = [
    pytest.mark.engines,
    pytest.mark.skipif(
        (sys.platform, platform.machine()) != ("linux", "x86_64"),
        reason="runtimes/package.json only has programs for Linux on x64",
    ),
]

FOLDER = Path(__file__).parent / "runtimes"
INSTALLED = ROOT / "build/runtimes"
DEPENDENCIES: dict[str, str] = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))[
    "dependencies"
]
NODES = sorted(name for name in DEPENDENCIES if name.startswith("node-"))
COMPILERS = sorted(name for name in DEPENDENCIES if name.startswith("typescript-"))
RUNTIMES = {
    **{name: [f"{name}/bin/node"] for name in NODES},
    "bun": ["@oven/bun-linux-x64/bin/bun", "run"],
    "deno": ["@deno/linux-x64-glibc/deno", "run", "--allow-read", "--allow-env"],
}
"""The path of each program in `node_modules`, and its arguments."""

USE = """
  const warnings = [];
  console.warn = (text) => warnings.push(text);
  const { createLocalStorage, createSessionStorage } = loaded['@tuffet/hooks'];
  const { useStorage } = loaded['@tuffet/hooks'];
  const values = [createLocalStorage, createSessionStorage].map((create) => {
    const options = { storageModuleKey: 'm', initial: { n: 1 }, protect: 'strict' };
    const storage = create(options);
    const { n } = useStorage(storage);
    return [n.get(), n.set(2), n.get(), storage.helper.isPersistent()];
  });
  const names = Object.fromEntries(
    entries.map((entry) => [
      entry,
      Object.keys(loaded[entry]).filter((name) => name !== 'module.exports').sort(),
    ]),
  );
  console.log(JSON.stringify({ names, values, warnings: warnings.length }));
"""
LOAD = {
    "mjs": "for (const entry of entries) loaded[entry] = await import(entry);",
    "cjs": "for (const entry of entries) loaded[entry] = require(entry);",
}


@dataclass(frozen=True)
class Result:
    value: Any
    """The JSON that the program printed."""
    stderr: str


def run_file(file: Path, source: str, runtime: str, *options: str) -> Result:
    """Runs a script in a runtime, which must end without an error."""
    file.write_text(source, encoding="utf-8")
    program, *arguments = RUNTIMES[runtime]
    command = [str(INSTALLED / "node_modules" / program), *arguments, *options, file.name]
    done = subprocess.run(
        command, cwd=file.parent, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return Result(json.loads(done.stdout), done.stderr)


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """The runtimes and compilers, outside of the folders that other commands search."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"):
        shutil.copy(FOLDER / name, INSTALLED)
    run(["pnpm", "install", "--frozen-lockfile"], directory=INSTALLED)


@pytest.fixture(scope="module")
def application(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, because other tests use it without the files that are added here."""
    folder = tmp_path_factory.mktemp("application")
    shutil.copytree(project, folder, symlinks=True, dirs_exist_ok=True)
    # Deno only reads `node_modules` next to a `package.json`.
    (folder / "package.json").write_text("{}", encoding="utf-8")
    return folder


@pytest.mark.parametrize("kind", LOAD)
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_every_entry_point_loads_and_a_module_has_its_initial_values(
    application: Path, runtime: str, kind: str
) -> None:
    start = f"const entries = {json.dumps(ENTRY_POINTS)}; const loaded = {{}};"
    source = "\n".join([start, LOAD[kind], USE])
    result = run_file(application / f"smoke.{kind}", source, runtime)
    # During SSR, modules are read-only, because requests would share the value.
    assert result.value["values"] == [[1, False, 1, False]] * 2
    assert result.value["warnings"] == 2
    assert (
        result.value["names"]
        == run_node(application, "\n".join([start, LOAD["cjs"], USE]), "commonjs")["names"]
    )
    # Node prints a warning there if a program uses its storage.
    assert result.stderr == ""


LOCAL_STORAGE = """
  let outcome;
  try { outcome = typeof localStorage.getItem; } catch (error) { outcome = error.name; }
  console.log(JSON.stringify(outcome));
"""


@pytest.mark.parametrize("runtime", NODES)
def test_the_storage_of_node_can_only_be_used_with_a_file(application: Path, runtime: str) -> None:
    """Shows that the tests above can fail: using this storage throws or prints a warning."""
    result = run_file(application / "storage.mjs", LOCAL_STORAGE, runtime)
    assert result.value != "function" or result.stderr


@pytest.mark.parametrize("runtime", [name for name in NODES if name >= "node-25"])
def test_on_a_server_modules_do_not_write_to_nodes_storage(
    application: Path, runtime: str, tmp_path: Path
) -> None:
    file = tmp_path / "storage"
    source = """
      import { createLocalStorage, useStorage } from '@tuffet/hooks';
      console.warn = () => {};
      const storage = createLocalStorage({ storageModuleKey: 'm', initial: { n: 1 } });
      const { n } = useStorage(storage);
      n.set(2);
      console.log(JSON.stringify([n.get(), localStorage.length]));
    """
    result = run_file(application / "file.mjs", source, runtime, f"--localstorage-file={file}")
    assert result.value == [1, 0]


@pytest.mark.parametrize("runtime", [name for name in NODES if name >= "node-25"])
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), [False, [["denied", NODE_STORAGE_HINT]]]),
        (("--no-experimental-webstorage",), [True, []]),
    ],
    ids=["default", "without-webstorage"],
)
def test_in_jsdom_the_storage_of_node_is_reported(
    application: Path, runtime: str, options: tuple[str, ...], expected: list[Any]
) -> None:
    link = application / "node_modules" / "jsdom"
    if not link.exists():
        link.symlink_to(ROOT / "node_modules" / "jsdom")
    assert run_file(application / "jsdom.mjs", IN_JSDOM, runtime, *options).value == expected


OPTIONS = {
    "target": "ES2020",
    "module": "Node16",
    "moduleResolution": "Node16",
    "lib": ["ES2022", "DOM", "DOM.Iterable"],
    "types": [],
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "exactOptionalPropertyTypes": True,
    "esModuleInterop": True,
    "skipLibCheck": True,
    "noEmit": True,
    "jsx": "react",
}
"""Those of tests/library/types that every compiler has."""


@pytest.mark.parametrize("compiler", COMPILERS)
def test_every_compiler_accepts_and_rejects_the_same_programs(
    compiler: str, tmp_path: Path
) -> None:
    files = [file for kind in ("accepted", "rejected") for file in (TYPES / kind).glob("*.ts")]
    settings = {"compilerOptions": OPTIONS, "files": [str(file) for file in files]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    messages = load_messages(INSTALLED / "node_modules" / compiler / "bin/tsc", tmp_path)
    rejected = {f"rejected/{file.name}" for file in files if file.parent.name == "rejected"}
    assert len(rejected) > 40
    assert {*messages} == rejected
