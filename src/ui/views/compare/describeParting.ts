import type { ChartInfo, Differences } from '../../../workers/protocol/api.ts';
import type { TableData } from '../../controls/tableData.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { describeStateName, getTriggerLabel } from '../../words/chartLabels.ts';
import { formatRoundNumber } from '../../words/runClock.ts';

type Parting = Differences['partings'][number];

/** Names of agents and states for the description of partings. */
interface PartingContext {
  readonly chart: ChartInfo;
  nameOf(agentId: string): string;
}

/** Why an agent is not the same in B as in A, in a few words: "no reshare by Dalia Fujita to stop at". */
export function describeParting({ what, a, b, isOnly }: Parting, context: PartingContext): string {
  if (what === 'is') {
    const [inA, inB] = [a, b].map(states => formatPartingStates(states ?? '', context));
    return `begins in ${inB}, in A in ${inA}`;
  }
  if (what === 'sees') {
    const [inA, inB] = [a, b].map(seen => (seen === null ? null : describeSeenPost(seen, context)));
    if (inA !== null && isOnly.a) return `no ${inA} to stop at`;
    if (inB !== null && isOnly.b) return `stops at a ${inB}, which A does not have`;
    if (inA !== null && inB !== null) return `sees the ${inB}, not the ${inA}`;
    return inB === null ? `does not see the ${inA}` : `sees the ${inB}`;
  }
  if (what === 'chooses') {
    if (a === null) return `is asked, and answers ${truncateAnswer(b ?? '')}`;
    if (b === null) return `is not asked; answers ${truncateAnswer(a)} in A`;
    const [inA, inB] =
      findDifferingField(a, b) ?? trimCommonWords(stripAnswerMarkup(a), stripAnswerMarkup(b));
    return `${truncateAnswer(inB)}, not ${truncateAnswer(inA)}`;
  }
  const [inA, inB] = [a, b].map(move => (move === null ? null : describePartingMoves(move, context)));
  if (inB === null) return `does not go to ${inA}`;
  return inA === null ? `goes to ${inB}` : `goes to ${inB}, in A to ${inA}`;
}

/** "reshare by Dalia Fujita" */
function describeSeenPost(seen: string, { nameOf }: PartingContext): string {
  const [, kind, author] = /^(\w+) by (\S+), round -?\d+$/.exec(seen) ?? [];
  return kind === undefined ? seen : `${kind === 'original' ? 'post' : kind} by ${nameOf(author)}`;
}

/** "evaluating (stops)" */
function describePartingMoves(moves: string, context: PartingContext): string {
  return moves
    .split(', ')
    .map(move => {
      const [trigger, states = ''] = move.split(' → ');
      return `${formatPartingStates(states, context)} (${getTriggerLabel(context.chart, trigger)})`;
    })
    .join(', then ');
}

/** "evaluating", "open and heated" */
const formatPartingStates = (states: string, { chart }: PartingContext): string =>
  states
    .split(' + ')
    .map(state => describeStateName(chart, state))
    .join(' and ');

/** An answer without the marks of its form. */
const stripAnswerMarkup = (answer: string): string =>
  answer
    .replace(/<[^>]*>|[{}[\]"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The first field in which two answers in JSON differ; null if they are not JSON, or only nested parts differ. */
function findDifferingField(a: string, b: string): readonly [a: string, b: string] | null {
  const [inA, inB] = [parseAnswerFields(a), parseAnswerFields(b)];
  if (inA === null || inB === null) return null;
  const isTold = (value: unknown) => value === undefined || typeof value !== 'object';
  const key = Object.keys({ ...inB, ...inA }).find(
    name => inA[name] !== inB[name] && isTold(inA[name]) && isTold(inB[name]),
  );
  return key === undefined ? null : [String(inA[key] ?? 'nothing'), String(inB[key] ?? 'nothing')];
}

function parseAnswerFields(answer: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? 'null');
  } catch {
    return null;
  }
}

/** Two answers from the first word on in which they differ. */
function trimCommonWords(a: string, b: string): readonly [a: string, b: string] {
  const [inA, inB] = [a.split(' '), b.split(' ')];
  let same = 0;
  while (same < inA.length - 1 && same < inB.length - 1 && inA[same] === inB[same]) same++;
  const lead = same > 0 ? '… ' : '';
  return [lead + inA.slice(same).join(' '), lead + inB.slice(same).join(' ')];
}

/** A model's text is cut. */
const truncateAnswer = (answer: string): string => {
  const text = stripAnswerMarkup(answer);
  return text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text;
};

/** Names for the description of partings; null without a run. */
export function getPartingContext({ run, pair }: Pick<PageState, 'run' | 'pair'>): PartingContext | null {
  if (run === null) return null;
  const names = [run.info.names, pair?.run.info.names ?? []];
  return {
    chart: run.info.chart,
    nameOf(id) {
      const agent = Number(/\d+$/.exec(id)?.[0]) - 1;
      return names[0][agent] ?? names[1][agent] ?? id;
    },
  };
}

/** Everybody who parts, in order: who, when, in what and why. */
export function buildPartingsTable(state: PageState): TableData {
  const { Tick, agent } = getCurrentModelWords(state);
  const context = getPartingContext(state);
  const partings = state.pair?.differences?.partings ?? [];
  return {
    head: [agent[0], Tick, 'differs in what it', 'in B', 'A', 'B'],
    rows: partings.map(parting => [
      context?.nameOf(parting.agent_id) ?? parting.agent_id,
      formatRoundNumber(parting.tick),
      parting.what,
      context ? describeParting(parting, context) : '',
      parting.a ?? '',
      parting.b ?? '',
    ]),
  };
}

/** Number of partings, and the first one. */
export function describePartings(state: PageState): string {
  const { Tick, agent } = getCurrentModelWords(state);
  const differences = state.pair?.differences;
  if (!differences) return '';
  const { parted, agents, until, partings } = differences;
  if (parted === 0) return `Nobody differs up to ${Tick} ${until}.`;
  const context = getPartingContext(state);
  const [first] = partings;
  const why = context ? `: ${context.nameOf(first.agent_id)}, ${describeParting(first, context)}` : '';
  return `${formatGroupedInteger(parted)} of ${formatGroupedInteger(agents)} ${agent[1]} diverge up to ${Tick} ${until}; the first in ${Tick} ${formatRoundNumber(first.tick)}${why}.`;
}
