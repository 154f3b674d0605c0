"""Live samples: their folder, the references on pages, and the policies of servers."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from docsite.build import Builder, Folders
from docsite.digests import short_hash
from docsite.emit.site import assemble_policies
from docsite.errors import ConfigError
from docsite.hosts import assemble_hosted_site, load_hosted_site, render_host_files
from docsite.hosts import render_server_files as render_servers
from docsite.hosts.policy import assemble_policy
from docsite.load import load_site
from docsite.markdown import ParseContext, parse
from docsite.records import LiveConfig, Problem, RouteTable
from docsite.serve.serving import BuiltSite
from docsite.site.config import parse_config
from docsite.site.live import Live, LiveMemo, load_live
from generator.tests.support import (
    append,
    copy_site,
    folders_in,
    good_config,
    prepend,
    strings,
)

CONFIG = LiveConfig(folder="../live", made_by="make live", samples="examples")
TABLE = '\n[live]\nfolder = "../live"\nmade_by = "make live"\nsamples = "examples"\n'
SAMPLE = {
    "id": "boil.ts",
    "frame": "plain",
    "compiler": "plain",
    "checker": "typescript",
    "program": {"entry": "boil.ts"},
}
INSTRUMENT = {
    "id": "instruments/kettle",
    "frame": "big",
    "compiler": "",
    "checker": "",
    "source": "",
}
FRAMES = {"plain": "AAA=", "big": "BBB="}
LIVE = Live(CONFIG, {"a.ts": "0123abcd", "instruments/kettle": "fedc9876"})


def frame(digest: str) -> str:
    policy = f"default-src 'none'; script-src 'sha256-{digest}' 'unsafe-eval'; img-src data:"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return f"<!doctype html><html><head>{head}</head><body>https://kettle.example</body></html>"


def write_folder(folder: Path, source: str) -> None:
    samples = {"boil.ts": {**SAMPLE, "source": source}, "instruments/kettle": INSTRUMENT}
    manifest = {
        "frames": {name: f"frame-{name}.html" for name in FRAMES},
        "compilers": {"plain": "compiler-plain.js"},
        "checkers": {"typescript": "checker.js"},
        "samples": {name: f"samples/{name}.json" for name in samples},
    }
    files = {
        **{f"frame-{name}.html": frame(digest) for name, digest in FRAMES.items()},
        **{f"samples/{name}.json": json.dumps(sample) for name, sample in samples.items()},
        "compiler-plain.js": "// compiles",
        "checker.js": "// checks",
        "manifest.json": json.dumps(manifest),
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A site with one live sample."""
    docs = copy_site(tmp_path)
    append(docs / "site.toml", TABLE)
    write_folder(tmp_path / "live", (docs / "examples/boil.ts").read_text(encoding="utf-8"))
    return docs


def load(docs: Path) -> Live:
    live = load_site(docs).live
    assert live
    return live


def read(text: str, live: Live | None = LIVE) -> tuple[str, list[Problem], str]:
    context = ParseContext(
        "guide/page.md",
        strings(),
        first_line=4,
        load_example=lambda name: "const a = 1;\n" if name.endswith(".ts") else "1\n",
        live=live,
    )
    document = parse(text, context)
    problems = [problem for problem in document.problems if "no title" not in problem.message]
    return document.html, problems, document.markdown


# --- The configuration ---------------------------------------------------------------------------


def test_the_configuration_has_the_folder_and_its_command(docs: Path) -> None:
    assert load(docs).config == CONFIG
    assert good_config().live is None
    assert load_live(docs, good_config()) is None


@pytest.mark.parametrize("key", ["folder", "made_by", "samples"])
def test_each_key_is_required(docs: Path, key: str) -> None:
    text = (docs / "site.toml").read_text(encoding="utf-8")
    with pytest.raises(ConfigError, match=key):
        parse_config(text.replace(f"\n{key} = ", f"\n{key}s = "))


