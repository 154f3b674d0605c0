"""The published packages: packed, unpacked in another project, and used."""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from harness.bundles import bundle_source
from harness.packages import LIBRARY, NAMES, entry_points, load_manifest
from harness.paths import ROOT
from harness.programs import run
from harness.static import render_page, serve
from tests.library.conftest import PAGES, open_page
from tests.waiting import settled

ENTRY_POINTS = [entry for name in NAMES for entry in entry_points(name)]

HOOKS = "createLocalStorage createSessionStorage useStorage useStorageHelper"
EXPORTS = {
    "@tuffet/shared": "createProxy restorePrefixedString restoreSuffixedString",
    "@tuffet/core": "StorageModule StorageType TuffetError",
    "@tuffet/core/testing": "resetModules",
    "@tuffet/hooks": HOOKS,
    "@tuffet/hooks/family": "createLocalFamily createSessionFamily",
    "@tuffet/hooks/adopt": "fromKeys fromPinia fromReduxPersist fromVueUse fromZustand keep",
    "@tuffet/hooks/consent": "createConsent",
    "@tuffet/hooks/expiry": "expireAfter",
    "@tuffet/hooks/head": "headScript scriptHash",
    "@tuffet/hooks/merge": "mergeDeep",
    "@tuffet/hooks/schema": "checkSchema",
    "@tuffet/hooks/serializer": "withSerializer richJson",
    "@tuffet/vue-hooks": f"{HOOKS} useStorageValue",
    "@tuffet/vue-hooks/hydrated": "useHydrated",
    "@tuffet/react-hooks": f"{HOOKS} useStorageValue",
    "@tuffet/react-hooks/hydrated": "useHydrated",
    "@tuffet/analytics": "attributes create detect",
    "@tuffet/devtools": "mountDevtools",
    "@tuffet/devtools/inspector": "createInspector",
    "@tuffet/devtools/panel": "createPanel",
    "@tuffet/devtools/react": "TuffetDevtools",
    "@tuffet/devtools/vue": "TuffetDevtools",
    "@tuffet/devtools/vue-devtools": "tuffetVueDevtools",
    "@tuffet/analytics/detailed": "detailedAttributes",
}
"""The minimum exports of each entry point."""


def run_node(project: Path, source: str, kind: str, *options: str) -> Any:
    """The JSON that a script prints; `kind` is `module` or `commonjs`."""
    arguments = [*options, f"--input-type={kind}", "--eval", source]
    return json.loads(run(["node", *arguments], directory=project))


@pytest.mark.requirement("lib-commonjs", "lib-es-modules", "defect-require")
def test_require_and_import_have_the_same_exports(project: Path) -> None:
    entries = json.dumps(ENTRY_POINTS)
    names = "Object.keys(all).filter((name) => name !== 'module.exports').sort()"
    show = (
        f"console.log(JSON.stringify(Object.fromEntries(loaded.map(([e, all]) => [e, {names}]))))"
    )
    classic = run_node(
        project, f"const loaded = {entries}.map((e) => [e, require(e)]); {show}", "commonjs"
    )
    load = f"await Promise.all({entries}.map(async (e) => [e, await import(e)]))"
    assert run_node(project, f"const loaded = {load}; {show}", "module") == classic
    assert {*EXPORTS} <= {*ENTRY_POINTS} == {*classic}
    for entry in ENTRY_POINTS:
        assert classic[entry], entry
        assert {*EXPORTS.get(entry, "").split()} <= {*classic[entry]}, entry


SERVER_COMPONENT = """
  const { createLocalStorage, createSessionStorage } = tuffet;
  const options = { storageModuleKey: 'm', initial: { n: 1 } };
  const storage = createLocalStorage(options);
  createSessionStorage(options);
  const hooks = [tuffet.useStorage, tuffet.useStorageHelper, tuffet.useStorageValue];
  const messages = hooks.map((hook) => {
    try { hook(storage); } catch (error) { return error.message; }
  });
  console.log(JSON.stringify([Object.keys(tuffet).sort(), storage.initial.n, messages]));
"""


