import { readFile } from 'node:fs/promises';
import { getSpecByName } from '../../../src/cli/options/specs.ts';
import { MAX_ROUNDS, type Tick } from '../../../src/engine/core/indices.ts';
import type { OutcomeDefinition } from '../../../src/engine/model/outcomeDefinition.ts';
import type { RuleInFull } from '../../../src/engine/model/rulesSummary.ts';
import { createRun, loadSetup } from '../../../src/engine/models/openRun.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import { createChangeArms } from '../../../src/engine/worlds/buildCommandOptions.ts';
import { createSweepArms, parseSweep } from '../../../src/engine/worlds/parseSweep.ts';
import { listWorldOutcomes } from '../../../src/engine/worlds/worldCourse.ts';
import type { Plan } from '../../../src/engine/worlds/worldPlan.ts';
import type { WorldsQuestion } from '../../../src/ui/contract/pageCommands.ts';
import { type AskedRules, type AskedWorlds, openedSetup } from './asked.ts';

/** Where what a scenario is made from lies. */
export const SOURCES = { bundled: (path: string) => readFile(`public/${path}`), files: {} };

/** The plan that a scenario asks for. */
export async function planOf(asked: AskedWorlds): Promise<Plan> {
  const { setup, sweep, change, again, rounds, worlds } = asked;
  const spec = getSpecByName(setup.model);
  const model = (await spec.addDeclared?.(spec, setup, SOURCES.files)) ?? spec;
  const arms =
    change === undefined
      ? createSweepArms(setup, sweep === undefined ? [] : [parseSweep(sweep, model)], model)
      : createChangeArms(setup, openedSetup(asked));
  const from = change?.tick ?? again?.from ?? null;
  return { arms, worlds, rounds, from, subject: again?.subject ?? null, files: null };
}

/** The same as the page asks it. */
export const questionOf = ({ worlds, again, sweep, change }: AskedWorlds): WorldsQuestion => ({
  worlds,
  ...again,
  ...(sweep !== undefined && { sweep: [sweep] }),
  ...(change !== undefined && { isAgainstUnchanged: true as const, from: change.tick }),
});

/** Measures of a scenario's worlds: the model's, those that depend on its inputs, and those of a subject. */
export async function outcomesOf(plan: Plan): Promise<readonly OutcomeDefinition[]> {
  const [{ setup }] = plan.arms;
  const { outcomes } = createRun(await loadSetup(setup, SOURCES));
  return listWorldOutcomes({ ...getSpecByName(setup.model), outcomes }, plan);
}

/** Recorded cases to their end, and what the rules of a scenario would have stopped. */
export async function playRules({ setup, rules }: AskedRules): Promise<{
  readonly hash: string;
  readonly rounds: Tick;
  readonly rules: readonly RuleInFull[];
}> {
  const run = createRun(await loadSetup(setup, SOURCES));
  await playRunTicks(run, { oracle: run.policy, until: MAX_ROUNDS });
  const report = await (await run.state.loadReports()).rules?.();
  if (report === undefined) throw new Error(`model ${setup.model} has no report of rules`);
  return {
    ...{ hash: run.hash, rounds: run.tick },
    rules: await Promise.all(rules.map(id => report.one(id))),
  };
}
