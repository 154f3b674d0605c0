import { withSerializer } from '@tuffet/hooks/serializer';

type Page = { address: URL; sizes: Uint8Array };

const page = withSerializer(JSON).createLocalStorage<Page>({
  storageModuleKey: 'page',
  initial: { address: new URL('https://tuffet.example'), sizes: new Uint8Array(2) },
});

export const text: string = page.get('address').toString();
export const address: URL = page.get('address');
export const total: number = page.get('sizes').reduce((sum, size) => sum + size, 0);
page.set({ address: new URL('/guide/', page.get('address')) });
