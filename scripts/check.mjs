// npm run check -- [commit]: in a minute, whether what changed (since a commit, or not committed yet) is sound.
import { ensureInstalled } from './install.mjs';
import { showStages } from './showStages.mjs';
import { checks } from './stages.mjs';

ensureInstalled();
const results = await showStages(checks(process.argv[2]));
for (const { name, ok, late, seconds } of results) {
  // Its tests end at the first failure, so that there was none so far.
  const outcome = ok ? 'ok' : late ? 'ok so far, but more hangs on it: npm test' : 'FAILED';
  console.log(`${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${outcome}`);
}
process.exitCode = results.every(({ ok, late }) => ok || late) ? 0 : 1;
