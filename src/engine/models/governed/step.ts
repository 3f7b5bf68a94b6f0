import type { Tick } from '../../indices.ts';
import type { Source } from '../../oracle.ts';
import type { Phase, Rule } from './phases.ts';

/** A document that a search found. */
export interface Hit {
  /** Its name in the corpus: `architecture.md`. */
  readonly document: string;
  readonly title: string;
  /** The passage that fits best, one line. */
  readonly snippet: string;
}

/** What an answer asks for; `next` is the phase that it claims to go to, if it names one. */
export type Action =
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly next: string | null;
    }
  | { readonly kind: 'reason'; readonly next: string | null }
  | { readonly kind: 'finish'; readonly final: string; readonly next: string | null };

/** Result of one tool call. */
export interface ToolCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Null where it was not executed, or gave an error. */
  readonly hits: readonly Hit[] | null;
  /** Documents that fit, shown or not. */
  readonly total: number;
  readonly error: string | null;
  /** Of the result as the prompt shows it, UTF-8. */
  readonly resultBytes: number;
  /** Simulated milliseconds. */
  readonly milliseconds: number;
  /** The mission's steps, from 1, in which the same search was made before. */
  readonly before: readonly number[];
}

/** What one step of a mission was: a question with what came of it, or what the chart did without asking. */
export interface Step {
  /** Row in the run's table of steps. */
  readonly row: number;
  readonly agent: number;
  readonly tick: Tick;
  /** From 1, counting the questions; a verdict has the number of the question before it. */
  readonly number: number;
  /** When it was asked, and afterwards. */
  readonly phase: Phase;
  readonly next: Phase;
  /** `unanswered`: nothing came, so nothing counts but the time. `verdict`: to STUCK_*; `forced`: the finish without a question, from there or at the limit of steps. */
  readonly kind: 'tool' | 'reason' | 'finish' | 'unreadable' | 'unanswered' | 'verdict' | 'forced';
  /** Null where nobody was asked. */
  readonly source: Source | null;
  /** The answer as it came; null where none came. */
  readonly said: string | null;
  /** In the answer's own words, or null. */
  readonly reasoning: string | null;
  readonly final: string | null;
  /** What had to be mended to read the answer: "taken out of a fence". */
  readonly mended: readonly string[];
  /** The phase that the answer claimed to go to. */
  readonly claims: string | null;
  /** Made, or refused: then it has neither hits nor error. */
  readonly call: ToolCall | null;
  /** Why it was refused or could not be read; null where it was accepted. */
  readonly refused: string | null;
  /** Failed decisions in a row with this one; 0 where it was none. */
  readonly failed: number;
  /** What the prompt of this step advised, by which rule (null: after a refusal); null: nothing. */
  readonly advice: { readonly rule: Rule | null; readonly text: string } | null;
  /** A rule's advice: whether it finished; after a refusal: whether it was accepted. Null without advice, or an answer. */
  readonly obeyed: boolean | null;
  /** The rule of a verdict or of a forced finish: `step_limit` is no rule of the chart's six. */
  readonly rule: Rule | 'step_limit' | null;
  /** What the rule counted, against its threshold: "searched for “hacker.txt” 2 times, limit 2". */
  readonly reason: string | null;
  /** Simulated milliseconds that the step took, the tool's among them. */
  readonly milliseconds: number;
  /** Estimated: four characters a token. */
  readonly tokensIn: number;
  readonly tokensOut: number;
}
