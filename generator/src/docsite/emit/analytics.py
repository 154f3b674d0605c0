"""The analytics script, its settings and the element that loads it."""

from __future__ import annotations

from docsite.digests import integrity_of, short_hash
from docsite.records import (
    AnalyticsConfig,
    AnalyticsSettings,
    AnalyticsTag,
    AssetFile,
    SiteConfig,
    render_compact_json,
)
from docsite.records.assets import Asset
from docsite.site.locales import english_name_of


def render_script(config: SiteConfig, analytics: AnalyticsConfig, bundle: bytes) -> bytes:
    """Returns the script of a site: the theme's bundle, in a block that declares the settings.

    Settings in the script are downloaded once and cached. Otherwise, they would be part of each
    document.
    """
    settings = render_compact_json(_assemble_settings(config, analytics))
    return b"{const ANALYTICS_SETTINGS=%s;%s}" % (settings.encode(), bundle.strip())


def assemble_tag(analytics: AnalyticsConfig, script: bytes) -> AnalyticsTag:
    """Returns the element that loads the script."""
    path = Asset.SCRIPT.format(name=f"analytics.{short_hash(script)}")
    return AnalyticsTag(
        script=AssetFile(f"/{path}", integrity_of(script)),
        data={
            "ackeeDomainId": analytics.domain_id,
            "ackeeServer": analytics.server,
            "ackeeOpts": render_compact_json(analytics.options),
        },
    )


def _assemble_settings(config: SiteConfig, analytics: AnalyticsConfig) -> AnalyticsSettings:
    return AnalyticsSettings(
        base=config.base,
        languages={locale.prefix: english_name_of(locale) for locale in config.locales},
        route_event_id=analytics.route_event_id,
        language_event_id=analytics.language_event_id,
        search_event_id=analytics.search_event_id,
        result_event_id=analytics.result_event_id,
        not_found_event_id=analytics.not_found_event_id,
        feedback_event_id=analytics.feedback_event_id,
        record_routes=analytics.record_routes,
    )
