/** The worker for TypeScript and JavaScript. */

import { serve } from './answer.ts';
import { compileScript } from './compile-script.ts';

serve(compileScript);
