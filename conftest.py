pytest_plugins = ["scripts.quality.pytest_requirements", "harness.fixtures"]
