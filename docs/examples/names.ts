import { restorePrefixedString, restoreSuffixedString } from '@tuffet/shared';

restorePrefixedString('setToken', 'set');
restorePrefixedString('setToken', 'set', false);
restoreSuffixedString('tokenState', 'state');
restoreSuffixedString('token_v2', '_v2', false);
