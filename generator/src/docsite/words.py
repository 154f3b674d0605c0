"""The words of parts that readers fetch when they need them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from docsite.digests import short_hash
from docsite.records import Locale, Words, render_compact_json

_WORDS: Mapping[str, Words] = {
    "en": Words(
        search_placeholder="Search the documentation",
        search_hint="Try words, API names or error codes, or paste an error message.",
        search_recent="Pages you have just read",
        search_results="Results",
        search_one="1 result",
        search_many="{count} results",
        search_none="Nothing found for “{query}”",
        search_none_hint="Try fewer words, or other ones.",
        search_loading="Searching…",
        search_failed="The search could not be loaded. Are you offline?",
        keys_choose="choose",
        keys_open="open",
        keys_close="close",
        shortcuts="Keyboard shortcuts",
        shortcuts_choose="Choose a result",
        shortcuts_open="Open the result",
        shortcuts_open_tab="Open it in a new tab",
        shortcuts_close="Close the dialog",
        shortcuts_single="Shortcuts of a single key: / and ?",
        shortcuts_single_note="Turn them off if they get in the way, as with speech input.",
        copy_markdown="Copy as Markdown",
        nearest_pages="Perhaps you meant",
        code_group="Samples",
        language_hint="Read this page in {language}",
        language_hint_dismiss="No, thanks",
        hover_help="Enter: types · arrow keys: next name · Esc: close",
        wrap="Wrap lines",
    ),
    "zh": Words(
        search_placeholder="搜索文档",
        search_hint="词语、API 名称、错误代码都能搜，报错信息也可以整条粘贴进来。",
        search_recent="刚才读过的页面",
        search_results="搜索结果",
        search_one="1 条结果",
        search_many="{count} 条结果",
        search_none="没有找到“{query}”",
        search_none_hint="少写几个字，或者换个说法试试。",
        search_loading="正在搜索……",
        search_failed="搜索没有加载出来，网络可能断开了。",
        keys_choose="选择",
        keys_open="打开",
        keys_close="关闭",
        shortcuts="键盘快捷键",
        shortcuts_choose="选择一条结果",
        shortcuts_open="打开这条结果",
        shortcuts_open_tab="在新标签页中打开",
        shortcuts_close="关闭对话框",
        shortcuts_single="单键快捷键：/ 和 ?",
        shortcuts_single_note="如果你用语音输入，或者常常误触，可以关掉。",
        copy_markdown="复制 Markdown",
        nearest_pages="你要找的可能是",
        code_group="示例",
        language_hint="用{language}阅读本页",
        language_hint_dismiss="不用了",
        hover_help="Enter：查看类型 · 方向键：换一个名称 · Esc：关闭",
        wrap="自动换行",
    ),
}
"""What a language says unless `site.toml` says otherwise; others speak English."""

WORD_NAMES = frozenset(field.name for field in fields(Words))


def words_of(locale: Locale) -> Words:
    """The words of a language, those of the site before ours."""
    language = locale.tag.partition("-")[0]
    known = {name: text for name, text in locale.strings.items() if name in WORD_NAMES}
    return replace(_WORDS.get(language, _WORDS["en"]), **known)


def words_hash(locale: Locale) -> str:
    """Names the file that holds them."""
    return short_hash(render_compact_json(words_of(locale)))
