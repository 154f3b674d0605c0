from scripts.docs.dashboard_types import FILE, render_types


def test_the_types_of_the_dashboard_api_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == render_types(), "Run `make contracts`."
