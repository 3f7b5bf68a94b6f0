// The built page of the package.
import { fileURLToPath } from 'node:url';

export const PAGE_FOLDER = fileURLToPath(new URL('../public', import.meta.url));
/** It came with the package. */
export const ensureBuilt = async () => {};
