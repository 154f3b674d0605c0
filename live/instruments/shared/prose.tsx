/** A sentence in which text between backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other key.
    i % 2 ? <code key={i}>{part}</code> : part,
  );
}
