"""Folders of the checkout."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ROOT / "packages"
BIN = ROOT / "node_modules" / ".bin"
"""Node and the tools that pnpm installed."""
UV = ROOT / ".boot" / "bin" / "uv"
