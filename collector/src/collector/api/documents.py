"""GraphQL documents: parsed and validated once, cached, and matched with the fast path."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLSchema,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    OperationType,
    SelectionNode,
    SourceLocation,
    VariableNode,
    get_location,
    parse,
    specified_rules,
    validate,
)

MAX_LENGTH = 4000
"""Characters. The longest document of a client has about 200."""
MAX_TOKENS = 250
"""Validation takes quadratic time: 10 ms for 500 tokens. Documents of clients have about 40."""
MAX_FIELDS = 30
"""Fields of all levels together, so that aliases can't multiply work. A record has 18."""
MAX_CHANGES = 4
"""Views, updates and actions in one document."""
MAX_CACHED = 200
"""Documents. An unknown one takes fifty times as long as a cached one."""


class Operation(Enum):
    CREATE_RECORD = "createRecord"
    UPDATE_RECORD = "updateRecord"
    CREATE_ACTION = "createAction"
    UPDATE_ACTION = "updateAction"


_CHANGES = frozenset(operation.value for operation in Operation)

# Introspection types are recursive, so a short document could select a million fields.
_RULES = (*specified_rules, NoSchemaIntrospectionCustomRule)


@dataclass(frozen=True, slots=True)
class FastPath:
    """One operation, with variables only, that selects the id or the success. Such a document is
    run without GraphQL."""

    operation: Operation
    arguments: dict[str, str]
    """The variable of each argument."""
    fields: tuple[str, ...]
    """The selected ones: `success`, `payload`."""
    location: SourceLocation
    """The position of the operation in the document, for errors."""


@dataclass(frozen=True, slots=True)
class Document:
    tree: DocumentNode
    changes: int
    """Each counts as a request against the rate limit."""
    fast_path: FastPath | None


class DocumentError(Exception):
    """A document is invalid or too large."""

    def __init__(self, errors: Sequence[GraphQLError], code: str) -> None:
        super().__init__(errors[0].message)
        self.errors = errors
        self.code = code


class Documents:
    """Parses documents, and caches the valid ones."""

    def __init__(self, schema: GraphQLSchema, *, size: int = MAX_CACHED) -> None:
        self._schema = schema
        self._size = size
        self._known: OrderedDict[str, Document] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def parse(self, text: str) -> Document:
        """Raises `DocumentError` if the document is invalid or too large."""
        found = self._known.get(text)
        if found:
            self._known.move_to_end(text)
            return found
        document = _parse(self._schema, text)
        self._known[text] = document
        if len(self._known) > self._size:
            self._known.popitem(last=False)
        return document


def _parse(schema: GraphQLSchema, text: str) -> Document:
    if len(text) > MAX_LENGTH:
        problem = f"The document is longer than {MAX_LENGTH} characters."
        raise _reject(problem, "GRAPHQL_PARSE_FAILED")
    try:
        tree = parse(text, max_tokens=MAX_TOKENS)
        changes = _check_cost(tree)
        errors = validate(schema, tree, _RULES, max_errors=5)
    except GraphQLError as error:
        raise DocumentError([error], "GRAPHQL_PARSE_FAILED") from error
    except RecursionError as error:
        raise _reject("The document is nested too deeply.", "GRAPHQL_PARSE_FAILED") from error
    if errors:
        raise DocumentError(errors, "GRAPHQL_VALIDATION_FAILED")
    _unlink_tokens(tree)
    return Document(tree, changes, _match(tree))


def _unlink_tokens(tree: DocumentNode) -> None:
    """Breaks the reference cycles of tokens, so that a document that leaves the cache is freed
    immediately: the garbage collector rarely looks at old objects."""
    token = tree.loc.start_token if tree.loc else None
    while token:
        token.prev = None
        token = token.next


def _check_cost(tree: DocumentNode) -> int:
    """Returns the number of changes. Runs before validation, because some rules compare every field
    with every other field."""
    names = list(_list_fields(tree))
    if len(names) > MAX_FIELDS:
        problem = f"The document asks for more than {MAX_FIELDS} fields."
        raise _reject(problem, "GRAPHQL_VALIDATION_FAILED")
    changes = sum(name in _CHANGES for name in names)
    if changes > MAX_CHANGES:
        problem = f"The document has more than {MAX_CHANGES} changes. Send them one by one."
        raise _reject(problem, "GRAPHQL_VALIDATION_FAILED")
    return changes


def _list_fields(tree: DocumentNode) -> Iterator[str]:
    pending: list[object] = list(tree.definitions)
    while pending:
        node = pending.pop()
        if isinstance(node, FieldNode):
            yield node.name.value
        selected = getattr(node, "selection_set", None)
        pending += selected.selections if selected else ()


def _reject(problem: str, code: str) -> DocumentError:
    return DocumentError([GraphQLError(problem)], code)


def _match(tree: DocumentNode) -> FastPath | None:
    if len(tree.definitions) != 1:
        return None
    (operation,) = tree.definitions
    is_plain = (
        isinstance(operation, OperationDefinitionNode)
        and operation.operation is OperationType.MUTATION
        and not operation.directives
        and len(operation.selection_set.selections) == 1
    )
    if not is_plain:
        return None
    assert isinstance(operation, OperationDefinitionNode)  # noqa: S101 - for the type checker
    has_default = any(
        variable.default_value or variable.directives
        for variable in operation.variable_definitions or ()
    )
    field = _plain(operation.selection_set.selections[0])
    return None if has_default or field is None else _match_field(field)


def _match_field(field: FieldNode) -> FastPath | None:
    if field.name.value not in _CHANGES:
        return None  # `__typename`
    arguments: dict[str, str] = {}
    for argument in field.arguments or ():
        if not isinstance(argument.value, VariableNode):
            return None
        arguments[argument.name.value] = argument.value.name.value
    fields: list[str] = []
    for selection in field.selection_set.selections if field.selection_set else ():
        inner = _plain(selection)
        if inner is None or not _selects_at_most_id(inner):
            return None
        fields.append(inner.name.value)
    is_once = len(set(fields)) == len(fields) and set(fields) <= {"success", "payload"}
    if not is_once or not field.loc:
        return None
    location = get_location(field.loc.source, field.loc.start)
    return FastPath(Operation(field.name.value), arguments, tuple(fields), location)


def _plain(node: SelectionNode) -> FieldNode | None:
    """Returns the node if it is a field without alias and directives."""
    if isinstance(node, FieldNode) and not node.alias and not node.directives:
        return node
    return None


def _selects_at_most_id(field: FieldNode) -> bool:
    if field.selection_set is None:
        return True
    inner = [_plain(node) for node in field.selection_set.selections]
    return len(inner) == 1 and inner[0] is not None and inner[0].name.value == "id"
