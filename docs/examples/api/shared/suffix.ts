import { restoreSuffixedString } from '@tuffet/shared';

console.log(restoreSuffixedString('tokenState', 'state'));
console.log(restoreSuffixedString('token_v2', '_v2', false));
console.log(restoreSuffixedString('tokenstate', 'state'));
