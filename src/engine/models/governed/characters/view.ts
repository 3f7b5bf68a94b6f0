import type { Character, Phase, Rule } from '../phases.ts';
import type { Step } from '../step.ts';

/** All that a character knows when it is asked; the same as a model could read in its prompt. */
export interface CharacterView {
  readonly character: Character;
  readonly goal: string;
  /** Phase in which it is asked. */
  readonly phase: Phase;
  /** Its questions so far with their results, oldest first. */
  readonly past: readonly Step[];
  /** What the prompt advises; null for nothing. */
  readonly advice: { readonly rule: Rule | null; readonly text: string } | null;
  /** Whether it is one that does what it is advised. */
  readonly obeys: boolean;
  /** In [0, 1); the same for the same purpose (0 to 63) of the same mission, whatever the step. */
  draw(purpose: number): number;
}
