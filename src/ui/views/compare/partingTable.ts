import type { TableData } from '../../controls/tableData.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { describeParting, type PartingContext } from './describeParting.ts';

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
  return `${formatGroupedInteger(parted)} of ${formatGroupedInteger(agents)} ${agent[1]} part up to ${Tick} ${until}; the first in ${Tick} ${formatRoundNumber(first.tick)}${why}.`;
}