def test_a_missing_folder_is_a_problem_with_its_command(docs: Path) -> None:
    (docs.parent / "live/manifest.json").unlink()
    text = (docs / "site.toml").read_text(encoding="utf-8")
    (problem,) = load_site(docs).problems
    assert problem == Problem(
        severity="error",
        file="site.toml",
        line=text.splitlines().index("[live]") + 1,
        message="There is no ../live/manifest.json, so samples can't run.",
        hint="Run `make live` first.",
    )


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("manifest.json", "{"),
        ("manifest.json", '{"frames": {}}'),
        ("samples/boil.ts.json", '{"source": "", "frame": "gone", "compiler": ""}'),
        ("frame-big.html", "<!doctype html>"),
    ],
)
def test_an_invalid_folder_is_an_error_with_its_command(docs: Path, file: str, text: str) -> None:
    (docs.parent / "live" / file).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"live: \.\./live is invalid") as caught:
        load_site(docs)
    assert caught.value.hint == "Run `make live` again."


# --- Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["/", "/below/"])
def test_a_sample_has_the_paths_of_its_frame_and_compiler(docs: Path, base: str) -> None:
    prepend(docs / "site.toml", f'base = "{base}"\n')
    live = load(docs)
    content = live.files[f"assets/live/{live.runs['boil.ts']}.json"]
    sample = json.loads(content)
    assert sample["frame"] == f"{base}assets/live/frame-plain.{short_hash(frame('AAA='))}.html"
    assert sample["compiler"] == (
        f"{base}assets/workers/compiler-plain.{short_hash('// compiles')}.js"
    )
    assert {sample["frame"], sample["compiler"]} <= {f"{base}{name}" for name in live.files}
    assert (sample["id"], sample["program"]) == ("boil.ts", {"entry": "boil.ts"})
    assert live.runs["boil.ts"] == short_hash(content)


def test_a_sample_that_cannot_be_edited_has_no_compiler(docs: Path) -> None:
    live = load(docs)
    sample = json.loads(live.files[f"assets/live/{live.runs['instruments/kettle']}.json"])
    assert sample["compiler"] == ""


def test_a_folder_is_reloaded_when_its_manifest_changes(docs: Path) -> None:
    memo, config = LiveMemo(), load_site(docs).config
    live = memo.load(docs, config)
    assert memo.load(docs, config) is live
    write_folder(docs.parent / "live", "other();")
    again = memo.load(docs, config)
    assert live
    assert again
    assert again.runs["boil.ts"] != live.runs["boil.ts"]
    (docs.parent / "live/manifest.json").unlink()
    gone = memo.load(docs, config)
    assert gone
    assert not gone.is_built


def test_samples_have_comments_in_each_language(docs: Path) -> None:
    sample = docs / "examples/boil.ts"
    append(sample, "// Ready.\n")
    write_folder(docs.parent / "live", sample.read_text(encoding="utf-8"))
    (docs / "comments.toml").write_text('[zh-CN]\n"Ready." = "烧好了。"\n', encoding="utf-8")
    live = load(docs)
    runs = [live.run_of("examples/boil.ts", tag) for tag in ("en-US", "zh-CN")]
    english, chinese = (json.loads(live.files[f"assets/live/{run}.json"]) for run in runs)
    assert english["source"].endswith("// Ready.\n")
    assert chinese == {**english, "source": english["source"].replace("Ready.", "烧好了。")}
    assert live.sources["boil.ts"] == english["source"]
    for page in load_site(docs).pages:
        if page.source.file.endswith("guide/start.md"):
            run = live.run_of("examples/boil.ts", page.source.locale)
            assert f'data-run="{run}"' in page.document.html


