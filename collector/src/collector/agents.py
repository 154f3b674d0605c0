"""Classes of user agents. The user agents themselves are never stored."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import NamedTuple

from collector.visits import is_bot


class Agent(StrEnum):
    ASSISTANT = "assistant"
    """Fetches a page because a user of an AI assistant asked for it."""
    AI_CRAWLER = "ai-crawler"
    """Collects pages for the training or the index of an AI service."""
    SEARCH = "search"
    """Indexes pages for a search engine."""
    BROWSER = "browser"
    TOOL = "tool"
    """Command line tools and HTTP libraries."""
    OTHER = "other"


# In this order: names of assistants and crawlers of one company are similar.
_NAMES: tuple[tuple[Agent, tuple[str, ...]], ...] = (
    (
        Agent.ASSISTANT,
        (
            "chatgpt-user", "chatgpt agent", "claude-user", "claude-code", "perplexity-user",
            "mistralai-user", "meta-externalfetcher", "duckassistbot", "notebooklm",
            "gemini-deep-research", "google-gemini-cli", "google-agent", "amzn-user", "manus-user",
            "kagi-fetcher", "opencode", "devin",
        ),
    ),
    (
        Agent.AI_CRAWLER,
        (
            "gptbot", "oai-searchbot", "claudebot", "claude-searchbot", "claude-web",
            "anthropic-ai", "perplexitybot", "ccbot", "googleother", "cloudvertexbot",
            "bytespider", "tiktokspider", "amazonbot", "amzn-searchbot", "meta-externalagent",
            "meta-webindexer", "facebookbot", "cohere", "diffbot", "ai2bot", "youbot", "timpibot",
            "omgili", "deepseekbot", "pangubot", "chatglm-spider", "imagesiftbot", "exabot",
            "tavilybot", "firecrawl", "crawl4ai", "phindbot", "azureai-searchbot", "bedrockbot",
        ),
    ),
    (
        Agent.SEARCH,
        (
            "googlebot", "google-inspectiontool", "bingbot", "duckduckbot", "baiduspider",
            "yandex", "applebot", "sogou", "petalbot", "slurp", "seznambot", "qwant",
            "yisouspider", "360spider", "bravebot", "mojeekbot", "naverbot", "yeti/",
        ),
    ),
    (
        Agent.TOOL,
        (
            "curl/", "wget", "httpie", "python-", "python/", "aiohttp", "httpx", "urllib",
            "go-http-client", "node-fetch", "undici", "axios", "deno/", "bun/", "okhttp", "java/",
            "libwww", "powershell", "ruby", "reqwest", "guzzle", "postman", "insomnia", "scrapy",
        ),
    ),
)  # fmt: skip


class TextRequest(NamedTuple):
    """Requests that are counted together."""

    day: date
    path: str
    agent: Agent


def classify_agent(user_agent: str) -> Agent:
    text = user_agent.lower()
    for agent, names in _NAMES:
        if any(name in text for name in names):
            return agent
    if text == "node":  # fetch of Node.js
        return Agent.TOOL
    return Agent.OTHER if is_bot(user_agent) else Agent.BROWSER
