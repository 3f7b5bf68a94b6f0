import { getHashByRule, type HashRule } from '../log/hashRule.ts';

/** A run at a round: how far it is, and its hash there. */
interface Reached {
  readonly rounds: number;
  readonly hash: string;
  /** By the rule of document version 2; null or absent if it was not computed. */
  readonly hashFromZeros?: string | null;
}

/** End of a run in its document. */
interface Documented {
  readonly rounds: number;
  readonly hash: string;
  readonly hashRule: HashRule;
}

/** Compares a replay with the run of its recording: null if the result is unknown. */
interface ReplayEnd {
  readonly same: boolean | null;
  /** In what it ended otherwise; null unless it did. */
  readonly otherwise: string | null;
}

/**
 * Compares a replay that has come to its end with its recording.
 * @param until the round up to which it was to be played
 */
export function compareReplayEnd(run: Reached, recording: Documented, until = recording.rounds): ReplayEnd {
  if (run.rounds < Math.min(until, recording.rounds))
    return {
      same: false,
      otherwise: `it ends after round ${run.rounds}, its document after round ${recording.rounds}`,
    };
  const hash = getHashByRule(recording.hashRule, run);
  if (run.rounds !== recording.rounds || hash === null) return { same: null, otherwise: null };
  if (hash === recording.hash) return { same: true, otherwise: null };
  const [own, recorded] = [hash, recording.hash].map(all => all.slice(0, 8));
  return { same: false, otherwise: `it ends with hash ${own}, its document with ${recorded}` };
}
