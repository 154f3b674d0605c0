"""The GraphQL schema, with validation of its scalars."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from graphql import ConstValueNode, GraphQLError, GraphQLScalarType, GraphQLSchema, build_schema
from graphql.pyutils import inspect
from graphql.utilities import value_from_ast_untyped

MAX_INTEGER = 2**31 - 1
"""32 bits, in GraphQL and PostgreSQL."""
MAX_FLOAT = sys.float_info.max


def _unsigned(value: object) -> int:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # The range is checked first, because `int()` raises for infinity and NaN.
    if not is_number or not 0 <= value <= MAX_INTEGER or value != int(value):  # type: ignore[operator, call-overload]
        raise GraphQLError(f"Value is not an unsigned integer: {inspect(value)}")
    return int(value)  # type: ignore[call-overload, no-any-return]


def _positive(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value <= MAX_FLOAT:  # type: ignore[operator]
        raise GraphQLError(f"Value is not a positive number: {inspect(value)}")
    return float(value)  # type: ignore[arg-type]


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise GraphQLError(f"Value is not a string: {inspect(value)}")
    return value


def create_schema() -> GraphQLSchema:
    text = files(__package__).joinpath("schema.graphql").read_text(encoding="utf-8")
    schema = build_schema(text)
    _accept(schema, "UnsignedInt", _unsigned)
    _accept(schema, "PositiveFloat", _positive)
    _accept(schema, "URL", _string)
    return schema


def _accept(schema: GraphQLSchema, name: str, coerce: Callable[[object], Any]) -> None:
    scalar = schema.type_map[name]
    assert isinstance(scalar, GraphQLScalarType)  # noqa: S101 - our own schema

    def coerce_literal(node: ConstValueNode) -> Any:
        return coerce(value_from_ast_untyped(node))

    scalar.coerce_input_value = coerce
    scalar.coerce_input_literal = coerce_literal
