import type { AnswerShape, CompletionQuestion } from '../../oracle/oracle.ts';
import type { LibrarianStateName } from './librarianTerms.ts';

/** Builds the words of questions. */
export interface LibrarianQuestionWords {
  system(state: LibrarianStateName): string;
  prompt(question: LibrarianQuestion): string;
  /** UTF-16 units of the prompt. */
  promptLength(question: LibrarianQuestion): number;
  shape(state: LibrarianStateName): AnswerShape;
}

/** Most tokens of an answer: a passage may be kept word for word. */
const ANSWER_TOKENS = 1_200;

/** An agent's question in each cycle: what it thinks, does, or moves to storage. */
export class LibrarianQuestion implements CompletionQuestion {
  readonly kind = 'completion';
  readonly maxTokens = ANSWER_TOKENS;

  constructor(
    readonly agent: number,
    readonly tick: number,
    /** The agent's own count of questions, from 1. */
    readonly number: number,
    readonly state: LibrarianStateName,
    private readonly words: LibrarianQuestionWords,
  ) {}

  get shape(): AnswerShape {
    return this.words.shape(this.state);
  }

  get system(): string {
    return this.words.system(this.state);
  }

  get prompt(): string {
    return this.words.prompt(this);
  }

  /** Length of system and prompt, without putting them together. */
  get characters(): number {
    return this.system.length + this.words.promptLength(this);
  }
}
