"""The routes of the specification, and the strings of each language that tests look for."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

import pytest

from tests.website.scripts import NUMBERS

ROUTES = {
    "site-route-home": "/",
    "site-route-api": "/api/",
    "site-route-api-core": "/api/core.html",
    "site-route-api-hooks": "/api/hooks.html",
    "site-route-api-react-hooks": "/api/react-hooks.html",
    "site-route-api-vue-hooks": "/api/vue-hooks.html",
    "site-route-api-shared": "/api/shared.html",
    "site-route-types-core": "/api/type-definition/core.html",
    "site-route-types-hooks": "/api/type-definition/hooks.html",
    "site-route-types-react-hooks": "/api/type-definition/react-hooks.html",
    "site-route-types-shared": "/api/type-definition/shared.html",
    "site-route-types-vue-hooks": "/api/type-definition/vue-hooks.html",
    "site-route-guide": "/guide/",
    "site-route-introduction": "/guide/introduction.html",
    "site-route-quick-start": "/guide/quick-start.html",
    "site-route-using-modules": "/guide/essentials/using-modules.html",
    "site-route-recipes": "/guide/essentials/recipes.html",
    "site-route-module-protect": "/guide/advanced/module-protect.html",
    "site-route-storage-helper": "/guide/advanced/storage-helper.html",
    "site-route-version-control": "/guide/advanced/version-control.html",
    "site-route-developer-guide": "/guide/other/developer-guide.html",
    "site-route-how-to-contribute": "/guide/other/how-to-contribute.html",
    "site-route-questions-and-answers": "/guide/other/questions-and-answers.html",
}
"""The requirement of each route, and its path in English."""


@dataclass(frozen=True)
class Language:
    """A language of the specification, with UI strings."""

    tag: str
    prefix: str
    """The prefix of its paths, before the path in English."""
    guide: str
    api: str
    demos: str
    menu: str
    language: str
    """The label of the language menu."""
    search: str
    edit: str
    description: str
    not_found: str


ENGLISH = Language(
    tag="en-US",
    prefix="",
    guide="Guide",
    api="API",
    demos="Demos",
    menu="Menu",
    language="English",
    search="Search",
    edit="Help us improve this page!",
    description="Softer storage management",
    not_found="Page not found",
)
CHINESE = Language(
    tag="zh-CN",
    prefix="/zh",
    guide="指南",
    api="API",
    demos="演示",
    menu="菜单",
    language="简体中文",
    search="搜索",
    edit="帮助我们改进此页！",
    description="更柔软的存储管理",
    not_found="页面不存在",
)
LANGUAGES = (ENGLISH, CHINESE)


@dataclass(frozen=True)
class Route:
    """One page in one language."""

    requirement: str
    plain: str
    """Its path in English."""
    language: Language

    @property
    def path(self) -> str:
        return self.language.prefix + self.plain

    @property
    def counterpart(self) -> str:
        """The path of the same page in the other language."""
        (other,) = (language for language in LANGUAGES if language != self.language)
        return other.prefix + self.plain

    @property
    def section(self) -> str:
        """The folder whose sidebar the page has: `guide`, `api`, or empty on the home page."""
        return self.plain.split("/")[1]

    @property
    def file(self) -> str:
        """The built file, relative to the folder of the site."""
        return (self.path + "index.html" if self.path.endswith("/") else self.path)[1:]

    @property
    def source(self) -> str:
        """The Markdown file, relative to the folder of the docs."""
        return self.file.removesuffix(".html") + ".md"


ALL_ROUTES = tuple(
    Route(requirement, path, language)
    for language in LANGUAGES
    for requirement, path in ROUTES.items()
)

UNKNOWN = tuple(f"{language.prefix}/no-such-page.html" for language in LANGUAGES)
LAYOUT_SCRIPTS = {
    **{f"{language.prefix}/": str(NUMBERS["home"]) for language in LANGUAGES},
    **dict.fromkeys(UNKNOWN, str(NUMBERS["not-found"])),
}
"""The name of the script with the layout, by path; other pages need none."""
IN_TURN = (
    *(route.path for route in ALL_ROUTES[: len(ROUTES) : 2]),
    *(route.path for route in ALL_ROUTES[len(ROUTES) + 1 :: 2]),
    UNKNOWN[1],
)
"""Each page in one of its languages, because both have the same structure."""
LONGEST = "/zh/api/core.html"
LAYOUTS = (
    "/",
    "/zh/guide/",
    "/guide/quick-start.html",
    LONGEST,
    UNKNOWN[1],
)
"""One page per layout and kind of content: home, no code, code groups with compiler messages, long
tables and signatures, and the page for unknown paths."""


def _parametrize(routes: Iterable[Route], swept: Container[Route] = ()) -> pytest.MarkDecorator:
    """One case per page, marked with the requirement of its route."""
    cases = [
        pytest.param(
            route,
            id=route.path,
            marks=[pytest.mark.requirement(route.requirement)]
            + [pytest.mark.sweep] * (route in swept),
        )
        for route in routes
    ]
    return pytest.mark.parametrize("route", cases)


on_each_page = _parametrize(ALL_ROUTES)
on_each_other_page_with_sweep = _parametrize(
    ALL_ROUTES, swept=[route for route in ALL_ROUTES if route.path in IN_TURN]
)
"""Each page in one of its languages; sweeps test the other one."""
on_some_pages_with_sweep = _parametrize(
    ALL_ROUTES, swept=[route for route in ALL_ROUTES if route.path not in IN_TURN[::3]]
)
on_each_layout = pytest.mark.parametrize("path", LAYOUTS)
on_each_layout_with_sweep = pytest.mark.parametrize(
    "path",
    [
        "/zh/api/shared.html",
        *(pytest.param(path, marks=[pytest.mark.sweep] * (path == LONGEST)) for path in LAYOUTS),
    ],
)
"""Each layout, with the longest page only in sweeps, for tests that are slow on long pages. A short
page with tables and signatures represents it."""
on_each_page_with_sidebar = _parametrize(route for route in ALL_ROUTES if route.section)
in_each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda found: found.tag)
in_english_with_sweep = pytest.mark.parametrize(
    "language",
    [ENGLISH, pytest.param(CHINESE, marks=pytest.mark.sweep)],
    ids=[found.tag for found in LANGUAGES],
)
"""For checks that don't depend on the language. Chinese only runs in sweeps."""
