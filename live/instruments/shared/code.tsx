const SCRIPT =
  /(?<string>'[^']*'|`[^`]*`)|(?<name>[\w$]+)(?=:)|(?<number>\b\d+\b)|(?<word>\b(?:const|await|return|throw|new|delete)\b)/g;
const JSON_TEXT =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<value>-?\d+(?:\.\d+)?|true|false|null)/g;

/** Code with simple syntax highlighting. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it.
    <section className="code" aria-label={label} tabIndex={0} translate="no">
      <pre>{highlight(text, SCRIPT, 'code')}</pre>
    </section>
  );
}

/** The text of an entry. */
export function Stored({ text }: { text: string }) {
  return (
    <code className="stored" translate="no">
      {highlight(text, JSON_TEXT, 'stored')}
    </code>
  );
}

/** The class of a token is the name of the group that matched it. */
function highlight(text: string, tokens: RegExp, prefix: string) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(tokens)) {
    const [kind] = Object.entries(found.groups ?? {}).find(([, part]) => part) ?? [];
    parts.push(text.slice(end, found.index));
    parts.push(
      <span key={found.index} className={`${prefix}-${kind}`}>
        {found[0]}
      </span>,
    );
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}
