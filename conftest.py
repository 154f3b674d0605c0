from hypothesis import settings

# Hypothesis fails a case that takes longer than 200 ms, which happens on a busy machine.
settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")

pytest_plugins = ["scripts.quality.pytest_requirements", "harness.fixtures"]
