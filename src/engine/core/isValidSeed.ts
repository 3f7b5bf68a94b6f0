/** Largest seed: a key word of the generator has 32 bits. */
export const MAX_SEED = 0xffff_ffff;

/** True if a number can be a seed: a uint32. */
export const isValidSeed = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_SEED;
