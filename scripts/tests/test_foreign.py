from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.quality.foreign import check_text, parse_npm_config, parse_pip_config, resolve_traces

CHECKOUT = Path("/", "srv", "checkout", "tuffet")
HOST = "packages.internal.example"


def test_indexes_and_folders_are_read_from_pip_settings() -> None:
    listing = (
        f"global.index-url='https://{HOST}/simple'\n"
        f"global.extra-index-url='https://one.example/simple https://two.example/simple'\n"
        ":env:.find-links='/srv/wheels'\n"
        "global.timeout='60'\n"
    )
    assert parse_pip_config(listing) == [
        f"https://{HOST}/simple",
        "https://one.example/simple",
        "https://two.example/simple",
        "/srv/wheels",
    ]


@pytest.mark.parametrize(
    "listing",
    [
        f'{{ "registry": "https://{HOST}/npm/", "packages": [] }}',
        f"registry=https://{HOST}/npm/\nfund=false",
        f'; from a file\nregistry = "https://{HOST}/npm/"',
    ],
)
def test_the_registry_is_read_from_npm_settings_in_every_format(listing: str) -> None:
    assert parse_npm_config(listing) == [f"https://{HOST}/npm/"]


def test_traces_are_hosts_folders_and_the_checkout() -> None:
    sources = [f"https://user:word@{HOST}:8443/simple", "/srv/wheels", "file:///srv/simple"]
    assert resolve_traces(sources, CHECKOUT) == [
        str(CHECKOUT),
        "/srv/simple",
        "/srv/wheels",
        f"{HOST}:8443",
    ]


def test_loopback_registries_are_only_traces_with_their_port() -> None:
    assert resolve_traces(["http://localhost/", "http://127.0.0.1/"], CHECKOUT) == [str(CHECKOUT)]
    assert "localhost:4873" in resolve_traces(["http://localhost:4873/"], CHECKOUT)


@pytest.mark.parametrize(
    "line",
    [
        f"resolved: https://{HOST}/x.tgz",
        f"see {CHECKOUT}/README.md",
        str(CHECKOUT),
        "cwd: " + "/".join(["", "home", "ada", "tuffet"]),
        "cwd: " + "\\".join(["C:", "Users", "Ada", "tuffet"]),
    ],
)
def test_a_line_with_a_trace_is_reported_with_file_and_line(line: str) -> None:
    (problem,) = check_text("notes.md", f"first\n{line}\n", [HOST, str(CHECKOUT)])
    assert problem.startswith("notes.md:2: ")


@pytest.mark.parametrize(
    "line",
    [
        f"https://not-{HOST}/",
        f"https://{HOST}-too/",
        f"backup{CHECKOUT}",
        f"{CHECKOUT}-site",
        "/home.html",
        "https://tuffet.example/home/",
    ],
)
def test_longer_names_that_contain_a_trace_are_allowed(line: str) -> None:
    assert check_text("notes.md", line, [HOST, str(CHECKOUT)]) == []


@given(st.text(alphabet="ab/. \n"), st.text(alphabet="ab/. \n"))
def test_a_trace_between_spaces_is_found_at_any_position(before: str, after: str) -> None:
    assert check_text("notes.md", f"{before} {HOST} {after}", [HOST]) != []
