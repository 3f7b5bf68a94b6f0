// Installs what is missing. Uses nothing but Node, because it runs before node_modules is there.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from './fail.mjs';

export { fail };
export const ROOT = join(import.meta.dirname, '..');

/** Runs `npm ci` unless node_modules holds what package-lock.json names. Its output goes to stderr. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Statescope needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  console.error('Installing packages (npm ci) …');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (status !== 0)
    fail(`npm ci failed${error ? `: ${error.message}` : ''}; is there a connection to the package registry?`);
}

/** npm writes the inner lockfile last, so an installation that broke off has none. */
function isInstalled() {
  const inner = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(inner)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(inner, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true;
    // Packages for other platforms are optional and absent.
    return path in present ? present[path].version === version : optional === true || devOptional === true;
  });
}
