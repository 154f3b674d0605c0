import { useState } from 'react';
import { useStrings } from '../state/strings.ts';

/** Code that is there to be taken away. */
export function CopiedCode({ text }: { text: string }) {
  const { strings } = useStrings();
  const [isCopied, setIsCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  }
  return (
    <div className="copied">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take keys. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      {navigator.clipboard && (
        <button type="button" className="quiet" onClick={copy}>
          {isCopied ? strings.connect.copied : strings.connect.copy}
        </button>
      )}
    </div>
  );
}
