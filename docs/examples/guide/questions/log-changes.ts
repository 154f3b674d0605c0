import { settings } from './settings';

settings.subscribe((values) => {
  console.log(settings.helper.getStorageKey(), values);
});

settings.set({ theme: 'dark' });
settings.set({ nickname: 'Ada' });
