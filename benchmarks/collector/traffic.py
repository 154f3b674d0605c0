"""HTTP requests of visitors of a documentation site, the same in every run."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from random import Random

from harness.collector.service import CREATE_ACTION, CREATE_RECORD, ORIGIN, UPDATE_RECORD

PAGES = 400
"""Pages per language, of two. The tenth has a tenth of the views of the first, and so on."""
VIEWS_PER_READER = 3
UPDATES_PER_VIEW = 4
ACTIONS_PER_VIEW = 0.25

_REFERRERS = ("https://search.example/", "https://news.example/item", "https://forum.example/t")
_BROWSERS = (("Chrome", "156.0"), ("Firefox", "147.0"), ("Safari", "26.1"), ("Edge", "156.0"))
_SYSTEMS = (("Windows", "11"), ("macOS", "26.0"), ("Android", "16"), ("iOS", "26.1"))
_WIDTHS = (390, 412, 820, 1280, 1440, 1920)
_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0"


@dataclass(frozen=True)
class Traffic:
    """Requests for one domain."""

    domain_id: str
    event_id: str
    readers: int
    random: Random

    def view(self) -> bytes:
        """Returns a page view with all details that a client can send."""
        variables = {"domainId": self.domain_id, "input": self._describe()}
        return self._post(CREATE_RECORD, variables)

    def update(self, record_id: str) -> bytes:
        return self._post(UPDATE_RECORD, {"recordId": record_id})

    def action(self) -> bytes:
        input_ = {"key": self._choose_page()[1], "value": 1}
        return self._post(CREATE_ACTION, {"eventId": self.event_id, "input": input_})

    def _describe(self) -> dict[str, object]:
        random = self.random
        language, path = self._choose_page()
        width = random.choice(_WIDTHS)
        browser, system = random.choice(_BROWSERS), random.choice(_SYSTEMS)
        described: dict[str, object] = {
            "siteLocation": f"{ORIGIN}{path}",
            "siteLanguage": language,
            "screenWidth": width,
            "screenHeight": width * 5 // 8,
            "screenColorDepth": 24,
            "osName": system[0],
            "osVersion": system[1],
            "browserName": browser[0],
            "browserVersion": browser[1],
            "browserWidth": width,
            "browserHeight": width // 2,
        }
        if random.random() < 0.4:
            described["siteReferrer"] = random.choice(_REFERRERS) + str(random.randrange(20))
        if random.random() < 0.05:
            described["source"] = random.choice(("newsletter", "talk"))
        return described

    def _choose_page(self) -> tuple[str, str]:
        number = int(exp(self.random.random() * log(PAGES + 1)))
        if self.random.random() < 0.4:
            return "zh", f"/zh/guide/page-{number}.html"
        return "en", f"/guide/page-{number}.html"

    def _post(self, query: str, variables: Mapping[str, object]) -> bytes:
        # Unlike the rest, keys differ between runs: the collector ignores known ones.
        extensions = {} if query == UPDATE_RECORD else {"idempotencyKey": secrets.token_hex(16)}
        request = {"query": query, "variables": variables, "extensions": extensions}
        body = json.dumps(request, ensure_ascii=False).encode()
        reader = self.random.randrange(self.readers)
        address = f"10.{reader >> 16}.{reader >> 8 & 255}.{reader & 255}"
        head = (
            "POST /api HTTP/1.1\r\nHost: collector.example\r\n"
            f"User-Agent: {_AGENT}\r\nOrigin: {ORIGIN}\r\nAccept: */*\r\n"
            "Accept-Language: en\r\nAccept-Encoding: gzip, deflate, br\r\n"
            f"Referer: {ORIGIN}/\r\nX-Forwarded-For: {address}\r\n"
            f"Content-Type: application/json;charset=UTF-8\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body
