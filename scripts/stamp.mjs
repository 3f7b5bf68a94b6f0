import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/** SHA-256 of files and folders, by path and content; a path that does not exist counts as empty. */
export function stampOf(paths) {
  const hash = createHash('sha256');
  const add = path => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    } else {
      hash.update(`${path}\0`).update(createHash('sha256').update(readFileSync(full)).digest());
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** Text of a stamp file, or null. */
export const readStamp = file => (existsSync(file) ? readFileSync(file, 'utf8') : null);
