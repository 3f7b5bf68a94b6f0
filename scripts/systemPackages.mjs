import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './install.mjs';

/** Of no use to whoever names a browser. */
const BROWSER = ['chromium-headless-shell', 'fonts-liberation'];
/** What a package is installed for; from wherever it comes, it will do. */
const PROGRAMS = {
  clang: 'clang',
  lld: 'wasm-ld',
  'python3-minimal': 'python3',
  'redis-server': 'redis-server',
};

/** Installs the Debian packages of system-packages.txt that are absent; says how when it may not. */
export function ensureSystemPackages() {
  const list = readFileSync(join(ROOT, 'scripts', 'system-packages.txt'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const missing = missingPackages(list, process.env.CHROMIUM, isInstalled);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) fail(advice(missing, command));
  console.error(`Installing system packages: ${missing.join(', ')} …`);
  apt('update', '-qq');
  apt(...command.split(' ').slice(1), '-qq');
}

/** @param browser the path of a Chromium that is there, if one was named */
export const missingPackages = (list, browser, installed) =>
  list.filter(name => !(browser && BROWSER.includes(name)) && !installed(name));

/** What to do about packages that are missing. */
export function advice(missing, command) {
  const need = `The tests need ${missing.join(' and ')}. Run: sudo apt-get update && sudo ${command}`;
  if (!missing.some(name => BROWSER.includes(name))) return need;
  return `${need}\nOr name a Chromium: CHROMIUM=/path/to/chromium npm test`;
}

function isInstalled(name) {
  if (PROGRAMS[name] && spawnSync(PROGRAMS[name], ['--version']).status === 0) return true;
  const { stdout } = spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' });
  return /^Status: .* installed$/m.test(stdout ?? '');
}

function apt(...args) {
  const { status, error } = spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) fail(`apt-get ${args[0]} failed${error ? `: ${error.message}` : ''}.`);
}
