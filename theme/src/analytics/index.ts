// The script that counts visits, for sites that do. It is a bundle of its own and looks at the page
// from outside: no other script knows of it.
import { countVisit } from './count-visit';
import { whenSettled } from './page';

const tag = document.currentScript?.dataset;

if (tag?.site) {
  const settings = JSON.parse(tag.site);
  whenSettled(() => countVisit(settings, tag.ackeeDomainId ?? ''));
}
