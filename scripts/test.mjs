// npm test: installs what is missing, then runs every stage, each under its own ceiling, and counts the tests.
import { mkdirSync, rmSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { endStage, runStage, summary } from './stage.mjs';
import { REPORTS, STAGES } from './stages.mjs';
import { ensureSystemPackages } from './systemPackages.mjs';

ensureInstalled();
ensureSystemPackages();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    endStage();
    process.exit(130);
  });
}

const results = [];
for (const stage of STAGES) {
  console.log(`\n── ${stage.name}`);
  const result = await runStage(stage);
  if (result.note) console.error(`${stage.name}: ${result.note}`);
  results.push(result);
}
const { lines, failed } = summary(results);
console.log(`\n${lines.join('\n')}`);
process.exitCode = failed === 0 ? 0 : 1;
