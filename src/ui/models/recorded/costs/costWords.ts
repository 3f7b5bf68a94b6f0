import type { CostsReport, RepeatReport } from '../../../../engine/models/recorded/costs/buildCostsReport.ts';
import type { RepeatKind } from '../../../../engine/models/recorded/costs/findRepeats.ts';
import type { Measure } from '../../../../engine/models/recorded/governance/ruleAmounts.ts';
import { formatMilliseconds } from '../../../../engine/models/recorded/recordedTerms.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';

/** Names of the kinds of repeats, and what each is. */
export const REPEAT_LABELS: Readonly<Record<RepeatKind, readonly [word: string, meaning: string]>> = {
  same_call: ['same call', 'one call with the same arguments, three times or more in a row'],
  in_turn: ['in turn', 'two to six calls in turn: A, B, A, B'],
  edit_test: [
    'edit, test',
    'edits and tests in turn, three times or more, no test of which is known to pass',
  ],
  rewrite: ['rewrite', 'one file written whole three times or more, with no test between'],
  later: ['now and again', 'one call with the same result three times or more, not in a row'],
};

/** "1,340,967 tokens", "US$ 1.89", "12 min"; "unknown" without a value. Prices of 0 are not prices. */
export function formatCost(amount: number | null, measure: Measure): string {
  if (amount === null) return 'unknown';
  if (measure === 'usd') return `US$ ${amount.toFixed(2)}`;
  if (measure === 'ms') return formatMilliseconds(amount);
  return formatNounCount(amount, measure.slice(0, -1), measure);
}

/** "1.34 M", "902 k", "388": three digits. */
export function formatShortAmount(amount: number): string {
  if (amount < 1_000) return formatGroupedInteger(Math.round(amount));
  const [value, unit] = amount < 999_500 ? [amount / 1_000, 'k'] : [amount / 1_000_000, 'M'];
  return `${value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2)} ${unit}`;
}

/** True if the traces have prices: a total of 0 comes of models without a known price. */
export const hasPrices = ({ total }: CostsReport): boolean => (total.usd ?? 0) > 0;

/** "get_details_by_id L1002"; of several calls the tools alone. */
export function describeRound({ calls }: RepeatReport): string {
  const [first] = calls;
  if (first === undefined) return 'messages';
  return escapeInvisibleText(
    calls.length === 1
      ? `${first.tool}${first.args === null ? '' : ` ${shortenArgs(first.args)}`}`
      : calls.map(({ tool }) => tool).join(', '),
  );
}

/** The values of few short arguments, "L1002"; otherwise the arguments as they were written. */
function shortenArgs(args: string): string {
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return args;
    const values = Object.values(value);
    const isShort = values.length <= 2 && values.every(one => ['string', 'number'].includes(typeof one));
    return isShort ? values.join(' ') : args;
  } catch {
    return args;
  }
}

/** "94 times in a row, with the same result"; the same of the other kinds. */
export function describeRounds({ kind, rounds, sameResult, calls }: RepeatReport): string {
  const times = `${formatGroupedInteger(rounds)} times`;
  // Other steps may lie between edits and tests.
  const how = {
    later: 'in all',
    in_turn: 'in turn',
    edit_test: 'over',
    same_call: 'in a row',
    rewrite: 'in a row',
  };
  const result =
    sameResult === null
      ? ''
      : sameResult
        ? `, with the same result${calls.length > 1 ? 's' : ''}`
        : ', with different results';
  return `${times} ${how[kind]}${result}`;
}

/** The waste of the costliest case, for the headline: its costliest loop, and all of them. Null if none wasted anything. */
export function summarizeWaste(
  costs: CostsReport,
  agent: number,
): {
  readonly repeat: RepeatReport;
  /** Amount of the rounds of this loop after its first. */
  readonly own: number;
  /** The same of all loops of the case. */
  readonly wasted: number;
  readonly all: number | null;
} | null {
  const wasted = costs.cases.wasted[agent] ?? 0;
  const repeat = costs.repeats.find(
    one => one.agent === agent && one.kind !== 'later' && one.sameResult === true,
  );
  if (wasted <= 0 || repeat === undefined) return null;
  return {
    repeat,
    own: repeat.again[costs.measure] ?? 0,
    wasted,
    all: costs.cases.amounts[costs.measure][agent],
  };
}
