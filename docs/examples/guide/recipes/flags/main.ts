import { flags, refreshFlags } from './feature-flags';

await refreshFlags();
console.log('new editor:', flags.get('newEditor'));
