// npm run test:long -- [seed]: the unit and oracle tests with ten times as many cases, from another seed each time.
import { ensureInstalled } from './install.mjs';
import { showStages } from './showStages.mjs';
import { summary } from './stage.mjs';
import { LONG } from './stages.mjs';

ensureInstalled();
const seed = process.argv[2] ?? String(Date.now() % 2 ** 31);
Object.assign(process.env, { LONG: '10', SEED: seed });
const { lines, failed } = summary(await showStages(LONG));
console.log(`\n${lines.join('\n')}\nseed ${seed}`);
process.exitCode = failed === 0 ? 0 : 1;
