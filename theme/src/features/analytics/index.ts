// The script that counts visits. It is a separate bundle that observes the page from outside: other
// scripts don't depend on it.
import type { AnalyticsSettings } from '../../../../contracts/records.gen';
import { countVisit } from './count-visit';
import { whenSettled } from './page';

/** The generator declares it in front of the bundle, so that documents don't have to carry it. */
declare const ANALYTICS_SETTINGS: AnalyticsSettings;

const domainId = document.currentScript?.dataset.ackeeDomainId ?? '';

whenSettled(() => countVisit(ANALYTICS_SETTINGS, domainId));
