import gc

import pytest
from graphql import Token

from collector.api.documents import DocumentError, Documents, Operation
from collector.api.schema import create_schema

SCHEMA = create_schema()
LONG = "# long\n" * 100
UPDATE = "mutation ($id: ID!) { updateRecord(id: $id) { success } }"


def test_only_the_last_documents_are_cached() -> None:
    documents = Documents(SCHEMA, size=5)
    for number in range(20):
        documents.parse(f"{{ a{number}: isAlive }}")
    assert len(documents) == 5


def test_a_document_in_use_stays_in_the_cache() -> None:
    documents = Documents(SCHEMA, size=3)
    known = documents.parse(UPDATE)
    for number in range(20):
        documents.parse(f"{{ a{number}: isAlive }}")
        assert documents.parse(UPDATE) is known


def test_invalid_documents_are_not_cached() -> None:
    documents = Documents(SCHEMA)
    with pytest.raises(DocumentError):
        documents.parse("{ no }")
    assert len(documents) == 0


def test_operations_of_clients_take_the_fast_path() -> None:
    usual = Documents(SCHEMA).parse(UPDATE).fast_path
    assert usual
    assert usual.operation is Operation.UPDATE_RECORD
    assert usual.arguments == {"id": "id"}


@pytest.mark.parametrize(
    "text",
    [
        "{ isAlive }",
        "mutation { __typename }",
        'mutation { updateRecord(id: "x") { success } }',
        "mutation ($id: ID!) { a: updateRecord(id: $id) { success } }",
        "mutation ($id: ID!) { updateRecord(id: $id) { ok: success } }",
        "mutation ($id: ID!) { updateRecord(id: $id) { __typename } }",
        "mutation ($id: ID!) { updateRecord(id: $id) { ... { success } } }",
        "mutation ($id: ID!) { updateRecord(id: $id) { success @include(if: true) } }",
        'mutation ($id: ID! = "x") { updateRecord(id: $id) { success } }',
        "mutation ($id: ID!) { updateRecord(id: $id) { success success } }",
    ],
)
def test_other_documents_do_not_take_the_fast_path(text: str) -> None:
    assert Documents(SCHEMA).parse(text).fast_path is None


def count_tokens() -> int:
    return sum(isinstance(one, Token) for one in gc.get_objects())


def test_a_document_that_leaves_the_cache_is_freed_immediately() -> None:
    """The GC rarely collects old objects, so reference cycles would use hundreds of megabytes."""
    documents = Documents(SCHEMA, size=2)
    gc.collect()
    gc.disable()
    before = count_tokens()
    try:
        for number in range(30):
            documents.parse(f"{{ a{number}: isAlive {LONG} }}")
            gc.collect(0)  # temporary objects
        assert count_tokens() - before < 5 * 100
    finally:
        gc.enable()
