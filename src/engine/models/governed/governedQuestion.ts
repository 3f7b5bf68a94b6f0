import type { CompletionQuestion } from '../../oracle/oracle.ts';
import { ANSWER_SHAPE } from './buildGovernedPrompt.ts';
import type { Phase, Rule } from './phases.ts';

/** Builds the words of questions. */
export interface GovernedQuestionWords {
  readonly system: string;
  prompt(question: GovernedQuestion): string;
}

/** An agent's question before each of its steps: what to do next. */
export class GovernedQuestion implements CompletionQuestion {
  readonly kind = 'completion';

  constructor(
    readonly agent: number,
    readonly tick: number,
    /** The mission's own count of questions, from 1. */
    readonly step: number,
    readonly phase: Phase,
    /** Simulated milliseconds in the phase. */
    readonly phaseMilliseconds: number,
    readonly advice: { readonly rule: Rule | null; readonly text: string } | null,
    readonly maxTokens: number,
    private readonly words: GovernedQuestionWords,
  ) {}

  readonly shape = ANSWER_SHAPE;

  get system(): string {
    return this.words.system;
  }

  get prompt(): string {
    return this.words.prompt(this);
  }
}
