import { Domain, Random } from '../core/random.ts';

/** Seed of another world of a run, a pure function of the run's own seed; world 0 is the run itself. */
export const deriveWorldSeed = (seed: number, world: number): number =>
  world === 0 ? seed : new Random(seed, Domain.worlds).bits(world, 0, 0);
