import type { Tick } from '../../engine/core/indices.ts';
import type { Prompt } from '../../engine/oracle/formats/prompt.ts';
import type { Would } from '../../engine/oracle/would.ts';

/** A question that was put in a run. */
export interface PutQuestion {
  readonly agent: number;
  readonly tick: Tick;
}

/** Result of a single request; null if it is not known. */
export interface Tried extends Would {
  /** Null for the policy. */
  readonly model: string | null;
  /** The model's reply, shortened. */
  readonly raw: string | null;
  /** Of a choice that was answered in probabilities: one per option, with its action. */
  readonly shares: readonly (readonly [action: string, share: number])[] | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly milliseconds: number | null;
}

/**
 * Commands that try an answer; the run stays as it is. All reject if the agent is not asked, the first two if no
 * language model decides.
 */
export interface TrialCommands {
  /** The prompt of a question as the language model that decides now would be given it. Nothing is sent. */
  trialPrompt(question: PutQuestion): Promise<Prompt>;
  /** Puts the question once to that model, with another prompt; it counts in its budget. */
  askOnce(question: PutQuestion, prompt: Prompt): Promise<Tried>;
  /** Asks the present decider a question of the next tick or any before it; for a model it counts in its budget. */
  dryRun(question: PutQuestion): Promise<Tried>;
}
