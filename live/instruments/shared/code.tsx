const TOKENS =
  /(?<string>'[^']*'|`[^`]*`)|(?<name>[\w$]+)(?=:)|(?<number>\b\d+\b)|(?<word>\b(?:const|await|return|throw|new|delete)\b)/g;

/** Code, roughly coloured: names, strings and numbers apart. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="code" aria-label={label} tabIndex={0} translate="no">
      <pre>{coloured(text)}</pre>
    </section>
  );
}

function coloured(text: string) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(TOKENS)) {
    const [kind] = Object.entries(found.groups ?? {}).find(([, part]) => part) ?? [];
    parts.push(text.slice(end, found.index));
    parts.push(
      <span key={found.index} className={`code-${kind}`}>
        {found[0]}
      </span>,
    );
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}
