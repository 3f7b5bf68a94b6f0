/** How many times the usual number of cases is tried; `npm run test:long` sets it. */
const TIMES = Number(process.env.LONG ?? 1);

/** Whether this is the long run, which tries all that the usual one only samples. */
export const IS_LONG = TIMES > 1;

/** How many cases a property is tried with, of which so many are usual. */
export const runs = (count: number): { readonly numRuns: number } => ({ numRuns: count * TIMES });
