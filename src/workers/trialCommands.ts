import type { Prompt } from '../engine/answerFormats/words.ts';
import type { Tick } from '../engine/indices.ts';
import type { Would } from '../engine/would.ts';

/** A question that was put in a run. */
export interface PutQuestion {
  readonly agent: number;
  readonly tick: Tick;
}

/** What came of asking once; null where it is not known. */
export interface Tried extends Would {
  readonly model: string;
  /** The model's reply, shortened. */
  readonly raw: string | null;
  /** Of a choice that was answered in probabilities: one per option, with its action. */
  readonly shares: readonly (readonly [action: string, share: number])[] | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly milliseconds: number | null;
}

/** Commands that try another prompt; the run stays as it is. Both reject where no language model decides, or the agent was not asked. */
export interface TrialCommands {
  /** The prompt of a question as the language model that decides now would be given it. Nothing is sent. */
  trialPrompt(question: PutQuestion): Promise<Prompt>;
  /** Puts the question once to that model, with another prompt; it counts in its budget. */
  askOnce(question: PutQuestion, prompt: Prompt): Promise<Tried>;
}
