import { join } from 'node:path';
import { Domain, Random } from '../../src/engine/core/random.ts';
import { killBrowsers } from './kills/browser.ts';
import { hurtFolders, killProcesses } from './kills/node.ts';

/**
 * Kills runs at random moments and resumes them until their end: `npm run bench -- kills [NODE] [BROWSERS] [SEED]`, 100 each
 * unless told. Prints a line of JSON for each kind; ends with 1 where a round that was said to be kept is lost, or a hash is
 * another one than that of the run that nobody killed.
 */
const [, program, nodes = '100', browsers = '100', seed = '1'] = process.argv;
const chance = new Random(Number(seed), Domain.profile);
let drawn = 0;
const random = () => chance.unit(drawn++, 0, 0);
const began = performance.now();
const hurt = Number(nodes) > 0 ? await hurtFolders(join(program, '../killed.js')) : [];
for (const line of hurt) console.log(JSON.stringify(line));
const tallies = [
  await killProcesses(join(program, '../killed.js'), Number(nodes), random),
  await killBrowsers(Number(browsers), random),
];
for (const tally of tallies) console.log(JSON.stringify(tally.table()));
for (const tally of tallies) console.log(tally.words());
console.log(`seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s`);
const isRight = tallies.every(tally => {
  const { lost, runs, hashes_equal } = tally.table();
  return lost === 0 && runs === hashes_equal;
});
process.exitCode = isRight ? 0 : 1;
