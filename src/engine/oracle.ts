import type { Tick } from './indices.ts';

/** A choice between options that are legal now, or a text to complete. Pure data about a sealed tick. */
export type Question = ChoiceQuestion | CompletionQuestion;

export interface ChoiceQuestion {
  readonly kind: 'choice';
  readonly agent: number;
  readonly tick: Tick;
  /** Built when read: a policy never needs it. */
  readonly prompt: string;
  readonly options: readonly string[];
}

export interface CompletionQuestion {
  readonly kind: 'completion';
  readonly agent: number;
  readonly tick: Tick;
  readonly prompt: string;
  readonly maxTokens: number;
}

/** Who answered; the position in this list is what columns store. Not part of the hash. */
export const SOURCES = [
  'policy',
  'model',
  'archetype',
  'replay',
  'cache',
  'budget',
  'fallback',
  'late',
] as const;
export type Source = (typeof SOURCES)[number];

/** Failures are values: `late` is asked again, `unusable` takes the model's fallback. */
export type Answer =
  | {
      readonly kind: 'chosen';
      /** Index into the question's options. */
      readonly option: number;
      /** One per option, sum 1. */
      readonly probabilities?: readonly number[];
      readonly source: Source;
    }
  | { readonly kind: 'text'; readonly text: string; readonly source: Source }
  | { readonly kind: 'late' }
  | { readonly kind: 'unusable'; readonly reason: string; readonly raw?: string };

/**
 * What decides where a chart leaves a real choice. Answers come in the order of the questions, one each. When
 * `signal` is aborted it resolves at once, with `late` for what has not come yet; or it rejects.
 */
export interface Oracle {
  readonly name: string;
  ask(questions: readonly Question[], signal: AbortSignal): Promise<readonly Answer[]>;
}
