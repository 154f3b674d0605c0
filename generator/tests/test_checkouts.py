"""Checkouts of Git refs: hooks, shallow clones, and checkouts that can no longer be used."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from docsite.errors import ContentError, OutputError
from docsite.pages.content import load_sources
from docsite.records import Version
from docsite.site.versions import prepare_version
from generator.tests.support import append, copy_site, good_config, read_files
from generator.tests.versioned import git

SECOND = Version("2.x", "/v2/", ref="v2.0")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """The docs folder of a repository with the tag v2.0 and a later commit."""
    docs = copy_site(tmp_path / "site")
    git(docs, "init", "-q", "-b", "main", "..")
    for tag in ("v2.0", "v3.0"):
        append(docs / "guide/start.md", f"\nThis is {tag}.\n")
        git(docs, "add", ".")
        git(docs, "commit", "-qm", tag)
        git(docs, "tag", tag)
    return docs


def assert_second(folder: Path) -> None:
    text = (folder / "guide/start.md").read_text(encoding="utf-8")
    assert "This is v2.0." in text
    assert "This is v3.0." not in text


def clone_shallow(docs: Path, folder: Path) -> Path:
    """Like a CI job with the default depth that fetches the branch of another version."""
    git(docs, "branch", "docs-2.x", "v2.0")
    url = docs.parent.as_uri()
    git(docs, "clone", "-q", "--depth=1", "--branch=main", "--no-tags", url, str(folder))
    git(folder, "fetch", "-q", "--depth=1", "origin", "docs-2.x:refs/remotes/origin/docs-2.x")
    return folder / "docs"


def test_the_variables_of_a_git_hook_do_not_redirect_a_checkout(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = docs.parent / ".git"
    before = read_files(repository)
    prepare_version(docs, SECOND, tmp_path / "work")
    monkeypatch.setenv("GIT_DIR", str(repository))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository / "index"))
    for work in ("work", "new"):
        assert_second(prepare_version(docs, SECOND, tmp_path / work))
    assert read_files(repository) == before


def test_a_damaged_checkout_does_not_redirect_to_the_repository_around_it(docs: Path) -> None:
    work = docs.parent / "build"
    repository = docs.parent / ".git"
    before = read_files(repository)
    checkout = prepare_version(docs, SECOND, work).parent
    (checkout / ".git/HEAD").unlink()
    assert_second(prepare_version(docs, SECOND, work))
    assert read_files(repository) == before


def test_a_folder_that_docsite_did_not_check_out_is_not_replaced(
    docs: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "work/versions/v2"
    (folder / "src").mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "src/mine.py").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match=r"versions.v2.*didn't write"):
        prepare_version(docs, SECOND, tmp_path / "work")
    assert (folder / "src/mine.py").is_file()


def test_an_interrupted_checkout_is_recreated(docs: Path, tmp_path: Path) -> None:
    checkout = prepare_version(docs, SECOND, tmp_path / "work").parent
    (checkout / ".git/index.lock").touch()
    (checkout / "docs/guide/start.md").unlink()
    assert_second(prepare_version(docs, SECOND, tmp_path / "work"))


def test_a_repository_can_be_moved(docs: Path, tmp_path: Path) -> None:
    prepare_version(docs, SECOND, tmp_path / "work")
    moved = tmp_path / "moved"
    docs.parent.rename(moved)
    assert_second(prepare_version(moved / "docs", SECOND, tmp_path / "work"))


def test_paths_with_slashes_and_hyphens_have_different_checkouts(
    docs: Path, tmp_path: Path
) -> None:
    nested = prepare_version(docs, replace(SECOND, path="/a/b/"), tmp_path / "work")
    other = Version("3.x", "/a-b/", ref="v3.0")
    assert prepare_version(docs, other, tmp_path / "work") != nested
    assert_second(nested)


def test_a_remote_branch_of_a_shallow_clone_is_checked_out(docs: Path, tmp_path: Path) -> None:
    shallow = clone_shallow(docs, tmp_path / "shallow")
    branch = replace(SECOND, ref="docs-2.x")
    for _ in range(2):
        assert_second(prepare_version(shallow, branch, tmp_path / "work"))


def test_dates_of_another_version_need_the_history_of_the_repository(
    docs: Path, tmp_path: Path
) -> None:
    shallow = clone_shallow(docs, tmp_path / "shallow")
    branch = replace(SECOND, ref="docs-2.x")
    config = replace(good_config(), last_updated=None)
    with pytest.raises(ContentError) as error:
        load_sources(prepare_version(shallow, branch, tmp_path / "work"), config)
    assert "fetch-depth: 0" in (error.value.hint or "")
    git(shallow, "fetch", "-q", "--unshallow", "origin", "main", "docs-2.x")
    assert load_sources(prepare_version(shallow, branch, tmp_path / "work"), config)


def test_dates_can_be_read_in_a_git_hook(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = prepare_version(docs, SECOND, tmp_path / "work")
    config = replace(good_config(), last_updated=None)
    before = load_sources(folder, config)
    monkeypatch.setenv("GIT_DIR", ".git")
    assert load_sources(folder, config) == before
