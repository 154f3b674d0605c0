"""README.zh-CN.md must match README.md: each kind of difference is reported in its section."""

import pytest

from harness.paths import ROOT
from scripts.docs.readme import ORIGINAL, TRANSLATION, check_readme, record

ENGLISH = """# Kettle

Boils water. [中文](README.zh-CN.md)

## Use

```sh
# fill it
boil 1
```

| a | b |
| - | - |
| 1 | 2 |

## Licence

See [the file](LICENSE).
"""
CHINESE = """# Kettle

烧开水。[English](README.md)

## 用法

```sh
# 加水
boil 1
```

| 甲 | 乙 |
| - | - |
| 1 | 2 |

## 许可证

参见[文件](LICENSE)。
"""


def check(original: str = ENGLISH, before: str = "", after: str = "") -> list[tuple[int, str]]:
    translation = record(ENGLISH, CHINESE)
    assert before in translation
    return list(check_readme(original, translation.replace(before, after, 1)))


def test_an_up_to_date_translation_has_no_problem_and_recording_it_is_idempotent() -> None:
    assert check() == []
    once = record(ENGLISH, CHINESE)
    assert record(ENGLISH, once) == once


def test_only_a_changed_section_is_reported_at_its_translation() -> None:
    ((line, message),) = check(ENGLISH.replace("fill it", "fill it well"))
    assert line == 5
    assert "“## Use” of README.md has changed" in message


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("boil 1", "boil 2", "A code block differs from README.md:7."),
        ("| 1 | 2 |\n", "| 1 | 2 |\n| 3 | 4 |\n", "A table shape differs"),
        ("(LICENSE)", "(LICENCE)", "A link target differs from README.md:18."),
        ("## 许可证", "### 许可证", "A heading differs from README.md:16."),
    ],
)
def test_a_difference_is_reported(before: str, after: str, message: str) -> None:
    assert message in check(before=before, after=after)[0][1]


def test_a_translation_without_hashes_is_rejected() -> None:
    assert len(list(check_readme(ENGLISH, CHINESE))) == 3


def test_the_translated_readme_is_up_to_date() -> None:
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in (ORIGINAL, TRANSLATION)]
    assert list(check_readme(*texts)) == []
