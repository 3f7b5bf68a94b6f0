import { useMemo } from 'react';
import { formatPercent } from '../../../../engine/core/formatPercent.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { type ClockPart, type ClockSums, sumClock } from './clockSums.ts';
import { formatClockDuration } from './clockTicks.ts';
import { useClock } from './useClock.ts';

/** Parts of the time after "passed". */
const PASSED: Readonly<Record<ClockPart, string>> = {
  model: 'in the model',
  tool: 'in tools',
  person: 'waiting for a person',
  between: 'between steps',
};

/** The answer to *Clock* as the headline: where the time went, of how much, and what is unknown. */
export function ClockSentence() {
  const clock = useClock();
  const sums = useMemo(() => (clock === null ? null : sumClock(clock.report)), [clock]);
  if (clock === null || sums === null) return <>Reading the times…</>;
  const all = clock.report.senderOf.reduce((sum, sender) => sum + Number(sender < 0), 0);
  if (sums.cases.length === 0)
    return (
      <>
        Where the time of {formatNounCount(all, 'case')} went is <b>unknown</b>: the traces have no times.
      </>
    );
  const [most, ...rest] = listPassedParts(sums);
  return (
    <>
      Of <b>{formatClockDuration(sums.wall)}</b> in {formatGroupedInteger(sums.cases.length)} of{' '}
      {formatNounCount(all, 'case')}, {most === undefined ? 'none passed in a step' : <b>{most}</b>}
      {rest.length > 0 && `, ${rest.join(', ')}`}
      {describeUnknownParts(sums)}.
    </>
  );
}

/** "> 99 % passed between steps", "< 1 % in tools (known of 3 cases)": the largest first. */
const listPassedParts = ({ parts, wall, cases }: ClockSums): readonly string[] =>
  parts
    .filter(({ ms }) => ms > 0 && wall > 0)
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ part, ms, cases: known }, i) => {
      const of = known < cases.length ? ` (known of ${formatNounCount(known, 'case')})` : '';
      return `${formatPercent(ms / wall)}${i === 0 ? ' passed' : ''} ${PASSED[part]}${of}`;
    });

function describeUnknownParts({ parts }: ClockSums): string {
  const unknown = parts.filter(({ cases }) => cases === 0).map(({ part }) => PASSED[part]);
  return unknown.length === 0 ? '' : `; how much ${unknown.join(' and ')} is unknown`;
}
