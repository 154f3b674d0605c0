/** Elements in the same order in every language, which `docsite check` verifies. */
const LANDMARKS = ['h1, h2, h3, h4', '.code', 'table'] as const;

interface Landmark {
  readonly selector: string;
  readonly position: number;
  readonly box: DOMRect;
}

/** The lower edge of the sticky header. */
const headerEnd = (): number =>
  document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;

const boxOf = (selector: string, position: number): DOMRect | undefined =>
  document.querySelectorAll(`main :is(${selector})`)[position]?.getBoundingClientRect();

/** The visible landmarks, from top to bottom. */
function findLandmarks(): Landmark[] {
  return LANDMARKS.flatMap((selector) =>
    [...document.querySelectorAll(`main :is(${selector})`)].map((element, position) => ({
      selector,
      position,
      box: element.getBoundingClientRect(),
    })),
  )
    .filter(({ box }) => box.height > 0)
    .sort((one, other) => one.box.top - other.box.top);
}

/** Whether its start is in view, or the code around the top of the window. */
const isInView = ({ selector, box }: Landmark, edge: number): boolean =>
  box.bottom > edge && box.top < innerHeight && (box.top >= edge || selector === '.code');

/**
 * Saves the scroll position relative to the elements in view. Returns a function that restores it
 * after the page has changed, also to another language.
 */
export function rememberPlace(): () => void {
  if (scrollY <= 0) {
    return () => scrollTo({ top: 0, behavior: 'instant' });
  }
  const edge = headerEnd();
  const landmarks = findLandmarks();
  const seen = landmarks.find((landmark) => isInView(landmark, edge));
  return seen ? () => putBack(seen, edge) : rememberBetween(landmarks, edge);
}

function putBack({ selector, position, box }: Landmark, edge: number): void {
  const now = boxOf(selector, position);
  if (now) {
    // The header is not as high in every language.
    scrollBy({ top: now.top - headerEnd() - (box.top - edge), behavior: 'instant' });
  }
}

/** In a long text without landmarks in view, the position is a fraction between two of them. */
function rememberBetween(landmarks: readonly Landmark[], edge: number): () => void {
  const before = landmarks.findLast(({ box }) => box.top < edge);
  const after = landmarks.find(({ box }) => box.top >= innerHeight);
  const end = (landmark: Landmark | undefined): number | undefined =>
    landmark
      ? boxOf(landmark.selector, landmark.position)?.top
      : document.querySelector('main')?.getBoundingClientRect().bottom;
  const last = end(after);
  if (!before || last === undefined) {
    return () => {};
  }
  const part = (edge - before.box.top) / (last - before.box.top);
  return () => {
    const start = end(before);
    const now = end(after);
    if (start !== undefined && now !== undefined) {
      scrollBy({ top: start + part * (now - start) - headerEnd(), behavior: 'instant' });
    }
  };
}

/** The id of the heading of the section in view; empty at the top of a page. */
export function currentSection(): string {
  const edge = headerEnd();
  const headings = [...document.querySelectorAll<HTMLElement>('main :is(h2, h3, h4)[id]')];
  // A heading in the upper half of the window counts as reached.
  const reached = headings.filter(
    (heading) => heading.getBoundingClientRect().top < edge + (innerHeight - edge) / 2,
  );
  return scrollY > 0 ? (reached.at(-1)?.id ?? '') : '';
}
