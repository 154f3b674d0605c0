"""The GraphQL schema matches the one that clients were written for."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLInputObjectType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLScalarType,
    build_schema,
    is_specified_scalar_type,
)

from collector.api.schema import create_schema

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"
OURS = create_schema()
THEIRS = build_schema((CONTRACTS / "analytics.graphql").read_text(encoding="utf-8"))
NAMES = sorted(
    name
    for name, type_ in THEIRS.type_map.items()
    if not name.startswith("__") and not is_specified_scalar_type(type_)
)


def shape(type_: GraphQLNamedType) -> Any:
    """Returns a type without descriptions: its kind, its fields and their arguments."""
    if isinstance(type_, GraphQLObjectType):
        return {
            name: (str(field.type), {key: str(given.type) for key, given in field.args.items()})
            for name, field in type_.fields.items()
        }
    if isinstance(type_, GraphQLInputObjectType):
        return {name: str(field.type) for name, field in type_.fields.items()}
    assert isinstance(type_, GraphQLScalarType)
    return "scalar"


@pytest.mark.parametrize("name", NAMES)
def test_a_type_is_the_same(name: str) -> None:
    assert shape(OURS.type_map[name]) == shape(THEIRS.type_map[name])


def test_there_are_the_four_operations_and_no_other() -> None:
    assert OURS.mutation_type
    contract = tomllib.loads((CONTRACTS / "analytics.toml").read_text(encoding="utf-8"))
    named = {operation["name"] for operation in contract["operations"]}
    assert {*OURS.mutation_type.fields} == named
    fields = {field["name"] for field in contract["record_fields"]}
    assert {*shape(THEIRS.type_map["CreateRecordInput"])} == fields
