import { settings } from './settings';

const unsubscribe = settings.subscribe(({ theme, nickname }) => console.log(theme, nickname));
settings.set({ theme: 'dark', nickname: 'Ada' });
unsubscribe();
settings.set({ nickname: undefined }); // removes the optional property
console.log(settings.get());
