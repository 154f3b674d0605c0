"""`collector report`: possible improvements, as plain text, Markdown or HTML."""
