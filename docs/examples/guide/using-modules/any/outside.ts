import { settings } from './settings';

export function requestHeaders() {
  return { 'X-Theme': settings.get('theme') };
}

settings.set({ theme: 'dark' });
console.log(requestHeaders()['X-Theme']);
