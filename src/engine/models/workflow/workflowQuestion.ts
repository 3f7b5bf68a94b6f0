import type { AnswerShape, CompletionQuestion } from '../../oracle/oracle.ts';
import type { AskingStep } from './inputs/workflow.ts';
import type { Plan } from './turn/planTurn.ts';

/** Builds the words of questions. */
export interface WorkflowQuestionWords {
  system(step: AskingStep): string;
  prompt(plan: Plan): string;
  shape(step: AskingStep): AnswerShape;
}

/** Most tokens of an answer: an action with a sentence, or a choice with some thought. */
const ACTION_TOKENS = 160;
const CHOICE_TOKENS = 80;

/** An agent's question in a turn: about its action, or its next state. */
export class WorkflowQuestion implements CompletionQuestion {
  readonly kind = 'completion';

  constructor(
    readonly agent: number,
    readonly tick: number,
    readonly step: AskingStep,
    readonly plan: Plan,
    private readonly words: WorkflowQuestionWords,
  ) {}

  get maxTokens(): number {
    return this.step.type === 'llm' ? ACTION_TOKENS : CHOICE_TOKENS;
  }

  get shape(): AnswerShape {
    return this.words.shape(this.step);
  }

  get system(): string {
    return this.words.system(this.step);
  }

  get prompt(): string {
    return this.words.prompt(this.plan);
  }
}
