import type { TableData } from '../../../controls/tableData.ts';
import { getCurrentAppearance } from '../../../model/looks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { describeGovernedRule, ENDING_WORDS } from '../words.ts';
import { getPairReport } from './pairSums.ts';

const COSTS = ['steps', 'calls', 'tokens'] as const;

/** Each mission in both runs, then all of them at each limit of steps. */
export function buildPairTable(state: PageState): TableData {
  const head = [
    'mission',
    'name',
    'without',
    'with',
    'rule',
    'steps without',
    'steps with',
    'tool calls without',
    'tool calls with',
    'tokens without',
    'tokens with',
  ];
  const { idOf } = getCurrentAppearance(state);
  const names = state.run?.info.names ?? [];
  const pair = getPairReport(state);
  const rows = (pair?.rows ?? []).map(row => [
    idOf(row.agent),
    names[row.agent] ?? '',
    ENDING_WORDS[row.without.ending],
    ENDING_WORDS[row.with.ending],
    row.with.rule === null ? '' : describeGovernedRule(row.with.rule),
    ...COSTS.flatMap(cost => [row.without[cost], row.with[cost]]),
  ]);
  const sums = (pair?.points ?? []).map(({ limit, without, with: governed }) => [
    'all',
    `at most ${limit} steps each`,
    `${without.endings.right} right`,
    `${governed.endings.right} right`,
    '',
    ...COSTS.flatMap(cost => [without[cost], governed[cost]]),
  ]);
  return { head, rows: [...rows, ...sums] };
}
