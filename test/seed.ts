import fc from 'fast-check';
import { runs } from './runs.ts';

// Every run of the tests tries the same cases, unless `npm run test:long` gives another seed.
fc.configureGlobal({ ...runs(100), seed: Number(process.env.SEED ?? 1) });
