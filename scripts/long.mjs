// npm run test:long -- [seed]: ten times as many cases, from another seed each time, and the pages whole.
import { ensureInstalled } from './install.mjs';
import { showStages } from './showStages.mjs';
import { summary } from './stage.mjs';
import { LONG } from './stages.mjs';
import { ensureSystemPackages } from './systemPackages.mjs';

ensureInstalled();
ensureSystemPackages();
const seed = process.argv[2] ?? String(Date.now() % 2 ** 31);
Object.assign(process.env, { LONG: '10', SEED: seed });
const { lines, failed } = summary(await showStages(LONG));
console.log(`\n${lines.join('\n')}\nseed ${seed}`);
process.exitCode = failed === 0 ? 0 : 1;
