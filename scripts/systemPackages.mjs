import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './install.mjs';

/** Installs the Debian packages of system-packages.txt that are absent; says how when it may not. */
export function ensureSystemPackages() {
  const list = readFileSync(join(ROOT, 'scripts', 'system-packages.txt'), 'utf8')
    .split('\n')
    .filter(Boolean);
  // Whoever names a browser needs none from us.
  if (process.env.CHROMIUM) return;
  const missing = list.filter(name => !isInstalled(name));
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    fail(
      `The tests need ${missing.join(' and ')}. Run: sudo apt-get update && sudo ${command}\nOr name a Chromium: CHROMIUM=/path/to/chromium npm test`,
    );
  }
  console.error(`Installing system packages: ${missing.join(', ')} …`);
  apt('update', '-qq');
  apt(...command.split(' ').slice(1), '-qq');
}

function isInstalled(name) {
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
