// Reads recordings of agents in any known format and counts their tools: node read-traces.mjs FILE…
import { readFileSync } from 'node:fs';
import { readTraces } from 'statescope/traces';

const paths = process.argv.slice(2);
const { cases, skipped, leftOut } = await readTraces(
  paths.map(path => ({ name: path, content: readFileSync(path) })),
);
const counts = {};
for (const { steps } of cases) for (const { tool } of steps) counts[tool] = (counts[tool] ?? 0) + 1;
console.log(`${cases.length} cases`, counts);
for (const { file, line, reason } of skipped) console.log(`not read: ${file}, ${line ?? 'whole'}: ${reason}`);
for (const { file, what, count } of leftOut) console.log(`left out: ${count} ${what} of ${file}`);
