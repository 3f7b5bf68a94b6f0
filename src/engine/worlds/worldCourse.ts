import type { Tick } from '../core/indices.ts';
import type { ModelSpec } from '../model/model.ts';
import type { OutcomeDefinition, OutcomeValues } from '../model/outcomeDefinition.ts';
import type { Job, Plan } from './worldPlan.ts';

/** Results of a world. The run itself is dropped. */
export interface World extends Job {
  /** Seed by which it drew, from its start or from the plan's tick on. */
  readonly seed: number;
  /** Rounds played; fewer than planned if nothing more could happen. */
  readonly rounds: Tick;
  /** Of the run that it is, 64 hexadecimal digits. */
  readonly hash: string;
  /** At its end, one value per definition, to six decimals. */
  readonly outcomes: OutcomeValues;
  /** Which of them changed in the last `GROWING_TICKS` ticks: what they came to is not the end. */
  readonly growing: readonly boolean[];
  /** At each of `selectCourseTicks`: agents in each state, then the outcomes, NaN for null; null unless requested. */
  readonly course: Float32Array | null;
  /** Digest of agents' views and actions, tick by tick, from `computeTickDigests`; null unless requested. */
  readonly trace: Uint32Array | null;
}

/** Ticks before the end in which an outcome that changes is still growing. */
export const GROWING_TICKS = 5;

/** Measures of a world: the model's outcomes, then those of the plan's subject. */
export const listWorldOutcomes = (
  { outcomes, subject }: Pick<ModelSpec, 'outcomes' | 'subject'>,
  plan: Pick<Plan, 'subject'>,
): readonly OutcomeDefinition[] =>
  plan.subject === null ? outcomes : [...outcomes, ...(subject?.outcomes ?? [])];

/** Maximum number of sampled ticks of a world's course. */
const MAX_COURSE_POINTS = 121;

/** The sampled ticks of courses: all of a short run, else evenly spaced ones, including the last. */
export function selectCourseTicks(rounds: Tick): readonly Tick[] {
  const step = Math.ceil(rounds / (MAX_COURSE_POINTS - 1));
  const ticks: Tick[] = [];
  for (let tick = rounds; tick > 0; tick -= step) ticks.push(tick);
  return [0, ...ticks.reverse()];
}
