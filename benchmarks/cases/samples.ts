/** The property that the contenders read, write and render. */
export type Sample = { count: number };

/** An entry of 206 bytes, and two of about 100 kB: a long list, and a thousand properties. */
export type Shape = 'small' | 'list' | 'properties';

const SMALL = {
  count: 0,
  token: 'f3a9c07d51be48e2a6d4c8b0917e5f2d',
  theme: 'dark',
  isSidebarOpen: true,
  user: { id: 41, name: 'Miss Muffet', roles: ['reader', 'editor'] },
  recent: ['/guide/introduction', '/guide/modules'],
};

const ROWS_IN_LIST = 1160;
const ROWS_AS_PROPERTIES = 1000 - Object.keys(SMALL).length;

function createRows(length: number) {
  return Array.from({ length }, (_, id) => ({
    id,
    title: `Row ${id} of the list, unread`,
    isDone: id % 3 === 0,
    tags: ['whey', 'curds'],
  }));
}

function createBulk(shape: Shape): object {
  if (shape === 'small') return {};
  if (shape === 'list') return { list: createRows(ROWS_IN_LIST) };
  return Object.fromEntries(
    createRows(ROWS_AS_PROPERTIES).map((row) => [`property${row.id}`, row]),
  );
}

/** Returns a new object each time, so contenders don't share state. */
export function createSample(shape: Shape): Sample {
  return { ...SMALL, ...createBulk(shape) };
}
