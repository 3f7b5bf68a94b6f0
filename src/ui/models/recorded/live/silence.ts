import type { LiveCase, LiveReport } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getRecordedPart, isAtPresent, type Silence } from '../recordedPart.ts';

/** Milliseconds behind the present of its source from which on a case that waits for nobody counts as silent: it may be gone. */
const MAX_QUIET = 60_000;

/**
 * Positions of the cases under way that are silent. The present of a source is the latest moment of all its cases, plus how long
 * nothing has come since: its clock need not be the page's.
 */
export function findSilentCases(
  { cases, latest }: LiveReport,
  silence: Pick<Silence, 'since' | 'asOf'> | null,
): ReadonlySet<number> {
  const quiet = silence === null ? 0 : Math.max(0, silence.asOf - silence.since);
  const isSilent = ({ waitsFor, heardAt }: LiveCase) =>
    waitsFor === null && heardAt !== null && latest !== null && latest + quiet - heardAt > MAX_QUIET;
  return new Set(cases.filter(isSilent).map(({ agent }) => agent));
}

const NOBODY: ReadonlySet<number> = new Set();
let known: {
  readonly live: LiveReport;
  readonly silence: Silence | null;
  readonly silent: ReadonlySet<number>;
} | null = null;

/** Those cases at the present of a run that is followed, for all views the same; none at an earlier step or in another run. */
export function getSilentAgents(state: Pick<PageState, 'modelParts' | 'selection'>): ReadonlySet<number> {
  const { live, silence } = getRecordedPart(state);
  if (live === null || !isAtPresent(state)) return NOBODY;
  if (known?.live !== live || known.silence !== silence)
    known = { live, silence, silent: findSilentCases(live, silence) };
  return known.silent;
}
