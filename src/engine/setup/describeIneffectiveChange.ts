import type { Change } from './config.ts';
import { formatChange } from './formatChange.ts';

/** A line about a change that had nothing to change in its tick. */
export const describeIneffectiveChange = (change: Change): string =>
  change.kind === 'answer'
    ? `the answer of ${change.agent} in round ${change.tick} had no effect: it was not asked then`
    : `the change ${formatChange(change)} had no effect: there was nothing to change`;
