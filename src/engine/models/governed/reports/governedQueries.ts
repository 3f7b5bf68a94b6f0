import { createAgentModelQueries } from '../../../model/createAgentModelQueries.ts';
import type { Hit } from '../../textSearch.ts';
import type { CallTrace, MissionRow, StepPrompt } from './governedDetail.ts';

/** Questions of the views of a mission run, with their replies. */
export interface GovernedQueries {
  /** One mission, step by step. */
  readonly trace: { readonly argument: number; readonly reply: CallTrace };
  /** The prompt of a row of the table of steps, rebuilt; null if nothing was asked. */
  readonly stepPrompt: { readonly argument: number; readonly reply: StepPrompt | null };
  /** Outcome and cost of some missions. */
  readonly missionRows: { readonly argument: readonly number[]; readonly reply: readonly MissionRow[] };
  /** Goals, and answers so far, that have the words; at most MAX_HITS. */
  readonly search: { readonly argument: string; readonly reply: readonly Hit[] };
}

/** Both ends of `GovernedQueries`. */
export const governedQueries = createAgentModelQueries<GovernedQueries>();
