"""The wire: GraphQL over HTTP, as the clients speak it."""
