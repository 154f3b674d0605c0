import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Banner = { dismissedAt: number };
const DAY = 24 * 60 * 60 * 1000;

const banner = createLocalStorage<Banner>({
  storageModuleKey: 'banner',
  initial: { dismissedAt: 0 },
});

const { dismissedAt } = useStorage(banner);

export function isDismissed(now = Date.now()) {
  return now - dismissedAt.get() < 30 * DAY;
}

dismissedAt.set(Date.UTC(2026, 0, 1));
console.log(isDismissed(Date.UTC(2026, 0, 15)));
console.log(isDismissed(Date.UTC(2026, 2, 1)));
