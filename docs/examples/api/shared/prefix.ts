import { restorePrefixedString } from '@tuffet/shared';

console.log(restorePrefixedString('setToken', 'set'));
console.log(restorePrefixedString('setToken', 'set', false));
console.log(restorePrefixedString('token', 'set'));
console.log(restorePrefixedString('settings', 'set'));
