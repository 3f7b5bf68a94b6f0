import { formatArtifactId } from '../../../../engine/models/workflow/market/artifact.ts';
import type {
  Account,
  ArtifactLine,
  ComponentLine,
  ExchangeRow,
  OutcomeLine,
} from '../../../../engine/models/workflow/reports/workflowDetail.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { type DisplayedTurn, getWorkflowPart } from '../workflowPart.ts';

type AgentNames = readonly string[];
/** Most marks between its ends that are listed one by one. */
const MAX_MARKS_LISTED = 4;

/** "made in tick 12, found broken in 14, reworked in 15, sold in 17 to agent_004 for 15 scrip" */
export function describeArtifactLife(
  { made, found, reworked, sold, buyer, price, dropped }: ArtifactLine,
  names: AgentNames,
): string {
  const between = [
    ...found.map(tick => ({ tick, what: 'found broken' })),
    ...reworked.map(tick => ({ tick, what: 'reworked' })),
  ].sort((a, b) => a.tick - b.tick);
  const end =
    sold !== null
      ? `sold in ${sold} to ${names[buyer ?? -1] ?? 'somebody'} for ${price} scrip`
      : dropped !== null
        ? `given up in ${dropped}`
        : 'not sold yet';
  const times =
    between.length > MAX_MARKS_LISTED
      ? [
          `found broken ${formatNounCount(found.length, 'time')}`,
          `reworked ${formatNounCount(reworked.length, 'time')}`,
        ]
      : between.map(({ tick, what }) => `${what} in ${tick}`);
  return [`made in tick ${made}`, ...times, end].join(', ');
}

/** "made 28 scrip by selling: 52 from buyers, less 24 for what it made" */
export function describeProfit(account: Account): string {
  const { earned, spent } = account;
  const profit = computeProfit(account);
  const sum =
    profit < 0
      ? `lost ${formatGroupedInteger(-profit)} scrip`
      : `made ${formatGroupedInteger(profit)} scrip by selling`;
  return `${sum}: ${formatGroupedInteger(earned)} from buyers, less ${formatGroupedInteger(spent)} for what it made`;
}

/** "132 scrip in hand, after 146 as initial scrip and income, and 42 for what it bought" */
export const describeBalance = ({ balance, given, paid }: Account): string =>
  `${formatGroupedInteger(balance)} scrip in hand, after ${formatGroupedInteger(given)} as initial scrip and income, and ${formatGroupedInteger(paid)} for what it bought`;

/** "agent_007 made 28 scrip by selling: …; 132 scrip in hand, …; made 4, sold 4, bought 0." */
export function describeExchangeRow(row: ExchangeRow, names: AgentNames): string {
  const { made, sold, bought } = row;
  return `${names[row.agent]} ${describeProfit(row)}; ${describeBalance(row)}. It made ${made}, sold ${sold}, bought ${bought}.`;
}

/** Summary of the rows in one sentence. */
export function describeExchange(rows: readonly ExchangeRow[], names: AgentNames): string {
  const [first] = rows;
  if (!first) return 'Nothing has been made yet.';
  const artifacts = rows.flatMap(row => row.artifacts);
  const sold = artifacts.filter(artifact => artifact.sold !== null);
  return `${formatNounCount(rows.length, 'agent')} on the rows made ${formatNounCount(artifacts.length, 'artifact')} in the ticks that are shown and sold ${sold.length} of them. ${describeExchangeRow(first, names)}`;
}

/** Each artifact of those rows, the newest first. */
export function buildExchangeTable(rows: readonly ExchangeRow[], names: AgentNames): TableData {
  const head = [
    'artifact',
    'maker',
    'price',
    'made',
    'found broken',
    'reworked',
    'sold',
    'buyer',
    'given up',
  ];
  const cells = rows
    .flatMap(({ agent, artifacts }) => artifacts.map(artifact => ({ agent, artifact })))
    .sort((a, b) => b.artifact.id - a.artifact.id)
    .map(({ agent, artifact: { id, price, made, found, reworked, sold, buyer, dropped } }) => [
      formatArtifactId(id),
      names[agent] ?? '',
      price,
      made,
      found.join(' '),
      reworked.join(' '),
      sold ?? '',
      buyer === null ? '' : (names[buyer] ?? ''),
      dropped ?? '',
    ]);
  return { head, rows: cells };
}

/** Hue of a made artifact, as a position in the palette: that of a state of the example workflow. */
export const MADE = 2;
/** Hue of an artifact that was found broken, likewise. */
export const BROKEN = 3;
/** Hue of a sold artifact, likewise. */
export const SOLD = 5;

/** Scrip that an agent made by selling; negative for a loss. */
export const computeProfit = ({ earned, spent }: Pick<Account, 'earned' | 'spent'>): number => earned - spent;

/** True for the turn of the agent and the tick on the screen; at the head the previous turn stays until the next. */
export function isTurnVisible(
  { agent, tick, isHead }: DisplayedTurn,
  page: Pick<PageState, 'selection' | 'head'>,
): boolean {
  const { selection, head } = page;
  if (getInspectedAgent(selection) !== agent) return false;
  return selection.cursor === null ? tick === head || (isHead && tick < head) : tick === selection.cursor;
}

/** The turn on the screen; null while it is being asked for. */
export function getLoadedTurn(page: PageState): DisplayedTurn | null {
  const { turn } = getWorkflowPart(page);
  return turn !== null && isTurnVisible(turn, page) ? turn : null;
}

/** ", with thrift, caution (balance < 20: balance 12); not injected: pride (balance > 50: balance 12)"; empty for none. */
export function describeComponents(components: readonly ComponentLine[]): string {
  const describe = ({ name, condition, reads }: ComponentLine) =>
    condition === null ? name : `${name} (${condition}${reads === '' ? '' : `: ${reads}`})`;
  const injected = components.filter(({ isInjected }) => isInjected).map(describe);
  const others = components.filter(({ isInjected }) => !isInjected).map(describe);
  return [
    injected.length > 0 ? `, with ${injected.join(', ')}` : '',
    others.length > 0 ? `; not injected: ${others.join(', ')}` : '',
  ].join('');
}

/** Consequence of a failed step: "try 2 of 4; it is tried again in the next tick". */
export function describeStepFailure({ outcome, attempt, tries, failure }: OutcomeLine): string {
  const why = {
    unanswered: 'no answer came',
    unreadable: 'the answer could not be read',
    unmapped: 'no key of the map is mentioned',
    no_edge: 'no edge allows the move',
    code: 'its code broke off',
  }[failure ?? 'unreadable'];
  const then = {
    done: '',
    retry: `try ${attempt} of ${tries}; it is tried again in the next tick`,
    skipped: 'the step is skipped',
    gave_up: `try ${attempt} of ${tries}; the workflow continues without it`,
    stopped: 'the workflow has ended',
  }[outcome];
  return `${why}: ${then}`;
}
