import { getNodeDegree } from '../../engine/network/networkLinks.ts';
import type { TableData } from '../controls/tableData.ts';
import { formatGroupedInteger, formatNounCount } from '../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../model/getModelAppearance.ts';
import type { ShownAgents } from '../run/shownAgents.ts';
import type { PageState } from '../state/pageState.ts';
import { getViewedAgents } from '../state/viewState.ts';
import { describeStateName } from '../words/chartLabels.ts';
import { getGroupColumnHead } from './assignGroupHues.ts';
import type { Story } from './describeChangedFollows.ts';
import type { FollowGraph } from './useFollows.ts';

/** "475 people, 13,289 follows". */
export function describeNetworkSize(state: PageState, { followers }: FollowGraph): string {
  const [one, many] = getCurrentModelWords(state).person;
  const people = formatNounCount(followers.offsets.length - 1, one, many);
  return `${people}, ${formatNounCount(followers.targets.length, 'follow')}`;
}

/** The state that an agent is in at the round that is shown; '' while that is not known. */
export function describeAgentState(state: PageState, agent: number): string {
  const chart = state.run?.info.chart;
  const number = getViewedAgents(state)?.state[agent];
  return chart && number !== undefined ? describeStateName(chart, chart.states[number]) : '';
}

/** Numbers of agents in each state, in words: "310 idle, 67 scrolling". */
function describeStateCounts(state: PageState): string {
  const chart = state.run?.info.chart;
  const society = getViewedAgents(state);
  if (!chart || !society) return '';
  // Whatever else changes, thousands are counted once a round.
  const known = COUNTED.get(society);
  if (known !== undefined) return known;
  const counts = chart.states.map(() => 0);
  for (const number of society.state) counts[number]++;
  const words = chart.states
    .flatMap((name, number) =>
      counts[number] > 0 ? [`${formatGroupedInteger(counts[number])} ${describeStateName(chart, name)}`] : [],
    )
    .join(', ');
  COUNTED.set(society, words);
  return words;
}

const COUNTED = new WeakMap<ShownAgents, string>();

/** The whole network in a sentence. @param text its events; '' for none */
export function describeNetwork(state: PageState, follows: FollowGraph | null, text: string): string {
  if (follows === null) return 'The network is being fetched.';
  const states = describeStateCounts(state);
  return `${describeNetworkSize(state, follows)}${states === '' ? '' : `: ${states}`}${text === '' ? '' : `; ${text}`}.`;
}

/** Every agent with its place in the network, those with most events first. */
export function buildNetworkTable(
  state: PageState,
  follows: FollowGraph | null,
  story: Story,
  agents: readonly number[],
): TableData {
  const own = story.column === null ? [] : [story.column];
  const { names, networkGroups: groups } = state.run?.info ?? {};
  const [first, last] = [
    ['id', 'name', 'state'],
    ['followers', 'follows', ...own],
  ];
  const head = [...first, ...(groups ? [getGroupColumnHead(groups, [...first, ...last])] : []), ...last];
  if (!names || follows === null) return { head, rows: [] };
  const { followers, followed } = follows;
  const { idOf } = getCurrentAppearance(state);
  const rows = agents.map(agent => [
    idOf(agent),
    names[agent],
    describeAgentState(state, agent),
    ...(groups ? [groups.names[groups.of[agent]] ?? ''] : []),
    getNodeDegree(followers, agent),
    getNodeDegree(followed, agent),
    ...own.map(() => story.partOf(agent)),
  ]);
  return { head, rows, first: 'first' };
}
