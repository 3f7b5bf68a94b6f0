import { queriesOf } from '../queries.ts';
import type { CallTrace, MissionRow, StepPrompt } from './detail.ts';

/** What the views of a run of missions ask, and what they get. */
export interface GovernedQueries {
  /** One mission, step by step. */
  readonly trace: { readonly argument: number; readonly reply: CallTrace };
  /** The prompt of a row of the table of steps, built again; null where nobody was asked. */
  readonly stepPrompt: { readonly argument: number; readonly reply: StepPrompt | null };
  /** Outcome and cost of some missions. */
  readonly missionRows: { readonly argument: readonly number[]; readonly reply: readonly MissionRow[] };
}

/** Both ends of `GovernedQueries`. */
export const governedQueries = queriesOf<GovernedQueries>();
