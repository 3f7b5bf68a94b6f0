// npm run -s cli -- …: bundles src/cli/statescope.ts when the sources changed (Node 20 runs no TypeScript) and runs it.
// Nothing but the program's own output goes to stdout.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, fail, ROOT } from './install.mjs';
import { stampOf } from './stamp.mjs';

const INPUTS = [
  'LICENSE',
  'package-lock.json',
  'scripts/licences.ts',
  'src/cli',
  'src/engine',
  'src/oracles',
  'src/storage',
  'vite.cli.config.ts',
];
const BUNDLES = join(ROOT, 'dist-cli');

ensureInstalled();
// A folder for each state of the sources: commands that run at the same time cannot disturb each other.
const bundle = join(BUNDLES, stampOf(INPUTS).slice(0, 16));
if (!existsSync(bundle)) {
  // In a process of its own: a command that runs for days does not keep what a build took.
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'buildCli.mjs'), bundle], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail('The command line could not be built.');
}
// npm runs scripts at the top of the project; files are named from where the user stands.
const { npm_lifecycle_event: script, INIT_CWD: cwd } = process.env;
if (script === 'cli' && cwd !== undefined && existsSync(cwd)) process.chdir(cwd);
await import(pathToFileURL(join(bundle, 'main.js')).href);
