pytest_plugins = ["scripts.pytest_requirements"]
