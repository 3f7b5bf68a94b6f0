import { readFile } from 'node:fs/promises';
import { getSpecByName } from '../../../src/cli/options/specs.ts';
import type { OutcomeDefinition } from '../../../src/engine/model/outcomeDefinition.ts';
import { createRun, loadSetup } from '../../../src/engine/models/openRun.ts';
import { createChangeArms } from '../../../src/engine/worlds/buildCommandOptions.ts';
import { createSweepArms, parseSweep } from '../../../src/engine/worlds/parseSweep.ts';
import { listWorldOutcomes } from '../../../src/engine/worlds/worldCourse.ts';
import type { Plan } from '../../../src/engine/worlds/worldPlan.ts';
import type { WorldsQuestion } from '../../../src/ui/contract/pageCommands.ts';
import { type AskedScenario, openedSetup } from './asked.ts';

/** Where what a scenario is made from lies. */
export const SOURCES = { bundled: (path: string) => readFile(`public/${path}`), files: {} };

/** The plan that a scenario asks for. */
export async function planOf(asked: AskedScenario): Promise<Plan> {
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
export const questionOf = ({ worlds, again, sweep, change }: AskedScenario): WorldsQuestion => ({
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
