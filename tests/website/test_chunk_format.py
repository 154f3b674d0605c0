"""Page scripts, which Python writes, have the format of the bundler's chunks."""

from __future__ import annotations

import re
import subprocess

import pytest

from harness.paths import ROOT

BUILD = """
import { rspack } from '@rspack/core';
import { createConfigs } from './rspack.config.mjs';

const [folder] = process.argv.slice(2);
const [client] = createConfigs(`${folder}/out`);
rspack({
  ...client,
  context: folder,
  entry: './entry.js',
  output: { ...client.output, chunkFilename: '[id].js' },
  optimization: { ...client.optimization, minimize: false, moduleIds: 'named' },
}).run((error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString('errors-only'));
});
"""


@pytest.fixture(scope="module")
def chunk(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A lazy chunk with a CommonJS module, built with the theme's configuration."""
    folder = tmp_path_factory.mktemp("chunk")
    (folder / "entry.js").write_text("import(/* webpackChunkName: '12' */ './page.cjs');")
    (folder / "page.cjs").write_text("module.exports = { title: 'Tea' };")
    subprocess.run(
        [ROOT / "node_modules/.bin/node", "--input-type=module", "-", folder],
        input=BUILD,
        text=True,
        check=True,
        cwd=ROOT / "theme",
    )
    return (folder / "out/client/12.js").read_text(encoding="utf-8")


def shape_of(script: str) -> str:
    """The script on one line, without the parts that differ between pages."""
    bare = re.sub(r"\s+|,(?=\s*})", "", script)
    bare = re.sub(r"push\(\[\[[^\]]*\]", "push([[CHUNK]", bare)
    bare = re.sub(r'\{"[^"]*"\(module\)', '{"MODULE"(module)', bare)
    return re.sub(r"module\.exports=\{.*\};?\}\}\]\);$", "module.exports=RECORD}}]);", bare)


def test_a_page_script_has_the_format_of_a_chunk(chunk: str) -> None:
    script = next((ROOT / "dist/assets/js").glob("2.*.js")).read_text(encoding="utf-8")
    assert "RECORD" in shape_of(chunk)
    assert shape_of(script) == shape_of(chunk)
