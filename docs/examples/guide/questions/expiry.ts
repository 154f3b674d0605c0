import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { expireAfter } from '@tuffet/hooks/expiry';

type Banner = { dismissed: boolean };
const DAY = 24 * 60 * 60 * 1000;

const banner = createLocalStorage<Banner>({
  storageModuleKey: 'banner',
  initial: { dismissed: false },
  expiry: expireAfter({ dismissed: 30 * DAY }),
});

const { dismissed } = useStorage(banner);
console.log(dismissed.get());
const button = document.querySelector('#dismiss');
button?.addEventListener('click', () => dismissed.set(true));
