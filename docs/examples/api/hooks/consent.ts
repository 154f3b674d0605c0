import { createLocalStorage } from '@tuffet/hooks';
import { type Consent, createConsent } from '@tuffet/hooks/consent';

const consent: Consent = createConsent();
const visits = createLocalStorage<{ count: number }>({
  storageModuleKey: 'visits',
  initial: { count: 1 },
  consent,
});

console.log(visits.helper.isPersistent());
consent.allow();
console.log(visits.helper.isPersistent());
consent.deny();
console.log(localStorage.getItem('visits'), visits.get('count'));
