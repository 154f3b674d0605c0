"""The names of keys: `++ctrl+arrow-up++`."""

from __future__ import annotations

_KEY_NAMES = {
    "ctrl": "Ctrl",
    "cmd": "Cmd",
    "alt": "Alt",
    "del": "Del",
    "esc": "Esc",
    "arrow-up": "↑",
    "arrow-down": "↓",
    "arrow-left": "←",
    "arrow-right": "→",
}


def name_key(name: str) -> str:
    return _KEY_NAMES.get(name.lower(), name.strip('"').replace("-", " ").capitalize())
