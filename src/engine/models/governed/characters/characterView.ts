import type { MissionStep } from '../missionStep.ts';
import type { Character, Phase, Rule } from '../phases.ts';

/** Everything that a character knows when it is asked; no more than a model could read in its prompt. */
export interface CharacterView {
  readonly character: Character;
  readonly goal: string;
  /** Phase in which it is asked. */
  readonly phase: Phase;
  /** Its questions so far with their results, oldest first. */
  readonly past: readonly MissionStep[];
  /** Advice in the prompt; null for none. */
  readonly advice: { readonly rule: Rule | null; readonly text: string } | null;
  /** True if the character follows advice. */
  readonly obeys: boolean;
  /** True if it has been sent back for another try, and heeds the last warning. */
  readonly heeds: boolean;
  /** A draw from [0, 1), the same for one purpose (0 to 63) throughout a mission, whatever the step. */
  draw(purpose: number): number;
}
