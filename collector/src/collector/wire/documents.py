"""Documents that clients send: read once, remembered, recognised when they are the usual ones."""

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
"""Characters of a document. The longest that a client sends has some 200."""
MAX_TOKENS = 250
"""What it takes to check a document grows with their square: 10 ms for 500. A client sends 40."""
MAX_FIELDS = 30
"""Fields of all levels together, so that aliases cannot multiply work. A record has 18."""
MAX_CHANGES = 4
"""Views, updates and actions in one document."""
MAX_REMEMBERED = 200
"""Documents. A fresh one costs fifty times a known one."""


class Operation(Enum):
    """What clients ask for all day."""

    CREATE_RECORD = "createRecord"
    UPDATE_RECORD = "updateRecord"
    CREATE_ACTION = "createAction"
    UPDATE_ACTION = "updateAction"


_CHANGES = frozenset(operation.value for operation in Operation)

# The schema refers to itself, so that a short document about it could ask for a million fields.
_RULES = (*specified_rules, NoSchemaIntrospectionCustomRule)


@dataclass(frozen=True, slots=True)
class Usual:
    """A document that is one operation, with variables, and asks for the id or for success."""

    operation: Operation
    arguments: dict[str, str]
    """Names of arguments to names of variables."""
    fields: tuple[str, ...]
    """What is asked for: `success`, `payload`."""
    place: SourceLocation
    """Where the operation stands in the document; errors tell it."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read."""

    tree: DocumentNode
    changes: int
    """Each costs as much as a request of its own."""
    usual: Usual | None


class DocumentError(Exception):
    """A document cannot be used."""

    def __init__(self, errors: Sequence[GraphQLError], code: str) -> None:
        super().__init__(errors[0].message)
        self.errors = errors
        self.code = code


class Documents:
    """Reads documents, and remembers those that were right."""

    def __init__(self, schema: GraphQLSchema, *, size: int = MAX_REMEMBERED) -> None:
        self._schema = schema
        self._size = size
        self._known: OrderedDict[str, Document] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def read(self, text: str) -> Document:
        """The document; `DocumentError` says why there is none."""
        found = self._known.get(text)
        if found:
            self._known.move_to_end(text)
            return found
        document = _read(self._schema, text)
        self._known[text] = document
        if len(self._known) > self._size:
            self._known.popitem(last=False)
        return document


def _read(schema: GraphQLSchema, text: str) -> Document:
    if len(text) > MAX_LENGTH:
        problem = f"The document is longer than {MAX_LENGTH} characters."
        raise _refuse(problem, "GRAPHQL_PARSE_FAILED")
    try:
        tree = parse(text, max_tokens=MAX_TOKENS)
        changes = _check_cost(tree)
        errors = validate(schema, tree, _RULES, max_errors=5)
    except GraphQLError as error:
        raise DocumentError([error], "GRAPHQL_PARSE_FAILED") from error
    except RecursionError as error:
        raise _refuse("The document is nested too deeply.", "GRAPHQL_PARSE_FAILED") from error
    if errors:
        raise DocumentError(errors, "GRAPHQL_VALIDATION_FAILED")
    _unlink_tokens(tree)
    return Document(tree, changes, _recognize(tree))


def _unlink_tokens(tree: DocumentNode) -> None:
    """Lets a document that is forgotten vanish at once. Its tokens know each other both ways, so
    that they would wait for the collection of garbage, which for old things runs seldom."""
    token = tree.loc.start_token if tree.loc else None
    while token:
        token.prev = None
        token = token.next


def _check_cost(tree: DocumentNode) -> int:
    """The number of changes. Checked before anything else: some rules compare every field with
    every other."""
    names = list(_name_fields(tree))
    if len(names) > MAX_FIELDS:
        problem = f"The document asks for more than {MAX_FIELDS} fields."
        raise _refuse(problem, "GRAPHQL_VALIDATION_FAILED")
    changes = sum(name in _CHANGES for name in names)
    if changes > MAX_CHANGES:
        problem = f"The document has more than {MAX_CHANGES} changes. Send them one by one."
        raise _refuse(problem, "GRAPHQL_VALIDATION_FAILED")
    return changes


def _name_fields(tree: DocumentNode) -> Iterator[str]:
    open_: list[object] = list(tree.definitions)
    while open_:
        node = open_.pop()
        if isinstance(node, FieldNode):
            yield node.name.value
        selected = getattr(node, "selection_set", None)
        open_ += selected.selections if selected else ()


def _refuse(problem: str, code: str) -> DocumentError:
    return DocumentError([GraphQLError(problem)], code)


def _recognize(tree: DocumentNode) -> Usual | None:
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
    return None if has_default or field is None else _recognize_field(field)


def _recognize_field(field: FieldNode) -> Usual | None:
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
        if inner is None or not _asks_at_most_for_id(inner):
            return None
        fields.append(inner.name.value)
    is_once = len(set(fields)) == len(fields) and set(fields) <= {"success", "payload"}
    if not is_once or not field.loc:
        return None
    place = get_location(field.loc.source, field.loc.start)
    return Usual(Operation(field.name.value), arguments, tuple(fields), place)


def _plain(node: SelectionNode) -> FieldNode | None:
    """A field without alias or directives."""
    if isinstance(node, FieldNode) and not node.alias and not node.directives:
        return node
    return None


def _asks_at_most_for_id(field: FieldNode) -> bool:
    if field.selection_set is None:
        return True
    inner = [_plain(node) for node in field.selection_set.selections]
    return len(inner) == 1 and inner[0] is not None and inner[0].name.value == "id"
