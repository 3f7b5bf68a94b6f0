// npm test: installs what is missing, then runs the stages, each under its own ceiling, and counts the tests.
import { ensureInstalled } from './install.mjs';
import { showStages } from './showStages.mjs';
import { summary } from './stage.mjs';
import { STAGES } from './stages.mjs';
import { ensureSystemPackages } from './systemPackages.mjs';

ensureInstalled();
ensureSystemPackages();
const { lines, failed } = summary(await showStages(STAGES));
console.log(`\n${lines.join('\n')}`);
process.exitCode = failed === 0 ? 0 : 1;
