import type { Tick } from '../core/indices.ts';
import type { Files } from '../files/namedFile.ts';
import type { Setup } from '../setup/config.ts';
import { computeFilesDigest, type Plan } from './worldPlan.ts';

/** The plan of which a run is world 0: that of `worlds` with the same options. @param rounds that it plays */
export function createRunPlan({ branchOf: _, ...setup }: Setup, files: Files, rounds: Tick): Plan {
  return {
    ...{ arms: [{ label: '', values: {}, setup }], worlds: 1, rounds, from: null, subject: null },
    files: computeFilesDigest(files),
  };
}
