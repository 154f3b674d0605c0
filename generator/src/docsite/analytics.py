"""What counts visits: the script, the element that loads it, and what they are told."""

from __future__ import annotations

from docsite.digests import integrity_of, short_hash
from docsite.locales import english_name_of
from docsite.records import (
    AnalyticsConfig,
    AnalyticsSettings,
    AnalyticsTag,
    AssetFile,
    SiteConfig,
)


def assemble_tag(config: SiteConfig, script: bytes) -> AnalyticsTag | None:
    """What documents say of the script; nothing where visits are not counted."""
    analytics = config.analytics
    if not analytics:
        return None
    return AnalyticsTag(
        script=AssetFile(f"/assets/js/analytics.{short_hash(script)}.js", integrity_of(script)),
        server=analytics.server,
        domain_id=analytics.domain_id,
        options=analytics.options,
        settings=_assemble_settings(config, analytics),
    )


def _assemble_settings(config: SiteConfig, analytics: AnalyticsConfig) -> AnalyticsSettings:
    return AnalyticsSettings(
        base=config.base,
        languages={locale.prefix: english_name_of(locale) for locale in config.locales},
        route_event_id=analytics.route_event_id,
        language_event_id=analytics.language_event_id,
        search_event_id=analytics.search_event_id,
        not_found_event_id=analytics.not_found_event_id,
        record_routes=analytics.record_routes,
    )