@pytest.mark.parametrize(
    ("kind", "load"),
    [
        ("module", "import * as tuffet from '@tuffet/react-hooks';"),
        ("commonjs", "const tuffet = require('@tuffet/react-hooks');"),
    ],
)
def test_server_components_can_create_modules_and_their_hooks_explain_the_error(
    project: Path, kind: str, load: str
) -> None:
    source = f"{load}\n{SERVER_COMPONENT}"
    names, value, messages = run_node(project, source, kind, "--conditions=react-server")
    client = "console.log(JSON.stringify(Object.keys(require('@tuffet/react-hooks')).sort()))"
    assert names == run_node(project, client, "commonjs")
    assert value == 1
    assert messages == [
        f"[tuffet] {hook} only works in client components. "
        "Add 'use client' at the top of the file that calls it."
        for hook in ("useStorage", "useStorageHelper", "useStorageValue")
    ]


@pytest.mark.parametrize("kind", ["module", "commonjs"])
def test_use_hydrated_explains_the_error_in_server_components(project: Path, kind: str) -> None:
    name = "@tuffet/react-hooks/hydrated"
    load = f"await import('{name}')" if kind == "module" else f"require('{name}')"
    source = f"""
      const {{ useHydrated }} = {load};
      try {{ useHydrated(); }} catch (error) {{ console.log(JSON.stringify(error.message)); }}
    """
    assert run_node(project, source, kind, "--conditions=react-server") == (
        "[tuffet] useHydrated only works in client components. "
        "Add 'use client' at the top of the file that calls it."
    )


@pytest.mark.requirement("lib-needs-proxy")
@pytest.mark.parametrize(
    ("package", "use"),
    [
        ("hooks", "useStorage(storage)"),
        ("vue-hooks", "useStorage(storage)"),
        ("react-hooks", "renderToString(createElement(() => useStorage(storage)))"),
    ],
)
def test_without_proxy_a_clear_error_is_thrown(project: Path, package: str, use: str) -> None:
    source = f"""
      import {{ createRequire }} from 'node:module';
      const require = createRequire(`${{process.cwd()}}/x.js`);
      const {{ createElement }} = require('react');
      const {{ renderToString }} = require('react-dom/server');
      const {{ createLocalStorage, useStorage }} = require('@tuffet/{package}');
      const storage = createLocalStorage({{ storageModuleKey: 'm', initial: {{ n: 1 }} }});
      delete globalThis.Proxy;
      let outcome = 'nothing was thrown';
      try {{ {use}; }} catch ({{ name, message }}) {{ outcome = [name, message]; }}
      console.log(JSON.stringify(outcome));
    """
    assert run_node(project, source, "module") == [
        "Error",
        "[tuffet] This browser doesn't support Proxy. Use a newer browser.",
    ]


# Like test runners that don't replace existing globals of Node, such as Vitest 4.
IN_JSDOM = """
  import { createRequire } from 'node:module';
  const require = createRequire(`${process.cwd()}/x.js`);
  const { window } = new (require('jsdom').JSDOM)('', { url: 'http://localhost' });
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis)) globalThis[name] = window[name];
  globalThis.addEventListener = window.addEventListener.bind(window);
  globalThis.window = globalThis;
  const { createLocalStorage } = require('@tuffet/hooks');
  const errors = [];
  const onError = ({ code, hint }) => errors.push([code, hint]);
  const { helper } = createLocalStorage({ storageModuleKey: 'm', initial: { n: 1 }, onError });
  console.log(JSON.stringify([helper.isPersistent(), errors]));
"""
NODE_STORAGE_HINT = (
    "No web storage, so values are only in memory. If Node hides the localStorage of jsdom or "
    "happy-dom, run it with --no-experimental-webstorage."
)


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        # Node 25 has Web Storage by default, Node 24 with this option.
        ("--experimental-webstorage", [False, [["denied", NODE_STORAGE_HINT]]]),
        ("--no-experimental-webstorage", [True, []]),
    ],
)
def test_in_jsdom_the_storage_of_node_is_reported_with_the_option_that_disables_it(
    project: Path, option: str, expected: list[Any]
) -> None:
    link = project / "node_modules" / "jsdom"
    if not link.exists():
        link.symlink_to(ROOT / "node_modules" / "jsdom")
    assert run_node(project, IN_JSDOM, "module", option) == expected


