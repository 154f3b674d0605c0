import { settings } from './settings';

export function requestHeaders() {
  const theme = settings.storageModule.getItem('theme');
  return { 'X-Theme': theme ?? settings.initial.theme };
}

settings.storageModule.setItem('theme', 'dark');
console.log(requestHeaders()['X-Theme']);
