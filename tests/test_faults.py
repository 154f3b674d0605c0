"""What happens to users: entries that cannot be used, full storage, denied storage."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Frame, Page

LINK = "https://tuffet.example/guide/other/questions-and-answers.html#error-"

SETUP = """() => {
  window.errors = [];
  window.heard = [];
  window.onError = (error) => {
    const { name, code, key, hint, link, raw, message } = error;
    errors.push({ name, code, key, hint, link, raw: raw ?? null, message });
  };
  window.numberSchema = {
    '~standard': {
      version: 1,
      vendor: 'by hand',
      validate: (value) =>
        typeof value.n === 'number'
          ? { value }
          : { issues: [{ message: 'Expected a number', path: ['n'] }] },
    },
  };
  window.create = (options) => {
    window.storage = tuffet.createLocalStorage({
      storageModuleKey: 'm', initial: { n: 1 }, onError, ...options,
    });
    window.items = tuffet.useStorage(storage);
    window.helper = tuffet.useStorageHelper(storage);
    items.n.subscribe((value) => heard.push(value));
  };
  /** Every view of the module, beside what is stored. */
  window.look = () => ({
    item: items.n.get(),
    core: storage.storageModule.getItem('n') ?? null,
    module: storage.helper.getModule(),
    size: helper.size(),
    entry: localStorage.getItem('m'),
    aside: localStorage.getItem('m__corrupt'),
  });
  window.fill = (area = localStorage) => {
    let count = 0;
    for (let size = 100_000; size; size = Math.floor(size / 10))
      try {
        for (;;) area.setItem(`filler ${count}`, 'x'.repeat(size)), count += 1;
      } catch ({ name }) {
        if (name !== 'QuotaExceededError') throw name;
      }
    return count;
  };
}"""


@pytest.fixture
def faulty(home: Page) -> Page:
    """A page that makes modules and writes down their errors."""
    home.evaluate(SETUP)
    return home


def agrees(seen: dict[str, Any], n: object, *, aside: str | None = None) -> bool:
    """Whether all views of the module show that `n` and storage holds just the same."""
    # The browser's text of an entry; Python's has spaces.
    entry = f'{{"n":{n}}}'
    views = {"item": n, "core": n, "module": {"n": n}, "size": 1}
    return seen == {**views, "entry": entry, "aside": aside}


UNUSABLE = ["foo", "null", '"str"', "123", "[]", "true", '{"n":2', "", "undefined", '[{"n":2}]']


def assert_reported(error: dict[str, Any], code: str, *, raw: str | None = None) -> None:
    """An error that helps: what, where, what now, and where to read on."""
    assert (error["name"], error["code"], error["key"]) == ("TuffetError", code, "m")
    assert error["link"] == LINK + code
    assert error["raw"] == raw
    assert len(error["hint"].split()) >= 5
    for part in (code, '"m"', error["hint"], error["link"]):
        assert part in error["message"]


@pytest.mark.requirement("lib-corrupted-entry")
@pytest.mark.parametrize("raw", UNUSABLE)
def test_an_unusable_entry_is_reported_kept_aside_and_started_over(faulty: Page, raw: str) -> None:
    faulty.evaluate("(raw) => { localStorage.setItem('m', raw); create(); }", raw)
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)
    assert "m__corrupt" in error["hint"]
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)

    assert faulty.evaluate("items.n.set(2)") is True
    assert agrees(faulty.evaluate("look()"), 2, aside=raw)
    assert faulty.evaluate("errors.length") == 1


@pytest.mark.requirement("lib-corrupted-entry")
@pytest.mark.parametrize("raw", UNUSABLE)
def test_core_alone_survives_an_unusable_entry_too(faulty: Page, raw: str) -> None:
    seen = faulty.evaluate(
        """(raw) => {
          localStorage.setItem('m', raw);
          const module = new tuffet.StorageModule('m', 'local');
          module.getHelper().setErrorHandler(onError);
          const untouched = localStorage.getItem('m') === raw;
          const values = [module.getItem('n') ?? null, module.size(), module.setItem('n', 2)];
          return [untouched, values, localStorage.getItem('m'), localStorage.getItem('m__corrupt')];
        }""",
        raw,
    )
    assert seen == [True, [None, 0, True], '{"n":2}', raw]
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)


@pytest.mark.requirement("lib-corrupted-entry")
@pytest.mark.parametrize("raw", UNUSABLE)
def test_an_entry_that_becomes_unusable_later_is_noticed_at_the_next_read(
    faulty: Page, raw: str
) -> None:
    faulty.evaluate("create(), items.n.set(5), heard.length = 0")
    faulty.evaluate("(raw) => localStorage.setItem('m', raw)", raw)
    assert faulty.evaluate("items.n.get()") == 1
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)
    assert faulty.evaluate("heard") == [1]


@pytest.mark.parametrize("raw", ['{"n":"two"}', '{"n":null}', '{"n":{}}'])
def test_an_entry_of_the_wrong_shape_is_reported_kept_aside_and_started_over(
    faulty: Page, raw: str
) -> None:
    faulty.evaluate(
        """(raw) => {
          localStorage.setItem('m', raw);
          create({ check: tuffet.checkSchema(numberSchema) });
        }""",
        raw,
    )
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "schema", raw=raw)
    assert "n: Expected a number" in error["hint"]
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)


def test_a_change_that_does_not_fit_the_schema_changes_nothing(faulty: Page) -> None:
    faulty.evaluate("create({ check: tuffet.checkSchema(numberSchema) })")
    steps = ["items.n.set('two')", "helper.patch({ n: 'two', extra: 1 })"]
    for step in (*steps, "storage.storageModule.setItem('n', {})"):
        assert faulty.evaluate(step) is False
        assert_reported(faulty.evaluate("errors.pop()"), "schema")
        assert agrees(faulty.evaluate("look()"), 1)
    assert faulty.evaluate("heard") == []
    assert faulty.evaluate("items.n.set(2)") is True
    assert agrees(faulty.evaluate("look()"), 2)


def test_without_a_schema_another_shape_is_accepted(faulty: Page) -> None:
    faulty.evaluate("""localStorage.setItem('m', '{"n":"two"}'), create()""")
    assert faulty.evaluate("[items.n.get(), errors.length]") == ["two", 0]


@pytest.mark.parametrize("call", ["helper.initialize()", "storage.helper.clearModule()"])
def test_what_was_kept_aside_is_deleted_with_the_module(faulty: Page, call: str) -> None:
    faulty.evaluate("localStorage.setItem('m', 'secret'), create()")
    assert faulty.evaluate("localStorage.getItem('m__corrupt')") == "secret"
    assert faulty.evaluate(call) is True
    texts = "Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i))"
    assert "m__corrupt" not in faulty.evaluate(texts)


def test_one_corrupted_entry_per_module_is_kept_aside(faulty: Page) -> None:
    faulty.evaluate("localStorage.setItem('m', 'first'), create()")
    faulty.evaluate("localStorage.setItem('m', 'second')")
    assert agrees(faulty.evaluate("look()"), 1, aside="second")
    assert faulty.evaluate("localStorage.length") == 2


@pytest.mark.requirement("lib-corrupted-entry")
def test_with_no_room_to_keep_it_aside_a_corrupted_entry_is_in_the_error_only(faulty: Page) -> None:
    faulty.evaluate("localStorage.setItem('m', 'x'.repeat(50_000)), fill(), create()")
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw="x" * 50_000)
    assert agrees(faulty.evaluate("look()"), 1)


@pytest.mark.parametrize("elsewhere", ["frame", "tab"])
def test_an_entry_removed_elsewhere_reads_as_its_initial_values(
    faulty: Page, site: str, elsewhere: str
) -> None:
    faulty.evaluate("create(), items.n.set(5), heard.length = 0")
    run_elsewhere(faulty, site, elsewhere, "localStorage.clear()")
    faulty.wait_for_function("heard.length > 0")
    assert faulty.evaluate("[heard, items.n.get(), items.n.exist()]") == [[1], 1, False]
    assert faulty.evaluate("[storage.helper.getExistence(), helper.size()]") == [False, 0]
    assert faulty.evaluate("items.n.set(6)") is True
    assert agrees(faulty.evaluate("look()"), 6)


@pytest.mark.parametrize("elsewhere", ["frame", "tab"])
@pytest.mark.parametrize("raw", ["foo", "[]", '{"n":2'])
def test_an_unusable_entry_from_elsewhere_is_reported_without_a_read(
    faulty: Page, site: str, elsewhere: str, raw: str
) -> None:
    faulty.evaluate("create(), items.n.set(5), heard.length = 0")
    run_elsewhere(faulty, site, elsewhere, f"localStorage.setItem('m', {raw!r})")
    faulty.wait_for_function("errors.length > 0")
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "corrupt", raw=raw)
    assert faulty.evaluate("heard") == [1]
    assert agrees(faulty.evaluate("look()"), 1, aside=raw)


def run_elsewhere(page: Page, site: str, elsewhere: str, script: str) -> None:
    if elsewhere == "tab":
        other = page.context.new_page()
        other.goto(site)
        other.evaluate(script)
        other.close()
        return
    page.evaluate("document.body.appendChild(document.createElement('iframe'))")
    page.frames[-1].evaluate(script)


# --- Full storage --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        "items.n.set('x'.repeat(5_000))",
        "items.n.set((previous) => String(previous).repeat(5_000))",
        "items.extra.set('x'.repeat(5_000))",
        "items.big.reset()",
        "helper.patch({ n: 3, extra: 'x'.repeat(5_000) })",
        "helper.initialize()",
        "storage.storageModule.setItem('n', 'x'.repeat(5_000))",
        "storage.helper.setModule({ n: 'x'.repeat(5_000) })",
    ],
)
def test_a_write_that_finds_storage_full_changes_nothing_anywhere(faulty: Page, call: str) -> None:
    faulty.evaluate("create({ initial: { n: 1, big: 'x'.repeat(5_000) } })")
    faulty.evaluate("storage.helper.setModule({ n: 2 }), heard.length = 0")
    assert faulty.evaluate("fill()") > 50
    assert faulty.evaluate(call) is False
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "quota")
    assert agrees(faulty.evaluate("look()"), 2)
    assert faulty.evaluate("[heard, items.extra.exist()]") == [[], False]


def test_with_full_storage_what_fits_is_written_and_room_made_is_used(faulty: Page) -> None:
    faulty.evaluate("create(), items.n.set(22), fill()")
    assert faulty.evaluate("items.n.set(3)") is True
    assert agrees(faulty.evaluate("look()"), 3)
    assert faulty.evaluate("items.n.set('x'.repeat(5_000))") is False
    faulty.evaluate("localStorage.removeItem('filler 0')")
    assert faulty.evaluate("items.n.set('x'.repeat(5_000))") is True
    assert faulty.evaluate("localStorage.getItem('m').length") == len('{"n":""}') + 5_000
    assert faulty.evaluate("items.n.get().length") == 5_000


def test_a_module_made_while_storage_is_full_shows_its_initial_values(faulty: Page) -> None:
    faulty.evaluate("fill(), create()")
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "quota")
    assert faulty.evaluate("[items.n.get(), items.n.exist(), storage.helper.getExistence()]") == [
        1,
        False,
        False,
    ]
    faulty.evaluate("localStorage.removeItem('filler 0')")
    assert faulty.evaluate("items.n.set(2)") is True
    assert agrees(faulty.evaluate("look()"), 2)


def test_full_session_storage_is_the_same(faulty: Page) -> None:
    seen = faulty.evaluate(
        """() => {
          const options = { storageModuleKey: 'm', initial: { n: 1 }, onError };
          const { n } = tuffet.useStorage(tuffet.createSessionStorage(options));
          fill(sessionStorage);
          return [n.set('x'.repeat(5_000)), n.get(), sessionStorage.getItem('m')];
        }"""
    )
    assert seen == [False, 1, '{"n":1}']
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "quota")


# --- Denied storage ------------------------------------------------------------------------------


@pytest.fixture
def denied(tab: Page, site: str) -> Frame:
    """A frame of an opaque origin, where even asking for the type of the storage throws."""
    tab.goto(f"{site}/sandbox")
    frame = tab.frames[1]
    names = frame.evaluate(
        """['localStorage', 'sessionStorage'].map((name) => {
          try { return new Function(`return typeof ${name}`)(); } catch (error) {
            return error.name;
          }
        })"""
    )
    assert names == ["SecurityError", "SecurityError"]
    frame.evaluate(SETUP)
    return frame


@pytest.mark.parametrize("creator", ["createLocalStorage", "createSessionStorage"])
def test_where_storage_is_denied_a_module_lives_in_memory(denied: Frame, creator: str) -> None:
    seen = denied.evaluate(
        """(creator) => {
          const options = { storageModuleKey: 'm', initial: { n: 1 }, onError, protect: 'strict' };
          const storage = tuffet[creator](options);
          const { n, extra } = tuffet.useStorage(storage);
          const helper = tuffet.useStorageHelper(storage);
          n.subscribe((value) => heard.push(value));
          const seen = [n.get(), storage.helper.isPersistent()];
          seen.push(n.set(2), n.set((previous) => previous + 1), n.get(), heard);
          seen.push(extra.set('x'), helper.size(), helper.initialize(), helper.size(), n.get());
          const again = tuffet.useStorage(tuffet[creator](options));
          n.set(4);
          return [...seen, again.n.get(), storage.storageModule.getItem('n')];
        }""",
        creator,
    )
    heard = [2, 3, 1, 4]
    assert seen == [1, False, True, True, 3, heard, True, 2, True, 1, 1, 4, 4]
    (error,) = denied.evaluate("errors")
    assert_reported(error, "denied")


def test_where_storage_is_denied_core_works_in_memory_too(denied: Frame) -> None:
    seen = denied.evaluate(
        """() => {
          const module = new tuffet.StorageModule('m', 'local');
          const helper = module.getHelper();
          helper.setErrorHandler(onError);
          const before = errors.length;
          const values = [module.setItem('n', 2), module.getItem('n'), module.size()];
          return [before, ...values, helper.getExistence(), helper.isPersistent()];
        }"""
    )
    assert seen == [0, True, 2, 1, True, False]
    (error,) = denied.evaluate("errors")
    assert_reported(error, "denied")


REFUSALS = {
    "storage is null": "Object.defineProperty(window, 'localStorage', { value: null })",
    "reading throws": """Storage.prototype.getItem = () => {
      throw new DOMException('denied', 'SecurityError');
    }""",
    "writing throws": """Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError');
    }""",
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_browser_that_refuses_in_another_way_gets_memory_too(faulty: Page, refusal: str) -> None:
    faulty.evaluate(f"() => {{ {REFUSALS[refusal]}; create(); }}")
    assert faulty.evaluate("[items.n.get(), storage.helper.isPersistent()]") == [1, False]
    assert faulty.evaluate("[items.n.set(2), items.n.get(), heard]") == [True, 2, [2]]
    (error,) = faulty.evaluate("errors")
    assert_reported(error, "denied")


def test_an_ordinary_page_is_persistent(faulty: Page) -> None:
    faulty.evaluate("create()")
    assert faulty.evaluate("[storage.helper.isPersistent(), errors.length]") == [True, 0]


# --- Handlers ------------------------------------------------------------------------------------

HAPPENINGS = {
    "corrupt": ("localStorage.setItem('m', 'foo')", "{}"),
    "schema": (
        """localStorage.setItem('m', '{"n":"two"}')""",
        "{ check: tuffet.checkSchema(numberSchema) }",
    ),
    "quota": ("fill()", "{}"),
    "version": ("""localStorage.setItem('m_v2', '{"n":2}')""", "{}"),
    "migration": (
        """localStorage.setItem('m', '{"n":2}')""",
        "{ version: 2, migrations: { 2: () => { throw new Error('oh'); } } }",
    ),
}


def create_with_throwing_handler(page: Page | Frame, prepare: str, options: str) -> dict[str, Any]:
    outcome: dict[str, Any] = page.evaluate(
        f"""() => {{
          {prepare};
          const stored = () => JSON.stringify(Object.entries(localStorage).sort());
          const isDenied = !window.origin || window.origin === 'null';
          const before = isDenied || stored();
          const reported = [];
          let thrown;
          try {{
            create({{ ...{options}, onError: (error) => {{ reported.push(error); throw error; }} }});
          }} catch (error) {{
            thrown = error;
          }}
          return {{
            codes: reported.map(({{ code }}) => code),
            isSame: thrown === reported[0],
            isUntouched: before === (isDenied || stored()),
          }};
        }}"""
    )
    return outcome


@pytest.mark.parametrize("code", HAPPENINGS)
def test_a_handler_that_throws_makes_creating_throw_that_very_error(
    faulty: Page, code: str
) -> None:
    outcome = create_with_throwing_handler(faulty, *HAPPENINGS[code])
    assert outcome == {"codes": [code], "isSame": True, "isUntouched": True}


def test_a_handler_that_throws_does_so_where_storage_is_denied(denied: Frame) -> None:
    outcome = create_with_throwing_handler(denied, "", "{}")
    assert outcome == {"codes": ["denied"], "isSame": True, "isUntouched": True}


@pytest.mark.parametrize(
    "call",
    ["items.n.get()", "items.n.set(2)", "storage.storageModule.getItem('n')", "helper.size()"],
)
def test_a_handler_that_throws_makes_reading_and_writing_throw_that_very_error(
    faulty: Page, call: str
) -> None:
    outcome = faulty.evaluate(
        f"""() => {{
          const reported = [];
          create({{ onError: (error) => {{ reported.push(error); throw error; }} }});
          localStorage.setItem('m', 'foo');
          const attempt = () => {{ try {{ {call}; }} catch (error) {{ return error; }} }};
          const isSame = [attempt() === reported[0], attempt() === reported[1]];
          return [isSame, reported.map(({{ code }}) => code), localStorage.getItem('m')];
        }}"""
    )
    assert outcome == [[True, True], ["corrupt", "corrupt"], "foo"]


def test_a_handler_may_throw_an_error_of_its_own(faulty: Page) -> None:
    outcome = faulty.evaluate(
        """() => {
          const own = new Error('mine');
          localStorage.setItem('m', 'foo');
          try { create({ onError: () => { throw own; } }); } catch (error) { return error === own; }
        }"""
    )
    assert outcome is True


def test_without_a_handler_errors_go_to_the_console(faulty: Page) -> None:
    with faulty.expect_console_message() as caught:
        faulty.evaluate("localStorage.setItem('m', 'foo'), create({ onError: undefined })")
    message = caught.value
    assert faulty.evaluate("items.n.get()") == 1
    assert message.type == "error"
    for part in ("corrupt", '"m"', LINK):
        assert part in message.text
