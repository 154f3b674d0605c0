// The least that a React site can be: all of the page is there, and one button comes to life.
import { useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';

function Page({ html }: { readonly html: string }) {
  const [clicks, setClicks] = useState(0);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <>
      <button type="button" disabled={!isAlive} onClick={() => setClicks(clicks + 1)}>
        {clicks}
      </button>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is what stands there already. */}
      <main dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

const root = document.getElementById('app') as HTMLElement;
hydrateRoot(root, <Page html={root.querySelector('main')?.innerHTML ?? ''} />);
