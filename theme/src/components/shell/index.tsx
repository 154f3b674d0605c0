import type { ReactNode } from 'react';
import { Announcement } from '../announcement';
import { Footer } from '../footer';
import { Navbar } from '../navbar';
import { Notice } from '../notice';
import { ProgressBar } from '../progress-bar';
import { SkipLink } from '../skip-link';

interface ShellProps {
  /** The id that the skip link leads to. */
  readonly title: string;
  readonly children: ReactNode;
}

export const Shell = ({ title, children }: ShellProps) => (
  <>
    <SkipLink target={title} />
    <ProgressBar />
    <Announcement />
    <Navbar />
    {children}
    <Footer />
    <Notice />
  </>
);
