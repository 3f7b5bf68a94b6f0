/** How many times the usual number of cases is tried; `npm run test:long` sets it. */
const TIMES = Number(process.env.LONG ?? 1);

/** Whether this is the long run, which tries all that the usual one only samples. */
export const IS_LONG = TIMES > 1;

/** What is tried: of a list that only the long run goes through the part that stands for it in the usual one. */
export const sample = <T>(usual: readonly T[], others: readonly T[]): readonly T[] =>
  IS_LONG ? [...usual, ...others] : usual;

/** How many cases a property is tried with, of which so many are usual. */
export const runs = (count: number): { readonly numRuns: number } => ({ numRuns: count * TIMES });

/** How many mutants a format is tried with: so many are usual, and in the long run so many. */
export const cases = (usual: number, long = 100_000): { readonly numRuns: number } => ({
  numRuns: IS_LONG ? long : usual,
});

/** Milliseconds that a test with so many cases may take. */
export const LONG_TIMEOUT = IS_LONG ? 3_600_000 : 20_000;