# The frameworks check for a document themselves; our own packages must not even do that.
TRAPS = """
  const touched = new Set();
  const known = new Set(Reflect.ownKeys(globalThis));
  for (const name of TRAPPED)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() { touched.add(name); throw new Error(`${name} was touched`); },
    });
"""
STORAGE = ["localStorage", "sessionStorage", "Storage"]
PAGE = ["window", "document", "location", "navigator", "fetch", "addEventListener"]


@pytest.mark.parametrize(
    ("entries", "trapped"),
    [
        ([e for e in ENTRY_POINTS if not re.search("react|vue", e)], STORAGE + PAGE),
        ([e for e in ENTRY_POINTS if re.search("react|vue", e)], STORAGE),
    ],
    ids=["plain", "adapters"],
)
def test_importing_on_a_server_touches_nothing(
    project: Path, entries: list[str], trapped: list[str]
) -> None:
    source = f"""
      {TRAPS.replace("TRAPPED", json.dumps(trapped))}
      for (const entry of {json.dumps(entries)}) await import(entry);
      const ours = (name) => /tuffet/i.test(String(name));
      const left = Reflect.ownKeys(globalThis).filter((name) => !known.has(name) && ours(name));
      console.log(JSON.stringify([[...touched], left.map(String)]));
    """
    assert run_node(project, source, "module") == [[], []]


@pytest.mark.parametrize("package", ["hooks", "react-hooks", "vue-hooks"])
def test_creating_and_reading_on_a_server_touches_no_storage(project: Path, package: str) -> None:
    source = f"""
      {TRAPS.replace("TRAPPED", json.dumps(STORAGE[:2]))}
      const {{ createLocalStorage, createSessionStorage }} = await import('@tuffet/{package}');
      const {{ useStorage, useStorageHelper }} = await import('@tuffet/hooks');
      const values = [createLocalStorage, createSessionStorage].map((create) => {{
        const options = {{ storageModuleKey: 'm', initial: {{ n: 1 }}, protect: 'strict' }};
        const storage = create(options);
        create({{ ...options, initial: {{ n: 2 }} }});
        const warnings = [];
        console.warn = (text) => warnings.push(text);
        const item = useStorage(storage).n;
        const written = item.set(5);
        return [item.get(), written, warnings.length, useStorageHelper(storage).size()];
      }});
      console.log(JSON.stringify([[...touched], values]));
    """
    assert run_node(project, source, "module") == [[], [[1, False, 1, 1]] * 2]


@pytest.mark.requirement("lib-react-minimum", "lib-vue-minimum")
def test_peer_dependencies_match_the_requirements() -> None:
    peers = {name: load_manifest(name).get("peerDependencies") for name in NAMES}
    assert peers == {
        "shared": None,
        "core": None,
        "hooks": None,
        "react-hooks": {"react": ">=16.8.0"},
        "vue-hooks": {"vue": ">=3.1.0"},
        "analytics": None,
        "devtools": {"@vue/devtools-api": ">=7.0.0", "react": ">=16.8.0", "vue": ">=3.1.0"},
    }


