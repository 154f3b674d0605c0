/** A sentence in which `…` between backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no names
    i % 2 ? <code key={i}>{part}</code> : part,
  );
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?|true|false|null/g;

/** The text of an entry in the colours of code. */
export function Stored({ text }: { text: string }) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(TOKENS)) {
    const [all, string, colon] = found;
    parts.push(text.slice(end, found.index));
    const kind = colon !== undefined ? 'name' : string ? 'string' : 'value';
    const token = colon === undefined ? all : (string as string);
    parts.push(
      <span key={found.index} className={`stored-${kind}`}>
        {token}
      </span>,
      colon,
    );
    end = found.index + all.length;
  }
  return (
    <code className="stored" translate="no">
      {parts}
      {text.slice(end)}
    </code>
  );
}
