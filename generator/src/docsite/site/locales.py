"""Languages: their prefixes, their counterparts and the words around the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from docsite.records import Locale, Strings, Words


@dataclass(frozen=True)
class TextStrings:
    """The words within the text, in one language: the HTML of a page has them already."""

    tip: str
    """Title of a tip without one."""
    warning: str
    """Title of a warning without one."""
    danger: str
    """Title of a danger without one."""
    details: str
    """Title of details without one."""
    permalink: str
    """Name of a link to a heading; `{title}` is the heading."""
    stale: str
    """Says that the original of a section is newer than its translation."""
    stale_link: str
    """Leads from there to the original."""


_STRINGS: Mapping[str, Strings] = {
    "en": Strings(
        edit="Edit this page",
        last_updated="Last updated",
        skip="Skip to content",
        navigation="Main",
        menu="Menu",
        close="Close",
        language="Language",
        dark="Dark mode",
        search="Search",
        pages="Pages in this section",
        headings="On this page",
        pager="Previous and next page",
        previous="Previous",
        next="Next",
        copy="Copy",
        copied="Copied",
        copy_failed="Couldn’t copy",
        loading="Loading…",
        offline="You appear to be offline. This page couldn’t be loaded.",
        failed="This page couldn’t be loaded.",
        retry="Try again",
        dismiss="Dismiss",
        not_found="Page not found",
        not_found_text="The URL may be misspelled, or the page may have moved.",
        not_found_home="Go to the home page",
        source="Source code",
        licence="MIT licensed",
        breadcrumbs="Breadcrumbs",
        view_markdown="View as Markdown",
    ),
    "zh": Strings(
        edit="编辑此页",
        last_updated="最后更新",
        skip="跳到正文",
        navigation="主导航",
        menu="菜单",
        close="关闭",
        language="语言",
        dark="深色模式",
        search="搜索",
        pages="本栏目的页面",
        headings="本页目录",
        pager="上一页和下一页",
        previous="上一页",
        next="下一页",
        copy="复制",
        copied="已复制",
        copy_failed="复制失败",
        loading="正在加载……",
        offline="网络似乎已断开，无法加载此页面。",
        failed="无法加载此页面。",
        retry="重试",
        dismiss="关闭",
        not_found="页面不存在",
        not_found_text="网址可能有误，或者页面已被移动。",
        not_found_home="返回首页",
        source="源代码",
        licence="基于 MIT 许可证发布",
        breadcrumbs="当前位置",
        view_markdown="查看 Markdown",
    ),
}
"""What a language says unless `site.toml` says otherwise; others speak English."""

_TEXT_STRINGS: Mapping[str, TextStrings] = {
    "en": TextStrings(
        tip="Tip",
        warning="Warning",
        danger="Danger",
        details="Details",
        permalink="Link to this section: {title}",
        stale="The original of this section has changed since it was translated.",
        stale_link="Read the original",
    ),
    "zh": TextStrings(
        tip="提示",
        warning="注意",
        danger="危险",
        details="详细信息",
        permalink="本节链接：{title}",
        stale="本节的原文已更新，译文尚未同步。",
        stale_link="阅读原文",
    ),
}

_ENGLISH_NAMES: Mapping[str, str] = {
    "en": "English",
    "zh": "Simplified-Chinese",
    **dict.fromkeys(("zh-Hant", "zh-HK", "zh-MO", "zh-TW"), "Traditional-Chinese"),
}
"""What the languages that docsite speaks are called where names have no spaces."""

STRING_NAMES = frozenset(field.name for kind in (Strings, TextStrings) for field in fields(kind))

_Strings = TypeVar("_Strings", Strings, TextStrings, Words)


def strings_of(locale: Locale) -> Strings:
    """The words of a language around the text, those of the site before ours."""
    return choose_strings(_STRINGS, locale)


def text_strings_of(locale: Locale) -> TextStrings:
    """The words of a language within the text, those of the site before ours."""
    return choose_strings(_TEXT_STRINGS, locale)


def english_name_of(locale: Locale) -> str:
    """What programs and people who count languages call this one; its tag, if we do not know."""
    language = _ENGLISH_NAMES.get(locale.tag.partition("-")[0], locale.tag)
    return _ENGLISH_NAMES.get(locale.tag, language)


def choose_strings(known: Mapping[str, _Strings], locale: Locale) -> _Strings:
    """Those of a language, or else English ones; what the site says goes before ours."""
    ours = known.get(locale.tag.partition("-")[0], known["en"])
    names = {field.name for field in fields(ours)}
    return replace(ours, **{name: text for name, text in locale.strings.items() if name in names})


def locale_of(path: str, locales: Sequence[Locale]) -> Locale:
    """The language a path belongs to: `/zh` and `/zh/x` are Chinese, `/zhong` is not."""
    fitting = [locale for locale in locales if f"{path}/".startswith(locale.prefix)]
    return max(fitting, key=lambda locale: len(locale.prefix))


def neutral_path(path: str, locales: Sequence[Locale]) -> str:
    """The path without its language prefix: what all languages have in common."""
    return "/" + path.removeprefix(locale_of(path, locales).prefix)


def localized_path(path: str, locale: Locale) -> str:
    """A path without prefix, in a language."""
    return locale.prefix + path.removeprefix("/")


def counterpart_of(path: str, target: Locale, locales: Sequence[Locale]) -> str:
    """The same page in another language."""
    return localized_path(neutral_path(path, locales), target)
