import { useStorage as useItems } from '@tuffet/hooks';
import { createLocalStorage, useStorage as useStates, useStorageValue } from '@tuffet/react-hooks';
import { useStorage as useReactions, useStorageValue as useRef } from '@tuffet/vue-hooks';

type UserInfo = { token?: string; hasSigned: boolean };

const storage = createLocalStorage<UserInfo>({
  storageModuleKey: 'user',
  initial: { hasSigned: false },
});

const { tokenState, hasSignedState } = useStates(storage);
const { refs, resetters, checkers } = useReactions(storage);
const { token } = useItems(storage);
refs.token;
resetters.resetToken;
checkers.containsHasSigned;
const signedRef = useRef(storage, 'hasSigned');
const [tokenValue, setToken, tokenControls] = useStorageValue(storage, 'token');
resetters.resetHasSigned();
hasSignedState.setHasSigned(true);
checkers.containsToken();
storage.get('token');
storage.set({ hasSigned: true });
storage.subscribe(({ hasSigned }) => hasSigned);
