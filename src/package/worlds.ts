/** The same run under many seeds: worlds, their summary and comparison. Entry `statescope/worlds`. */
import { checkFunctions, checkOptions } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import type { ParameterValues } from '../engine/parameters/parameterDefinition.ts';
import { createRunPlan } from '../engine/worlds/createRunPlan.ts';
import {
  type OutcomeSummary,
  type PairedSummary,
  summarizeArmDifferences,
  summarizeWorlds,
} from '../engine/worlds/summarizeWorlds.ts';
import type { World } from '../engine/worlds/worldCourse.ts';
import { checkWorldPlan, generatePlanJobs, type Plan } from '../engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../engine/worlds/worldPlayer.ts';
import { completeSetup, type RunSetup } from './completeSetup.ts';
import { readBundledFile } from './readBundledFile.ts';
import { checkSources, createRun, type RunSources } from './runs.ts';

export { InputError } from '../engine/core/errors.ts';
export type { OutcomeSummary, PairedSummary } from '../engine/worlds/summarizeWorlds.ts';
export type { World } from '../engine/worlds/worldCourse.ts';
export type { Plan } from '../engine/worlds/worldPlan.ts';

/** Worlds to be played. */
export interface WorldsToPlay {
  /** Number of worlds of each arm. */
  readonly worlds: number;
  /** Rounds after the warm-up. */
  readonly rounds: number;
  /** Other values of parameters in the same worlds, an arm each, by a label. */
  readonly arms?: Readonly<Record<string, ParameterValues>>;
  /** Called after each world. */
  readonly after?: (world: World) => unknown;
}

/** Results of an arm: all of its worlds, and what they come to. */
export interface ArmResult {
  /** Empty for the set-up as it is. */
  readonly label: string;
  readonly worlds: readonly World[];
  readonly outcomes: readonly OutcomeSummary[];
  /** The arm less the set-up as it is, world by world; null for that one. */
  readonly differences: readonly PairedSummary[] | null;
}

/**
 * Plays worlds one after the other; each has the same hash on any machine. The first arm is the set-up as it is.
 * @throws InputError for a set-up or an order that cannot be played
 */
export async function playWorlds(
  setup: RunSetup,
  order: WorldsToPlay,
  sources: RunSources = {},
): Promise<readonly ArmResult[]> {
  const { worlds, rounds, arms = {}, after } = checkOrder(order);
  checkSources(sources);
  const { files = {}, root, isLarge = false } = sources;
  const complete = await completeSetup(setup, files);
  const run = await createRun(complete, sources);
  for (const parameters of Object.values(arms)) await completeSetup({ ...complete, parameters }, files);
  const own = createRunPlan(complete, files, rounds);
  const [first] = own.arms;
  const others = Object.entries(arms).map(([label, values]) => {
    if (label === '') throw new InputError('an arm needs a label: the one without is the set-up as it is');
    return {
      ...{ label, values },
      setup: { ...first.setup, parameters: { ...first.setup.parameters, ...values } },
    };
  });
  const plan: Plan = { ...own, worlds, arms: [first, ...others] };
  checkWorldPlan(plan, run.model);
  const player = new WorldPlayer(plan, { bundled: path => readBundledFile(path, root), files, isLarge });
  const played: World[] = [];
  for (const job of generatePlanJobs(plan)) {
    const world = await player.play(job);
    played.push(world);
    await after?.(world);
  }
  const ofArm = (arm: number) => played.filter(world => world.arm === arm);
  const { seed, agents } = run.config;
  const differences = summarizeArmDifferences(
    run.outcomes,
    ofArm(0),
    others.map((_, arm) => ofArm(arm + 1)),
    seed,
  );
  return plan.arms.map(({ label }, arm) => ({
    label,
    worlds: ofArm(arm),
    outcomes: summarizeWorlds(run.outcomes, ofArm(arm), null, seed, agents),
    differences: arm === 0 ? null : differences[arm - 1],
  }));
}

const ORDER_NAMES = ['worlds', 'rounds', 'arms', 'after'];

/** Numbers are checked with the plan. @throws InputError for another option, and for none */
function checkOrder(order: WorldsToPlay): WorldsToPlay {
  if (order === undefined)
    throw new InputError('playWorlds needs an order: playWorlds(setup, { worlds: 20, rounds: 100 })');
  checkOptions(order, 'playWorlds', ORDER_NAMES);
  checkFunctions(order, 'playWorlds', ['after']);
  const { arms = {} } = order;
  checkOptions(arms, 'arms of playWorlds', Object.keys(arms));
  for (const [label, values] of Object.entries(arms))
    if (typeof values !== 'object' || values === null)
      throw new InputError(`arm ${JSON.stringify(label)} needs values of parameters: { chance: 0.2 }`);
  return order;
}
