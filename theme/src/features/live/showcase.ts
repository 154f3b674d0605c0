import type { Chrome } from '../../app/data';
import { isFast } from '../../shared/connection';
import { untilIdle } from '../../shared/until-idle';
import { SHOWCASE } from './blocks';

/**
 * Starts the showcase of a page once it is visible and the browser is idle. To save data, it waits for
 * a click like other samples. If it fails to load, the box keeps its content. Returns a function that
 * stops waiting.
 */
export function watchShowcase(chrome: Chrome): (() => void) | undefined {
  const box = document.querySelector<HTMLElement>(SHOWCASE);
  if (!box || !isFast()) {
    return;
  }
  const observer = new IntersectionObserver(async ([entry]) => {
    if (entry?.isIntersecting) {
      observer.disconnect();
      await untilIdle();
      await import(/* webpackChunkName: "live" */ '.')
        .then((live) => live.startBox(box, chrome))
        .catch(() => {});
    }
  });
  observer.observe(box);
  return () => observer.disconnect();
}
