import { packages } from './packages.ts';
import { startFrame } from './start.ts';

startFrame({ packages });
