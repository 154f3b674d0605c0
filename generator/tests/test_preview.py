import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from docsite.cli import main
from docsite.errors import ContentError, DocsiteError
from docsite.serve.preview import (
    PreviewApp,
    configure_server,
    open_port,
    preview_site,
    use_origin,
)
from docsite.serve.serving import BuiltSite
from generator.tests.servers import ADDRESS, HOSTED, serve, write_built_site
from harness.network import send_request

LINK = f"{ADDRESS}/vue-demo/"
TEXTS = {
    "index.html": f'<a href="{LINK}">',
    "guide/index.html": "guide",
    "data.json": f'{{"link": "{LINK}"}}',
    "notes.txt": LINK,
    "guide/start.md": LINK,
    "zh/llms-full.txt": LINK,
    "assets/js/2.0123abcd.js": f'load("{LINK}")',
    "assets/js/main.0123abcd.js": f'load("{LINK}")',
    "404.html": "nothing here",
    "zh/404.html": "没有",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("preview") / "site"
    write_built_site(folder, TEXTS)
    (folder.parent / "secret.html").write_text("secret", encoding="utf-8")
    (folder / "way-out.html").symlink_to("../secret.html")
    (folder / "index.html.br").write_bytes(b"brotli")
    (folder / "guide/index.html.br").write_bytes(b"brotli")
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    app = PreviewApp(BuiltSite(folder, HOSTED))
    with serve(uvicorn.Server(configure_server(app))) as address:
        yield address


@pytest.mark.parametrize(
    "path",
    ["/", "/data.json", "/assets/js/2.0123abcd.js", "/guide/start.md", "/zh/llms-full.txt"],
)
def test_absolute_links_to_the_site_lead_to_the_preview(address: str, path: str) -> None:
    text = send_request(address, path).text
    assert f"{address}/vue-demo/" in text
    assert ADDRESS not in text


def test_links_use_the_host_of_the_request(address: str) -> None:
    port = address.rpartition(":")[2]
    text = send_request(address, "/", {"Host": f"localhost:{port}"}).text
    assert f"http://localhost:{port}/vue-demo/" in text


@pytest.mark.parametrize("folder", ["", "/v1", "/old/v1"])
def test_page_scripts_of_all_versions_use_the_host_of_the_request(folder: str) -> None:
    localize = use_origin("https://kettle.example", "http://localhost")
    for name, origin in (("12", "http://localhost"), ("main", "https://kettle.example")):
        path = f"{folder}/assets/js/{name}.0123abcd.js"
        assert localize(path, b"https://kettle.example/a") == f"{origin}/a".encode()


@pytest.mark.parametrize("folder", ["", "/v1", "/old/v1"])
def test_live_samples_of_all_versions_are_unchanged(folder: str) -> None:
    localize = use_origin("https://kettle.example", "http://localhost")
    for name in ("frame.html", "0123abcd.json"):
        content = b"https://kettle.example/a"
        assert localize(f"{folder}/assets/live/{name}", content) == content


@pytest.mark.parametrize("path", ["/assets/js/main.0123abcd.js", "/notes.txt"])
def test_hashed_files_and_other_file_types_are_unchanged(address: str, path: str) -> None:
    assert send_request(address, path).text == TEXTS[path[1:]]


@pytest.mark.parametrize(
    ("offer", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", None),
        ("br;q=0, gzip;q=0.5", None),
        ("BR", "br"),
        ("deflate", None),
        ("", None),
    ],
)
def test_a_compressed_file_is_sent_to_clients_that_accept_it(
    address: str, offer: str, encoding: str | None
) -> None:
    reply = send_request(address, "/guide/", {"Accept-Encoding": offer})
    assert reply.headers.get("content-encoding") == encoding
    assert reply.text == {"br": "brotli", None: "guide"}[encoding]


def test_changed_pages_are_sent_uncompressed(address: str) -> None:
    reply = send_request(address, "/", {"Accept-Encoding": "br"})
    assert "content-encoding" not in reply.headers
    assert address in reply.text


@pytest.mark.parametrize("path", ["/data.json", "/guide/start.md"])
def test_data_is_compressed_on_request(address: str, path: str) -> None:
    reply = send_request(address, path, {"Accept-Encoding": "br, gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert gzip.decompress(reply.body).decode() == send_request(address, path).text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_an_unknown_host_is_rejected(address: str, host: str) -> None:
    reply = send_request(address, "/", {"Host": host})
    assert reply.status == 403
    assert "vue-demo" not in reply.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_a_preview_is_read_only(address: str, method: str) -> None:
    reply = send_request(address, "/", method=method)
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD")


def test_a_symlink_out_of_the_folder_is_not_followed(address: str) -> None:
    assert send_request(address, "/way-out.html").status == 404


WILD = st.text(st.sampled_from("./\\%2eEfF5cC0:~?#*ab- \x00\n指"), max_size=20)
TRICKS = st.lists(
    st.sampled_from(
        ["/", "//", "..", "%2e%2e", "%2f", "%5c", "\\", "secret", ".html", "way-out", "%00", "."]
    ),
    max_size=8,
).map("".join)


@given(st.one_of(WILD, TRICKS), st.sampled_from(["/", "/docs/"]))
def test_no_path_leaves_the_folder_or_the_host(folder: Path, path: str, base: str) -> None:
    site = BuiltSite(folder, replace(HOSTED, base=base))
    answer = site.respond(f"/{path}", lambda _, content: content)
    assert answer.status in (200, 301, 404)
    assert b"secret" not in answer.body
    location = answer.headers.get("Location", "/")
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


def test_a_site_without_a_not_found_page_returns_404(tmp_path: Path) -> None:
    write_built_site(tmp_path, {"index.html": "home"})
    answer = BuiltSite(tmp_path, HOSTED).respond("/nowhere", lambda _, content: content)
    assert (answer.status, answer.body) == (404, b"")


def test_a_folder_without_a_build_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="docsite build"):
        preview_site(tmp_path, 0, lambda _: None)


def test_a_port_in_use_is_reported_with_a_hint(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_port(0) as place:
        port = place.getsockname()[1]
        assert main(["preview", str(folder), "--port", str(port)]) == 1
        with pytest.raises(DocsiteError, match=f"^port {port} can't be used"):
            open_port(port)
    assert "--port" in capsys.readouterr().err
