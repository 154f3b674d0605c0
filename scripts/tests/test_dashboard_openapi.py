from scripts.docs.dashboard_openapi import FILE, render_openapi


def test_the_description_of_the_dashboard_api_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == render_openapi(), "Run `make contracts`."
