import { createHash } from 'node:crypto';

/** A number in [0, 1) for a purpose; the same for the same purpose. */
export type Chance = (purpose: string) => number;

/** All of a prompt's chances hang on nothing but the seed and the prompt: not on when it comes. */
export const chanceOf =
  (seed: number, prompt: string): Chance =>
  purpose =>
    createHash('sha256').update(`${seed}\n${purpose}\n${prompt}`).digest().readUInt32LE() / 2 ** 32;

export const pick = <T>(values: readonly T[], chance: number): T =>
  values[Math.floor(chance * values.length)];
