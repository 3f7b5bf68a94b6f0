import type { Degrees } from '../../../engine/network/degrees.ts';
import type { TableData } from '../../controls/tableData.ts';
import { formatGroupedInteger, pluralizeNoun } from '../../lib/words.ts';

/** How many followers everybody has, and how many everybody follows. */
export interface TwoDegrees {
  readonly followers: Degrees;
  readonly followed: Degrees;
}

/** "Followers: median 18, at most 183; nobody follows 2 people (0.4 %)." and the same of whom they follow. */
export function describeDegrees(
  { followers, followed }: TwoDegrees,
  person: readonly [string, string],
): readonly string[] {
  const without = ({ none, nodes }: Degrees) =>
    `${formatGroupedInteger(none)} ${pluralizeNoun(none, ...person)} (${formatPeopleShare(none / nodes)})`;
  const nobody = (degrees: Degrees, words: string) =>
    degrees.none === 0 ? '' : `; ${words.replace('…', without(degrees))}`;
  return [
    `Followers: median ${formatDegreeMedian(followers.median)}, at most ${formatGroupedInteger(followers.most)}${nobody(followers, 'nobody follows …')}.`,
    `Followed: median ${formatDegreeMedian(followed.median)}, at most ${formatGroupedInteger(followed.most)}${nobody(followed, '… follow nobody')}.`,
  ];
}

/** A median, which may lie between two numbers. */
const formatDegreeMedian = (value: number): string =>
  Number.isInteger(value) ? formatGroupedInteger(value) : String(value);

/** "0.4 %", "12 %" */
function formatPeopleShare(share: number): string {
  const percent = 100 * share;
  return `${percent < 1 ? Number(percent.toPrecision(1)) : Math.round(percent)} %`;
}

/** People with at least so many followers, and so many whom they follow, for each number that is met. */
export function buildDegreeTable({ followers, followed }: TwoDegrees): TableData {
  const numbers = [...new Set([...followers.degrees, ...followed.degrees])].sort((a, b) => a - b);
  return {
    head: ['at least', 'have so many followers', 'follow so many'],
    rows: numbers.map(number => [
      number,
      countWithAtLeast(followers, number),
      countWithAtLeast(followed, number),
    ]),
    first: 'first',
  };
}

function countWithAtLeast({ degrees, atLeast }: Degrees, number: number): number {
  const step = degrees.findIndex(degree => degree >= number);
  return step < 0 ? 0 : atLeast[step];
}
