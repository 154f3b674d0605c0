import type { ReactNode } from 'react';
import { useStrings } from '../state/strings.ts';
import { Logo } from './icons.tsx';

export function TopBar({ children }: { children: ReactNode }) {
  const { strings } = useStrings();
  return (
    <header className="bar">
      <a className="brand" href="./">
        <Logo size={28} />
        {strings.name}
      </a>
      {children}
    </header>
  );
}
