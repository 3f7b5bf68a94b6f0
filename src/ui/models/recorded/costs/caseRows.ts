import type { CostsReport } from '../../../../engine/models/recorded/costs/buildCostsReport.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import type { RowEnd, Sort } from '../../../model/modelAppearance.ts';
import { getStateAtTick } from '../../../run/histories.ts';
import type { PageState, RunState } from '../../../state/pageState.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { getSilentAgents } from '../live/silence.ts';
import { getRecordedPart } from '../recordedPart.ts';
import { hasPrices } from './costWords.ts';

type KnownCosts = Pick<PageState, 'modelParts'>;

const sortBy = (
  order: string,
  label: string,
  missing: (costs: CostsReport) => string | null = () => null,
): Sort => ({
  value: order,
  label,
  order: () => ({ by: 'model', order, focus: null }),
  missing: (state: KnownCosts) => {
    const { costs } = getRecordedPart(state);
    return costs === null ? 'the costs are being added up' : missing(costs);
  },
});

/** Amounts that any case has, by which cases can be sorted. */
type KnownAmounts = Readonly<Record<'wasted' | 'loop' | 'failed', boolean>>;

const knownAmounts = new WeakMap<CostsReport, KnownAmounts>();

/** Amounts that any case has; looked for once, since it is asked for with every change of the page. */
function findKnownAmounts(costs: CostsReport): KnownAmounts {
  const before = knownAmounts.get(costs);
  if (before !== undefined) return before;
  const { wasted, loop, failed } = costs.cases;
  const known = {
    wasted: wasted.some(one => (one ?? 0) > 0),
    loop: loop.some(one => one > 0),
    failed: failed.some(one => one !== null),
  };
  knownAmounts.set(costs, known);
  return known;
}

/** The ways to sort cases; what the traces do not have cannot be chosen. */
export const CASE_SORTS: readonly Sort[] = [
  sortBy('tokens', 'most tokens first', ({ total }) => (total.tokens ? null : 'the traces have no tokens')),
  {
    value: 'steps',
    label: 'most steps first',
    order: () => ({ by: 'model', order: 'steps', focus: null }),
  },
  sortBy('usd', 'most expensive first', costs => (hasPrices(costs) ? null : 'the traces have no prices')),
  sortBy('wasted', 'most wasted first', costs =>
    findKnownAmounts(costs).wasted ? null : 'no case repeats itself with the same result',
  ),
  sortBy('loop', 'longest loop first', costs =>
    findKnownAmounts(costs).loop ? null : 'no case repeats itself',
  ),
  sortBy('failed', 'most failed steps first', costs =>
    findKnownAmounts(costs).failed ? null : 'the traces do not mark failed steps',
  ),
  sortBy('ms', 'longest time first', ({ total }) => (total.ms === null ? 'the traces have no times' : null)),
];

const STEPS = ['outcome', 'steps'] as const;
const TOKEN_COLUMNS = [...STEPS, 'tokens'] as const;
const PRICES = [...TOKEN_COLUMNS, 'US$'] as const;
const NO_COSTS: readonly string[] = [];

/** Heads of the columns at the right of the rows: what the traces have. */
export function listCaseColumns(state: KnownCosts): readonly string[] {
  const { costs } = getRecordedPart(state);
  if (costs === null) return NO_COSTS;
  return hasPrices(costs) ? PRICES : costs.total.tokens ? TOKEN_COLUMNS : STEPS;
}

/** State of a case at the tick that is read, and what the whole of it costs. */
export function getCaseRowEnd(state: PageState, run: RunState, agent: number): RowEnd | null {
  const { costs } = getRecordedPart(state);
  const history = run.histories.get(agent);
  if (costs === null || history === undefined) return null;
  const initial = run.info.chart.states.indexOf(String(run.info.chart.initial));
  const position = getStateAtTick(history, getViewedTick(state), initial);
  const { steps, tokens, usd } = costs.cases.amounts;
  const columns = listCaseColumns(state).slice(1);
  const amounts: Readonly<Record<string, string>> = {
    steps: formatGroupedInteger(steps[agent] ?? 0),
    tokens: formatKnown(tokens[agent], formatGroupedInteger),
    US$: formatKnown(usd[agent], amount => amount.toFixed(2)),
  };
  return {
    words: `${run.info.chart.states[position]}${getSilentAgents(state).has(agent) ? ', silent' : ''}`,
    strong: '',
    numbers: columns.map(column => amounts[column] ?? ''),
    isWaiting: position === initial,
  };
}

const formatKnown = (amount: number | null | undefined, format: (amount: number) => string): string =>
  amount === null || amount === undefined ? '–' : format(amount);
