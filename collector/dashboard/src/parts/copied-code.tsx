import { useState } from 'react';
import { useStrings } from '../state/strings.ts';

/** Code with a copy button. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it. */}
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
