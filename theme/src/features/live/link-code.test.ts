import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLink, encodeLink, LINK_MARK, LONGEST_LINK } from './link-code';

const ID = 'guide/quick-start/ThemeButton.tsx';

/** Without lone surrogates, which UTF-8 can't encode. */
const anyText = fc.string({ unit: 'grapheme', maxLength: 500 });

const linkTo = (text: string): Promise<string> => encodeLink({ id: ID, text });

const reasonOf = (link: string): Promise<unknown> =>
  decodeLink(link).then(
    () => 'none',
    ({ reason }) => reason,
  );

test('decoding an encoded link returns the original', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      expect(await decodeLink(await linkTo(text))).toEqual({ id: ID, text });
    }),
  );
});

test('a link only consists of characters that URLs do not escape', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const link = await linkTo(text);
      expect(link).toMatch(/^#[\w=~./-]+$/);
      expect(new URL(link, 'https://site.example/').hash).toBe(link);
    }),
  );
});

test('a byte order mark, Chinese and line endings are preserved', async () => {
  const text = "\uFEFFconst 主题 = '深色';\r\n\tconsole.log(主题); // 👋🏽\n";
  expect(await decodeLink(await linkTo(text))).toEqual({ id: ID, text });
});

test('percent-encoded links can be decoded', async () => {
  const link = await linkTo('const a = 1;');
  expect(await decodeLink(link.replaceAll('~', '%7E').replaceAll('/', '%2F'))).toEqual({
    id: ID,
    text: 'const a = 1;',
  });
});

test('links of earlier releases can be decoded', async () => {
  const link = '#live=1~guide/a.ts~eJxLzs8rzs9J1cvJT9dQz8hU17RW0NdXeLJ3wdOle7kAnaILPw';
  const text = "console.log('hi'); // 你好\n";
  expect(await decodeLink(link)).toEqual({ id: 'guide/a.ts', text });
});

test('a truncated link is reported as damaged, wherever it was cut', async () => {
  const link = await linkTo("import { createStorage } from '@tuffet/hooks';\nconsole.log('é');\n");
  const head = `${LINK_MARK}1~${ID}~`.length;
  for (let length = LINK_MARK.length; length < link.length; length++) {
    const cut = link.slice(0, length);
    expect([length - head, await reasonOf(cut)]).toEqual([length - head, 'damaged']);
  }
});

test('a link with a changed character is reported as damaged', async () => {
  const text = 'const answer = 42;\n';
  const link = await linkTo(text);
  const start = link.lastIndexOf('~') + 1;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: start, max: link.length - 1 }),
      fc.constantFrom(...'AZaz09-_'),
      async (at, character) => {
        fc.pre(link[at] !== character);
        const changed = link.slice(0, at) + character + link.slice(at + 1);
        const found = await decodeLink(changed).catch(({ reason }) => ({ text: reason }));
        // The last character may have unused bits.
        expect(['damaged', text]).toContain(found.text);
      },
    ),
  );
});

test.each([
  ['', 'damaged'],
  ['1', 'damaged'],
  ['1~guide/a.ts', 'damaged'],
  ['1~guide/a.ts~', 'damaged'],
  ['1~guide/a.ts~****', 'damaged'],
  ['1~<b>~AAAA', 'damaged'],
  ['%', 'damaged'],
  ['0~guide/a.ts~AAAA', 'damaged'],
  ['2~guide/a.ts~AAAA', 'newer'],
  ['12~something-else', 'newer'],
])('%j is reported as %s', async (value, reason) => {
  expect(await reasonOf(LINK_MARK + value)).toBe(reason);
});

test('any other string is decoded or reported as damaged or newer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (value) => {
      expect(['none', 'damaged', 'newer']).toContain(await reasonOf(`${LINK_MARK}1~a.ts~${value}`));
      expect(['none', 'damaged', 'newer']).toContain(await reasonOf(LINK_MARK + value));
    }),
    { numRuns: 40 },
  );
});

test('code that is too long is rejected', async () => {
  const random = fc.sample(fc.stringMatching(/^\w{9000}$/), { numRuns: 1, seed: 1 });
  await expect(linkTo(random.join(''))).rejects.toThrow('too long');
  await expect(linkTo('a'.repeat(50_001))).rejects.toThrow('too long');
  expect((await linkTo('a'.repeat(50_000))).length).toBeLessThan(LONGEST_LINK);
});

test('a small link cannot decompress to a huge text', async () => {
  const stream = new CompressionStream('deflate');
  const writer = stream.writable.getWriter();
  writer.write(new Uint8Array(5_000_000));
  writer.close();
  const bytes = new Uint8Array(await new Response(stream.readable).arrayBuffer());
  const code = Buffer.from(bytes).toString('base64url');
  expect(code.length).toBeLessThan(LONGEST_LINK);
  expect(await reasonOf(`${LINK_MARK}1~a.ts~${code}`)).toBe('damaged');
});
