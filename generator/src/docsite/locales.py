"""Languages: their prefixes, their counterparts and the words around the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from docsite.records import Locale, Strings

_STRINGS: Mapping[str, Strings] = {
    "en": Strings(
        tip="Tip",
        warning="Warning",
        danger="Danger",
        details="Details",
        permalink="Link to this section: {title}",
        edit="Edit this page",
        last_updated="Last updated",
        skip="Skip to the text",
        navigation="Main",
        menu="Menu",
        close="Close",
        language="Language",
        dark="Dark colours",
        pages="Pages of this section",
        headings="On this page",
        pager="Previous and next page",
        previous="Previous",
        next="Next",
        copy="Copy",
        copied="Copied",
        copy_failed="Not copied: the browser refused",
        loading="Loading…",
        offline="You seem to be offline. The page you asked for could not be loaded.",
        failed="The page you asked for did not arrive.",
        retry="Try again",
        dismiss="Dismiss",
        not_found="This page does not exist",
        not_found_text="The address may be misspelt, or the page has moved.",
        not_found_home="Go to the home page",
        source="Source code",
        licence="MIT licensed",
        stale="The original of this section has changed since it was translated.",
        stale_link="Read the original",
    ),
    "zh": Strings(
        tip="提示",
        warning="注意",
        danger="危险",
        details="详细信息",
        permalink="本节链接：{title}",
        edit="编辑此页",
        last_updated="最后更新",
        skip="跳到正文",
        navigation="主导航",
        menu="菜单",
        close="关闭",
        language="语言",
        dark="深色模式",
        pages="本栏目的页面",
        headings="本页目录",
        pager="上一页和下一页",
        previous="上一页",
        next="下一页",
        copy="复制",
        copied="已复制",
        copy_failed="浏览器拒绝了复制",
        loading="正在加载……",
        offline="网络似乎已断开，页面没有加载出来。",
        failed="页面没有加载出来。",
        retry="重试",
        dismiss="关闭",
        not_found="没有这个页面",
        not_found_text="地址可能有误，或者页面已经移走。",
        not_found_home="回到首页",
        source="源代码",
        licence="基于 MIT 许可证发布",
        stale="这一节的原文已有更新，译文待跟进。",
        stale_link="阅读原文",
    ),
}
"""What a language says unless `site.toml` says otherwise; others speak English."""

STRING_NAMES = frozenset(field.name for field in fields(Strings))


def strings_of(locale: Locale) -> Strings:
    """The words of a language, those of the site before ours."""
    language = locale.tag.partition("-")[0]
    known = {name: text for name, text in locale.strings.items() if name in STRING_NAMES}
    return replace(_STRINGS.get(language, _STRINGS["en"]), **known)


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
