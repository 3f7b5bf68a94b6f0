// npm run bench: engines side by side in one run, each sample in a fresh process, round-robin, medians of CPU
// time; prints one JSON table. npm run bench -- shapes: cascades beside real ones; -- dynamics: how
// runs behave over a day (both: docs/social.md); -- fidelity FOLDER: the same with baselines, held-out trees and intervals
// (docs/validation.md); -- oracles: decisions by a real llama.cpp server;
// -- workflows FILE …: what workflows make by selling (docs/workflow.md); -- librarian: recall against the limit
// (docs/librarian.md); -- ticks: the dearest ticks of a workflow (docs/reliability.md); -- moods: what moods do to the
// order of reactions (docs/social.md); -- kept: what keeping a run and looking back cost
// (docs/performance.md); -- kills [NODE] [BROWSERS] [SEED]: killed runs, resumed until their end
// (docs/reliability.md); -- events-kills [KILLS] [SEED]: commands with --events, killed (docs/event-log.md); -- worlds: what many worlds cost, and what their intervals are worth (docs/worlds.md);
// -- intervals [REPETITIONS]: how often intervals hold the true value (docs/statistics.md);
// -- theory: what the engine comes to where theory gives the figure exactly (docs/validation.md);
// -- queue [JOBS] [WORKERS] [KILLS] [SEED]: worlds by workers that are killed (docs/worlds.md);
// -- statistics [AGENTS] [ROUNDS]: what counting stays and transitions costs (docs/statistics.md).
// -- guard: what a guard costs an agent (docs/guard.md).
// -- pauses [ROUNDS]: what looking for ten conditions costs (docs/statistics.md).
// -- recorded [PART] [SAMPLES] [CASES] [MB]: what reading large logs costs beside their parsers alone (docs/performance.md).
// -- layouts: our layout of flat charts next to ELK's (docs/internals.md).
// -- scenarios: writes what the worlds of all scenarios come to (docs/scenarios.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, fail, ROOT } from './install.mjs';

const SAMPLES = 3;
const SIZES = [500, 10_000, 100_000];
const ENGINES = [
  'statescope, compiled table',
  'statescope, log in memory',
  'statescope, hierarchy',
  'statescope, by name',
  'xstate, actors',
  'xstate, pure transition',
  'robot3',
];
const ROUNDS = [
  'social round, congress',
  'social round, lastfm',
  'social round, scale-free 100k',
  'social round, scale-free 1M',
  'social round with moods, 100k',
  'SIR tick, 100k',
  'SIR tick, 1M',
  'SIR tick by hand, 100k',
  'SIR tick by hand, 1M',
  'SIR tick in flocc, 100k',
  'governed round, 500',
  'governed round, 10k',
  'librarian round, 500',
  'librarian round, 10k',
  'workflow round, 500',
  'workflow round, 10k',
  'librarian run, 10k',
  'workflow run, 500 for 2,000 ticks',
];
const PASTS = ['past, 10k', 'past, 100k'];
const PROGRAMS = [
  'shapes',
  'fidelity',
  'dynamics',
  'oracles',
  'workflows',
  'librarian',
  'ticks',
  'moods',
  'kept',
  'kills',
  'events-kills',
  'worlds',
  'intervals',
  'theory',
  'queue',
  'statistics',
  'guard',
  'pauses',
  'recorded',
  'scenarios',
  'layouts',
];
const OUT = join(ROOT, 'dist-cli', 'bench');

ensureInstalled();
const { build } = await import('vite');
await build({
  root: ROOT,
  configFile: join(ROOT, 'vite.bench.config.ts'),
  logLevel: 'error',
  build: { outDir: OUT, emptyOutDir: true },
});

const [what, ...rest] = process.argv.slice(2);
if (PROGRAMS.includes(what)) {
  const { status } = spawnSync(process.execPath, [join(OUT, `${what}.js`), ...rest], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
if (what !== undefined)
  fail(`Unknown benchmark "${what}"; available: ${PROGRAMS.join(', ')}, or none for the table.`);

const jobs = [
  ...SIZES.flatMap(size => ENGINES.map(name => [name, String(size)])),
  ...[...ROUNDS, ...PASTS].map(name => [name]),
];
const samples = new Map(jobs.map(job => [job.join(' @ '), []]));
for (let round = 1; round <= SAMPLES; round++) {
  for (const job of jobs) {
    process.stderr.write(`sample ${round} of ${SAMPLES}: ${job.join(' @ ')}\n`);
    samples.get(job.join(' @ ')).push(sample(job));
  }
}
const rows = [...samples.values()].map(medians);
const checksums = new Set(rows.filter(r => r.agents === 500 && 'checksum' in r).map(r => r.checksum));
const at = (name, agents) => rows.find(r => r.name === name && r.agents === agents);
const ratios = Object.fromEntries(
  ENGINES.slice(1).map(name => [
    name,
    Math.round((at(name, 100_000).ns_per_fire / at(ENGINES[0], 100_000).ns_per_fire) * 10) / 10,
  ]),
);
console.log(
  JSON.stringify(
    { node: process.version, same_states: checksums.size === 1, times_ours_at_100k: ratios, rows },
    null,
    1,
  ),
);

function sample(job) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=12000', join(OUT, 'child.js'), ...job],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) fail(`${job.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Numbers take their median; everything else is the same in all samples. */
function medians(rows) {
  const [first] = rows;
  return Object.fromEntries(
    Object.entries(first).map(([key, value]) => {
      if (typeof value !== 'number' || ['checksum', 'agents', 'remembered'].includes(key))
        return [key, value];
      const sorted = rows.map(r => r[key]).sort((a, b) => a - b);
      return [key, Math.round(sorted[sorted.length >> 1] * 100) / 100];
    }),
  );
}
