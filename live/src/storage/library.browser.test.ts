/** The library's own tests of protection, on this storage instead of the browser's. */

import './install-for-tests.ts';
import '../../../packages/core/tests/protection.test.ts';
import '../../../packages/core/tests/strict-protection.browser.test.ts';
