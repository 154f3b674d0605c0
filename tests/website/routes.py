"""The routes of the specification, written out, and what stands around their pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

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
    """What the specification says about one language, and the words that tests look for."""

    tag: str
    prefix: str
    """What its paths begin with, before the path in English."""
    guide: str
    api: str
    demos: str
    menu: str
    language: str
    """What the button of the language menu says."""
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
        """The folder whose sidebar the page has: `guide`, `api`, or nothing on the home page."""
        return self.plain.split("/")[1]

    @property
    def file(self) -> str:
        """The built file, below the folder of the site."""
        return (self.path + "index.html" if self.path.endswith("/") else self.path)[1:]

    @property
    def source(self) -> str:
        """The Markdown file, below the folder of the docs."""
        return self.file.removesuffix(".html") + ".md"


ALL_ROUTES = tuple(
    Route(requirement, path, language)
    for language in LANGUAGES
    for requirement, path in ROUTES.items()
)


def _parametrize(routes: Iterable[Route]) -> pytest.MarkDecorator:
    """Every page as a case of its own, which shows the requirement of its route."""
    cases = [
        pytest.param(route, id=route.path, marks=pytest.mark.requirement(route.requirement))
        for route in routes
    ]
    return pytest.mark.parametrize("route", cases)


on_each_page = _parametrize(ALL_ROUTES)
on_each_page_with_sidebar = _parametrize(route for route in ALL_ROUTES if route.section)
in_each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda found: found.tag)
