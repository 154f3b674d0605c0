"""The API of Ackee: GraphQL over HTTP."""
