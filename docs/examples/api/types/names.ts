import type { SetterKey, StateKey } from '@tuffet/react-hooks';
import type { CheckerKey, ResetterKey } from '@tuffet/shared';

const checker: CheckerKey<'token'> = 'containsToken';
const resetter: ResetterKey<'URL'> = 'resetURL';
const state: StateKey<'token'> = 'tokenState';
const setter: SetterKey<'line1'> = 'setLine1';