def test_packages_only_depend_on_each_other(tarballs: dict[str, Path]) -> None:
    version = load_manifest("core")["version"]
    layers = {
        "shared": [],
        "core": ["shared"],
        "hooks": ["core", "shared"],
        "react-hooks": ["hooks", "shared"],
        "vue-hooks": ["hooks", "shared"],
        "analytics": [],
        "devtools": ["core"],
    }
    for name, file in tarballs.items():
        with tarfile.open(file) as archive:
            content = archive.extractfile("package/package.json")
            assert content is not None
            manifest = json.load(content)
        expected = {f"@tuffet/{layer}": f"^{version}" for layer in layers[name]}
        assert manifest.get("dependencies", {}) == expected
        assert not manifest.get("optionalDependencies")
        assert not {"preinstall", "install", "postinstall"} & {*manifest.get("scripts", {})}


@pytest.mark.parametrize("name", NAMES)
def test_a_manifest_has_the_fields_that_bundlers_and_compilers_need(
    tarballs: dict[str, Path], name: str
) -> None:
    manifest = load_manifest(name)
    assert manifest["sideEffects"] is False
    assert manifest["license"] == "MIT"
    with tarfile.open(tarballs[name]) as archive:
        files = {member.removeprefix("package/") for member in archive.getnames()}
    assert "LICENSE" in files
    assert all(
        file.startswith("dist/") for file in files - {"LICENSE", "README.md", "package.json"}
    )
    for path, conditions in manifest["exports"].items():
        if path == "./package.json":
            continue
        # The first matching condition is used.
        is_react = name == "react-hooks"
        assert [*conditions] == [*(["react-server"] if is_react else []), "import", "require"]
        for group in (conditions, conditions.get("react-server", conditions)):
            for kind, suffix in (("import", "m"), ("require", "c")):
                target = group[kind]
                assert [*target] == ["types", "default"], "`types` must come first to be seen"
                assert target["types"].endswith(f".d.{suffix}ts")
                assert target["default"].endswith(f".{suffix}js")
                assert {file.removeprefix("./") for file in target.values()} <= files


@pytest.fixture(scope="session")
def audits(tarballs: dict[str, Path]) -> Iterator[dict[str, Future[str]]]:
    """The output of attw for all packages, which takes a few seconds each."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        command = ["attw", "--no-color", "--no-emoji"]
        yield {name: pool.submit(run, [*command, str(file)]) for name, file in tarballs.items()}


@pytest.mark.parametrize("name", NAMES)
def test_publint_finds_nothing(tarballs: dict[str, Path], name: str) -> None:
    run(["publint", "--strict", str(tarballs[name])])


@pytest.mark.requirement("defect-types-resolution")
@pytest.mark.parametrize("name", NAMES)
def test_types_resolve_for_every_kind_of_consumer(
    audits: dict[str, Future[str]], name: str
) -> None:
    # attw doesn't report missing types as a problem.
    assert "No problems found" in audits[name].result()


# --- No network ----------------------------------------------------------------------------------

CALLS = r"\b(fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource|WebTransport|importScripts)\b"


@pytest.mark.requirement("lib-no-network")
@pytest.mark.parametrize("name", LIBRARY)
def test_no_package_of_the_library_has_network_code(project: Path, name: str) -> None:
    files = [*(project / "node_modules" / "@tuffet" / name / "dist").glob("*.?js")]
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(CALLS, text), file
        assert not re.search(r"\bimport\(|new (Image|Worker|SharedWorker)\b|\.src\b", text), file


@pytest.mark.requirement("lib-no-network")
def test_a_whole_session_sends_no_request(tab: Page, project: Path) -> None:
    source = (PAGES / "session.js").read_text(encoding="utf-8")
    files = {
        "/session.js": bundle_source(source, directory=project),
        "/": render_page("session.js"),
    }
    requests: list[str] = []

    def record(request: Request) -> None:
        requests.append(request.url)

    with serve(files) as address:
        open_page(tab, address)
        tab.on("request", record)
        with settled(tab):
            outcome = tab.evaluate("run()")
        tab.remove_listener("request", record)
    assert outcome == {
        "texts": ["React 3", "Vue 3"],
        "hasUpgraded": True,
        "codes": ["protected-key", "corrupt", "quota"],
    }
    assert requests == []
