import html
import re

from hypothesis import given
from hypothesis import strategies as st

from docsite.hosts.policy import (
    assemble_frame_policy,
    assemble_policy,
    assemble_worker_policy,
    embed_policy,
    join_policies,
    render_policy,
)
from docsite.records.markup import TrustedTypesPolicy

HASH = "sha256-GP8l5SUaasF4Bs6Mo0CDJETx6S8KSgfgY86Ss3TfD/Y="
STYLE_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


def test_the_policy_is_strict() -> None:
    policy = assemble_policy([HASH], [STYLE_HASH], "https://count.example/api")
    assert render_policy(policy) == (
        f"default-src 'none'; script-src 'self' '{HASH}'; style-src 'self' '{STYLE_HASH}'; "
        "img-src 'self' data:; "
        "connect-src 'self' https://count.example; worker-src 'self'; frame-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
        "require-trusted-types-for 'script'; "
        "trusted-types docsite-boot docsite-bundler docsite-content docsite-worker"
    )


def test_a_site_without_inline_scripts_and_analytics_allows_only_itself() -> None:
    policy = dict(assemble_policy())
    assert policy["script-src"] == policy["connect-src"] == policy["style-src"] == ("'self'",)
    assert policy["trusted-types"] == tuple(TrustedTypesPolicy)


def test_a_document_omits_directives_that_only_work_in_headers() -> None:
    policy = assemble_policy([HASH])
    assert "frame-ancestors" in render_policy(policy)
    in_document = render_policy(policy, is_document=True)
    assert "frame-ancestors" not in in_document
    assert in_document.replace(
        "form-action 'none'; ", "form-action 'none'; frame-ancestors 'self'; "
    ) == (render_policy(policy))


def test_a_worker_only_connects_to_its_own_origin() -> None:
    assert render_policy(assemble_worker_policy()) == (
        "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    )


def test_joined_policies_only_extend_directives_of_the_first() -> None:
    joined = join_policies(
        "default-src 'none'; script-src 'self'; img-src data:",
        ["default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; object-src 'self'"],
    )
    assert joined == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:"
    assert join_policies("default-src 'none'", []) == "default-src 'none'"


def test_a_joined_policy_has_no_hashes_that_would_disable_unsafe_inline() -> None:
    policy = f"script-src 'self' '{HASH}'; style-src 'self' '{STYLE_HASH}'"
    assert join_policies(policy, ["style-src 'unsafe-inline'"]) == (
        f"script-src 'self' '{HASH}'; style-src 'self' 'unsafe-inline'"
    )
    assert join_policies(policy, ["style-src 'self'"]) == policy


def test_the_frame_policy_joins_all_frames_and_is_sandboxed() -> None:
    policy = assemble_frame_policy(
        ["default-src 'none'; script-src 'sha256-a='", "default-src 'none'; script-src 'sha256-b='"]
    )
    assert render_policy(policy) == (
        "default-src 'none'; script-src 'sha256-a=' 'sha256-b='; "
        "sandbox allow-scripts; frame-ancestors 'self'"
    )


def test_a_joined_policy_with_unsafe_eval_has_no_trusted_types() -> None:
    policy = "script-src 'self'; require-trusted-types-for 'script'; trusted-types a b"
    assert join_policies(policy, ["script-src 'wasm-unsafe-eval'"]).endswith("; trusted-types a b")
    assert join_policies(policy, ["script-src 'unsafe-eval'; sandbox"]) == (
        "script-src 'self' 'unsafe-eval'"
    )


def test_the_policy_is_embedded_in_mounted_documents() -> None:
    policy = assemble_policy([HASH])
    document = b"<!doctype html><html><head><title>Tea</title></head><body><head>"
    stated = embed_policy(policy, "index.html", document).decode()
    mark = '<head><meta http-equiv="Content-Security-Policy" content="'
    start, found, rest = stated.partition(mark)
    assert (start, bool(found)) == ("<!doctype html><html>", True)
    value, _, rest = rest.partition('">')
    assert html.unescape(value) == render_policy(policy, is_document=True)
    assert rest == "<title>Tea</title></head><body><head>"
    assert embed_policy(policy, "app.js", document) == document
    assert embed_policy(policy, "index.html", b"<!doctype html>") == b"<!doctype html>"


@given(st.from_regex(r"https?://[a-z.]+(:[0-9]{1,5})?(/[^\s]*)?", fullmatch=True))
def test_an_analytics_server_adds_its_origin_and_no_directive(server: str) -> None:
    with_server = render_policy(assemble_policy([HASH], analytics_server=server))
    assert with_server.count(";") == render_policy(assemble_policy([HASH])).count(";")
    origin = re.match(r"https?://[^/?#]*", server)
    assert origin
    assert f"connect-src 'self' {origin[0]};" in with_server
