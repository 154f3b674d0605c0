// A minimal React site: the HTML contains the whole page, and hydration enables one button.
import { useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';

function Page({ html }: { readonly html: string }) {
  const [clicks, setClicks] = useState(0);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <>
      <button type="button" disabled={!isHydrated} onClick={() => setClicks(clicks + 1)}>
        {clicks}
      </button>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is the page's own HTML. */}
      <main dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

const root = document.getElementById('app') as HTMLElement;
hydrateRoot(root, <Page html={root.querySelector('main')?.innerHTML ?? ''} />);
