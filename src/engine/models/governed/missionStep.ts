import type { Tick } from '../../core/indices.ts';
import type { Source } from '../../oracle/oracle.ts';
import type { Phase, Rule } from './phases.ts';

/** A document that a search found. */
export interface Hit {
  /** Its name in the corpus: `architecture.md`. */
  readonly document: string;
  readonly title: string;
  /** The passage that fits best, one line. */
  readonly snippet: string;
}

/** The request of an answer; `next` is the phase that it claims to go to, if it names one. */
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
  /** Hits; null if the call was not executed or failed. */
  readonly hits: readonly Hit[] | null;
  /** Text of the document that was read; null for a search. */
  readonly text: string | null;
  /** Documents that fit, shown or not. */
  readonly total: number;
  readonly error: string | null;
  /** UTF-8 bytes of the result as the prompt shows it. */
  readonly resultBytes: number;
  /** Simulated milliseconds. */
  readonly milliseconds: number;
  /** Earlier steps of the mission with the same search, from 1. */
  readonly before: readonly number[];
}

/** One step of a mission: a question and its outcome, or what the chart did without asking. */
export interface MissionStep {
  /** Row in the run's table of steps. */
  readonly row: number;
  readonly agent: number;
  readonly tick: Tick;
  /** From 1, counting the questions; a verdict has the number of the question before it. */
  readonly number: number;
  /** Phase when it was asked, and afterwards. */
  readonly phase: Phase;
  readonly next: Phase;
  /**
   * `unanswered`: no answer came, so only the time counts. `verdict`: moved to STUCK_*; `resumed`: sent back from
   * there; `forced`: finished without a question, from there or at the step limit.
   */
  readonly kind:
    | 'tool'
    | 'reason'
    | 'finish'
    | 'unreadable'
    | 'unanswered'
    | 'verdict'
    | 'resumed'
    | 'forced';
  /** Source of the answer; null if nothing was asked. */
  readonly source: Source | null;
  /** The answer as it came; null if none came. */
  readonly said: string | null;
  /** Reasoning in the answer's own words, or null. */
  readonly reasoning: string | null;
  readonly final: string | null;
  /** Repairs needed to read the answer: "taken out of a fence". */
  readonly mended: readonly string[];
  /** The phase that the answer claimed to go to. */
  readonly claims: string | null;
  /** The call, made or refused; a refused one has neither hits nor an error. */
  readonly call: ToolCall | null;
  /** Reason for refusing or not reading it; null if it was accepted. */
  readonly refused: string | null;
  /** Failed decisions in a row, this one included; 0 if it did not fail. */
  readonly failed: number;
  /** Advice in the prompt of this step, with its rule (null after a refusal); null for none. */
  readonly advice: { readonly rule: Rule | null; readonly text: string } | null;
  /**
   * True if a rule's advice to finish was followed, or, after a refusal, if the answer was accepted. Null without
   * advice or answer, and for the warning after a resume.
   */
  readonly obeyed: boolean | null;
  /** The rule of a verdict, of a resume after it, or of a forced finish; `step_limit` is not one of the chart's six. */
  readonly rule: Rule | 'step_limit' | null;
  /** The rule's count against its threshold: "searched for “hacker.txt” 2 times, limit 2"; of a resume, which chance it was. */
  readonly reason: string | null;
  /** Simulated milliseconds of the step, the tool's included. */
  readonly milliseconds: number;
  /** Tokens, estimated at four characters each. */
  readonly tokensIn: number;
  readonly tokensOut: number;
}
