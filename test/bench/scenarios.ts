import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSpecByName } from '../../src/cli/options/specs.ts';
import { ENGINE_VERSION } from '../../src/engine/core/version.ts';
import type { OutcomeDefinition } from '../../src/engine/model/outcomeDefinition.ts';
import { buildCommandOptions } from '../../src/engine/worlds/buildCommandOptions.ts';
import type { World } from '../../src/engine/worlds/worldCourse.ts';
import type { Plan } from '../../src/engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../src/engine/worlds/worldPlayer.ts';
import { readWorldsCsv } from '../../src/engine/worlds/writeWorldsCsv.ts';
import type { Scenario } from '../../src/ui/scenarios/scenario.ts';
import { type AskedWorlds, openedSetup, SCENARIOS } from './scenarios/asked.ts';
import { scenarioOf, scenarioOfRules } from './scenarios/library.ts';
import { outcomesOf, planOf, SOURCES } from './scenarios/plan.ts';

/**
 * Plays the worlds of all scenarios by the command line, on all cores, and writes what they came to into
 * public/scenarios.json: `npm run bench -- scenarios`. A line of JSON each, with the finding.
 */
const CLI = join(import.meta.dirname, '../../scripts/cli.mjs');
const folder = mkdtempSync(join(tmpdir(), 'statescope-scenarios-'));

function played(
  plan: Plan,
  { id, setup }: AskedWorlds,
  outcomes: readonly OutcomeDefinition[],
): readonly World[] {
  const model = getSpecByName(setup.model);
  const [options] = buildCommandOptions(plan, model.subject?.noun ?? null);
  const csv = join(folder, `${id}.csv`);
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'worlds', ...options, '--csv', csv], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return readWorldsCsv({ name: csv, text: readFileSync(csv, 'utf8') }, plan, outcomes);
}

async function told(asked: AskedWorlds): Promise<Scenario> {
  const plan = await planOf(asked);
  const outcomes = await outcomesOf(plan);
  const worlds = played(plan, asked, outcomes);
  const run = (setup: Plan['arms'][0]['setup']) =>
    new WorldPlayer({ ...plan, arms: [{ label: '', values: {}, setup }] }, SOURCES).play({
      arm: 0,
      world: 0,
    });
  const runs = { opened: await run(openedSetup(asked)), parent: await run(asked.setup) };
  const arms = plan.arms.map((_, arm) => worlds.filter(world => world.arm === arm));
  return scenarioOf(asked, outcomes, arms, runs);
}

const scenarios: Scenario[] = [];
for (const asked of SCENARIOS) {
  const begun = performance.now();
  const scenario = 'rules' in asked ? await scenarioOfRules(asked) : await told(asked);
  scenarios.push(scenario);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  console.log(JSON.stringify({ id: asked.id, seconds, finding: scenario.finding }));
}
rmSync(folder, { recursive: true });
const rows = scenarios.map(scenario => JSON.stringify(scenario)).join(',\n');
writeFileSync('public/scenarios.json', `{"engine":"${ENGINE_VERSION}","scenarios":[\n${rows}\n]}\n`);
