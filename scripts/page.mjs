// Where the built page lies, and what makes sure that it is there. The package has a file of this name of its own.
import { join } from 'node:path';
import { ROOT } from './install.mjs';

export { ensureBuilt } from './build.mjs';
export const PAGE_FOLDER = join(ROOT, 'dist');
