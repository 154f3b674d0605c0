/** Makes this storage that of the document. */

import { Area } from './area.ts';
import { createRealm } from './realm.ts';

const realm = createRealm({ local: new Area(), session: new Area() }, window);
for (const [name, value] of Object.entries(realm))
  Object.defineProperty(window, name, { value, configurable: true });
