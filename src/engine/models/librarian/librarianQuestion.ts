import type { AnswerShape, CompletionQuestion } from '../../oracle/oracle.ts';
import type { LibrarianStateName } from './librarianTerms.ts';

/** Builds the words of questions; the parts of a prompt follow each other unchanged. */
export interface LibrarianQuestionWords {
  system(state: LibrarianStateName): string;
  prompt(question: LibrarianQuestion): readonly string[];
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
    return this.words.prompt(this).join('');
  }

  /** Length of system and prompt, without putting them together. */
  get characters(): number {
    return this.words.prompt(this).reduce((sum, part) => sum + part.length, this.system.length);
  }
}
