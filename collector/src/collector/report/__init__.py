"""`collector report`: what to improve, as text, Markdown or HTML."""
