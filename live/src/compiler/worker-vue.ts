/** The worker for `.vue` files, which needs ten times as many bytes. */

import { serve } from './answer.ts';
import { compileFile } from './compile-vue.ts';

serve(compileFile);