# --- Code blocks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "<<< examples/a.ts",
        "<<< examples/a.ts [a.ts] {1}",
        "::: code-group\n<<< examples/a.ts [A]\n:::",
        "- an item\n\n  <<< examples/a.ts",
        "::: details\n<<< examples/a.ts\n:::",
    ],
)
def test_a_block_of_a_sample_has_a_reference_to_run(text: str) -> None:
    html, problems, _ = read(text)
    assert problems == []
    assert '<div class="code" data-language="ts" data-run="0123abcd">' in html
    assert html.count('<button type="button" class="live-run"><span>Run</span>') == 1


def test_the_name_of_a_run_button_contains_the_title() -> None:
    html, _, _ = read("<<< examples/a.ts [<a>.ts]")
    name = '<span>Run</span><span class="unseen"> &lt;a&gt;.ts</span>'
    assert f'</pre><div class="code-tools"><button type="button" class="live-run">{name}' in html


@pytest.mark.parametrize(
    "text",
    [
        "<<< examples/b.ts",
        "<<< examples/a.output.txt",
        "<<< a.ts",
        "<<< other/a.ts",
        "```ts\nconst a = 1;\n```",
        "```ts [a.ts]\nconst a = 1;\n```",
    ],
)
def test_other_blocks_have_no_reference_and_no_button(text: str) -> None:
    html = read(text)[0]
    assert "data-run" not in html
    assert "<button" not in html


# --- Boxes ---------------------------------------------------------------------------------------


def test_a_box_contains_its_fallback_text() -> None:
    html, problems, markdown = read("::: live instruments/kettle Try <it>\nBoil *water*.\n:::")
    assert problems == []
    assert html == (
        '<div class="container details live" data-run="fedc9876">'
        "<p><strong>Try &lt;it&gt;</strong></p>\n"
        "<p>Boil <em>water</em>.</p>\n"
        "</div>\n"
    )
    assert markdown == "> **Try \\<it>**\n>\n> Boil *water*.\n"


def test_a_box_needs_no_title() -> None:
    html, _, markdown = read("::: live instruments/kettle\nBoil.\n:::")
    assert html == (
        '<div class="container details live" data-run="fedc9876">\n<p>Boil.</p>\n</div>\n'
    )
    assert markdown == "> Boil.\n"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "instruments/ketle Title",
            "There is no sample called instruments/ketle.",
            "Did you mean instruments/kettle? Run `make live` if it is new.",
        ),
        (
            "toaster",
            "There is no sample called toaster.",
            "Correct its name. Run `make live` if it is new.",
        ),
        (
            "",
            "This live box doesn't name a sample.",
            "Name a sample: ::: live name.",
        ),
    ],
)
def test_a_box_with_an_unknown_name_is_a_problem(text: str, message: str, hint: str) -> None:
    _, problems, _ = read(f"Text.\n\n::: live {text}\nBoil.\n:::")
    assert problems == [Problem("error", "guide/page.md", 6, message, hint)]


def test_a_box_without_live_samples_is_a_problem() -> None:
    _, (problem,), _ = read("::: live a.ts\nBoil.\n:::", live=None)
    assert problem.message == "Live samples aren't configured on this site."
    assert problem.hint == "Configure them in site.toml, under [live]."


def test_a_box_whose_folder_is_missing_adds_no_second_problem() -> None:
    _, problems, _ = read("::: live a.ts\nBoil.\n:::", live=Live(CONFIG, is_built=False))
    assert problems == []


def test_both_languages_have_the_same_boxes(docs: Path) -> None:
    append(docs / "guide/pour.md", "\n::: live instruments/kettle\nBoil.\n:::\n")
    append(docs / "zh/guide/pour.md", "\n::: live boil.ts\n烧水。\n:::\n")
    (problem,) = load_site(docs).problems
    assert problem.file == "zh/guide/pour.md"
    assert problem.message.startswith("A live box differs from guide/pour.md:")
    assert (
        problem.hint == "Make both pages match: "
        "live instruments/kettle in the original, live boil.ts here."
    )


# --- Outdated samples ----------------------------------------------------------------------------


