import tomllib
from pathlib import Path

import pytest

from collector.api.documents import ARGUMENTS, MAX_LENGTH, Documents
from collector.errors import CollectorError
from collector.model import ActionInput, RecordInput

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"
CONTRACT = tomllib.loads((CONTRACTS / "analytics.toml").read_text(encoding="utf-8"))
UPDATE = "mutation ($id: ID!) { updateRecord(id: $id) { success } }"
CREATE = """
  mutation ($input: CreateRecordInput!, $site: ID!) {
    createRecord(input: $input, domainId: $site) { success payload { id } }
  }"""
OWN = CONTRACT["operations"][1]["document"]


def load(tmp_path: Path, text: str) -> Documents:
    file = tmp_path / "more.graphql"
    file.write_text(text, encoding="utf-8")
    return Documents(str(file))


@pytest.mark.parametrize("entry", CONTRACT["operations"], ids=lambda entry: entry["name"])
def test_the_documents_of_the_contract_are_accepted(entry: dict[str, str]) -> None:
    found = Documents().find(entry["document"])
    assert found
    assert (found.operation, found.name) == (entry["name"], entry["name"])
    assert {*found.variables} == {*entry["variables"]}


def test_there_are_the_four_operations_of_the_contract_and_no_other() -> None:
    assert {*ARGUMENTS} == {entry["name"] for entry in CONTRACT["operations"]}


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("CreateRecordInput", RecordInput),
        ("CreateActionInput", ActionInput),
        ("UpdateActionInput", ActionInput),
    ],
)
def test_an_input_has_the_fields_of_the_contract(name: str, type_: type) -> None:
    text = (CONTRACTS / "analytics.graphql").read_text(encoding="utf-8")
    _, _, rest = text.partition(f"input {name} {{")
    fields = [line.strip() for line in rest.partition("}")[0].strip().splitlines()]
    names: tuple[str, ...] = type_.__struct_encode_fields__  # type: ignore[attr-defined]
    assert [field.partition(":")[0] for field in fields] == list(names)
    required = [field.partition(":")[0] for field in fields if field.endswith("!")]
    assert required == [names[0]]


@pytest.mark.parametrize(
    "text",
    [
        " ".join(OWN.split()),
        OWN.replace(" ", ""),
        OWN.replace("\n", "\r\n\t,"),
        f"\ufeff# a comment {{\n{OWN}# the end",
    ],
    ids=["spaces", "no spaces", "tabs and commas", "comments"],
)
def test_ignored_characters_do_not_matter(text: str) -> None:
    # Without spaces, the first two names would become one.
    assert Documents().find(text.replace("mutationu", "mutation u"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{ __schema { types { name } } }",
        UPDATE,
        f"{OWN}{OWN}",
        f"{OWN} fragment f on Mutation {{ a }}",
        OWN.replace("success", "success success"),
        OWN.replace("success", "ok: success"),
        OWN.replace("$recordId", '"a"'),
        OWN.replace("updateRecord", "updaterecord"),
        OWN.replace("success", "suc cess"),
        OWN + " " * MAX_LENGTH,
        OWN.replace(":", ": #"),
        OWN + "\ud800",
    ],
)
def test_any_other_document_is_unknown(text: str) -> None:
    assert Documents().find(text) is None


def test_a_file_can_add_documents(tmp_path: Path) -> None:
    documents = load(tmp_path, f"# two documents\n{UPDATE}\n{CREATE}")
    update, create, own = map(documents.find, (UPDATE, CREATE, OWN))
    assert update
    assert create
    assert own
    assert (update.name, update.variables, update.fields) == (None, ("id",), ("success",))
    assert (create.variables, create.fields) == (("site", "input"), ("success", "payload"))


@pytest.mark.parametrize(
    "text",
    [
        "{ isAlive }",
        "type Query { a: Int }",
        'mutation { updateRecord(id: "x") { success } }',
        "mutation ($id: ID) { updateRecord(id: $id) { success } }",
        "mutation ($id: String!) { updateRecord(id: $id) { success } }",
        "mutation ($id: ID!) { updateRecord(id: $other) { success } }",
        "mutation ($id: ID!) { updateRecord(recordId: $id) { success } }",
        "mutation ($id: ID!) { deleteRecord(id: $id) { success } }",
        "mutation ($id: ID!) { a: updateRecord(id: $id) { success } }",
        "mutation ($id: ID!) { updateRecord(id: $id) { success { id } } }",
        UPDATE.replace("success }", "success } updateRecord(id: $id) { success }"),
        f"{UPDATE} nonsense",
    ],
)
def test_a_file_with_another_document_is_rejected(tmp_path: Path, text: str) -> None:
    with pytest.raises(CollectorError, match=r"more\.graphql.* is not one of the four mutations"):
        load(tmp_path, text)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CollectorError, match=r"documents: .*nowhere\.graphql"):
        Documents(str(tmp_path / "nowhere.graphql"))
