import { useEffect, useState } from 'react';
import type { Header } from '../../../../contracts/records.gen';
import { SCROLL_THROTTLE_MS } from '../constants';
import { throttle } from './throttle';

/** A heading counts as reached a little before it touches the header. */
const TOLERANCE_PX = 16;

/** The id of the current heading; undefined above the first. */
export function useActiveHeading(headers: readonly Header[]): string | undefined {
  const [active, setActive] = useState<string>();
  useEffect(() => {
    const slugs = headers.flatMap(slugsOf);
    const look = throttle(() => setActive(findActive(slugs)), SCROLL_THROTTLE_MS);
    // Later, because measuring now would delay the first frames.
    const first = setTimeout(look, SCROLL_THROTTLE_MS);
    addEventListener('scroll', look, { passive: true });
    return () => {
      removeEventListener('scroll', look);
      clearTimeout(first);
      look.cancel();
    };
  }, [headers]);
  return active;
}

const slugsOf = ({ slug, children }: Header): string[] => [slug, ...children.flatMap(slugsOf)];

function findActive(slugs: readonly string[]): string | undefined {
  const limit = headerHeight() + TOLERANCE_PX;
  const isReached = (slug: string): boolean => topOf(slug) <= limit;
  return isAtEnd() ? lastSeen(slugs, isReached) : slugs.findLast(isReached);
}

/** At the end of a page, headings may be too low to be reached. Then the one in the hash counts. */
function lastSeen(slugs: readonly string[], isReached: (slug: string) => boolean) {
  const asked = location.hash.slice(1);
  return slugs.includes(asked) && !isReached(asked) ? asked : slugs.at(-1);
}

const topOf = (slug: string): number =>
  document.getElementById(slug)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;

const headerHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

const isAtEnd = (): boolean =>
  scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