def test_an_outdated_sample_is_a_warning(docs: Path) -> None:
    assert load_site(docs).problems == ()
    append(docs / "examples/boil.ts", "boil(2);\n")
    (problem,) = load_site(docs).problems
    assert (problem.severity, problem.file) == ("warning", "guide/start.md")
    assert problem.message == "examples/boil.ts has changed, but Run uses the previous version."
    assert problem.hint == "Run `make live` again."
    line = (docs / problem.file).read_text(encoding="utf-8").splitlines()[(problem.line or 0) - 1]
    assert line.startswith("<<< examples/boil.ts")


# --- Servers -------------------------------------------------------------------------------------

FRAME_POLICY = (
    "default-src 'none'; script-src 'sha256-AAA=' 'unsafe-eval' 'sha256-BBB='; img-src data:; "
    "sandbox allow-scripts; frame-ancestors 'self'"
)


@pytest.fixture
def hosts(docs: Path) -> Mapping[str, str]:
    site = load_site(docs)
    policies = assemble_policies(site.live)
    routes = RouteTable((), ())
    hosted = assemble_hosted_site(
        site.config, routes, assemble_policy(), policies, ["/assets/live/*"]
    )
    return {**render_host_files(hosted, ()), **render_servers(hosted)}


def test_frames_have_their_own_policy_if_the_host_supports_it(hosts: Mapping[str, str]) -> None:
    for name in ("nginx.conf", "Caddyfile", "vercel.json"):
        assert json.dumps(FRAME_POLICY)[1:-1] in hosts[name], name
    assert (
        '^(?<docsite_path>/assets/live/.*[^/])$" {\n    set $docsite_policy' in hosts["nginx.conf"]
    )
    assert "path_regexp ^/assets/live/.*[^/]$" in hosts["Caddyfile"]
    sources = [entry["source"] for entry in json.loads(hosts["vercel.json"])["headers"]]
    assert "/assets/live/(.*)" in sources


def test_a_joined_policy_lets_frames_work(hosts: Mapping[str, str]) -> None:
    (policy,) = [line for line in hosts["_headers"].splitlines() if "Content-Security" in line]
    assert "'sha256-AAA='" in policy
    assert "'unsafe-eval'" in policy
    assert "trusted-types" not in policy
    assert "sandbox" not in policy
    assert "frame-ancestors 'self'" in policy


def test_a_build_writes_live_files_that_are_served_with_their_policy(
    docs: Path, tmp_path: Path
) -> None:
    folders = folders_in(tmp_path, docs)
    with Builder(folders) as builder:
        site = builder.build()
        assert site.problems == ()
        live = site.live
        assert live
        assert {name for name in live.files if not (folders.output / name).is_file()} == set()
        document = (folders.output / "guide/start.html").read_text(encoding="utf-8")
        assert f' data-run="{live.runs["boil.ts"]}"' in document
        served = BuiltSite(folders.output, load_hosted_site(folders.output))
        for name in live.files:
            answer = served.respond(f"/{name}", lambda _path, content: content)
            is_worker = name.startswith("assets/workers/")
            policy = answer.headers["Content-Security-Policy"]
            assert (answer.status, "sandbox allow-scripts" in policy) == (200, not is_worker)
            assert ("Connection-Allowlist" in answer.headers) == (not is_worker)
        # The next build uses the changed folder.
        write_folder(docs.parent / "live", "other();")
        live = builder.build(is_compressed=False).live
        assert live
        document = (folders.output / "guide/start.html").read_text(encoding="utf-8")
        assert f' data-run="{live.runs["boil.ts"]}"' in document


def test_a_site_without_live_samples_has_none_of_their_files(built: Folders) -> None:
    assert not (built.output / "assets/live").exists()
    assert 'data-run="' not in (built.output / "guide/start.html").read_text(encoding="utf-8")
    assert "assets/live" not in (built.output / ".docsite.json").read_text(encoding="utf-8")
