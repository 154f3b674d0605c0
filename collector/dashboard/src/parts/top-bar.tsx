import type { ReactNode } from 'react';
import { useWords } from '../state/words.ts';
import { Logo } from './icons.tsx';

export function TopBar({ children }: { children: ReactNode }) {
  const { words } = useWords();
  return (
    <header className="bar">
      <a className="brand" href="./">
        <Logo size={28} />
        {words.name}
      </a>
      {children}
    </header>
  );
}
