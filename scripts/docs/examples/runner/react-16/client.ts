/** `react-dom/client` for React before 18. */

import type { ReactNode } from 'react';
import * as dom from 'react-dom';

type Render = (node: ReactNode, container: Element) => void;
const { render, hydrate } = dom as unknown as { render: Render; hydrate: Render };

export const createRoot = (container: Element) => ({
  render: (node: ReactNode) => render(node, container),
});

export const hydrateRoot = (container: Element, node: ReactNode) => hydrate(node, container);
