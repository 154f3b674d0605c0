import { headScript } from '@tuffet/hooks/head';
import type { ReactNode } from 'react';
import { appearance } from './appearance';
import './globals.css';

const script = headScript(appearance, {
  theme: { attribute: 'data-theme', values: ['light', 'dark'] },
});

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
