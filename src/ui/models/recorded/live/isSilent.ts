import type { LiveCase } from '../../../../engine/models/recorded/reports/listLiveCases.ts';

/** Milliseconds without a step after which a case that waits for nobody counts as silent: it may be gone. */
const MAX_QUIET = 60_000;

/** True if a case that is under way has done nothing for long, and nothing is known that it waits for. @param now milliseconds since 1970 */
export const isSilent = ({ waitsFor, heardAt }: LiveCase, now: number): boolean =>
  waitsFor === null && heardAt !== null && now - heardAt > MAX_QUIET;
