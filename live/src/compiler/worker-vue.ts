/** The worker for `.vue` files, which is ten times as large. */

import { serve } from './answer.ts';
import { compileFile } from './compile-vue.ts';

serve(compileFile);
