import { csvFormatRows } from 'd3-dsv';
import { agentId } from '../indices.ts';
import type { Statistics } from './statistics.ts';
import type { Stay } from './tally.ts';

const HEADER = [
  'kind',
  'region',
  'from_round',
  'to_round',
  'agents',
  'state',
  'to_state',
  'trigger',
  'count',
  'share',
  'per_agent',
  'agent_ticks',
  'ended',
  'median',
  'p95',
  'longest',
  'longest_agent',
  'longest_until',
  'cut_at_start',
  'cut_at_end',
  'cut_at_both',
] as const;

/**
 * Statistics as comma-separated values: a row `dwell` for each state, then a row `flow` for each way that was taken. `count` is entries
 * or transitions, `share` that of agent-ticks or exits; what a row does not have is empty.
 */
export function statisticsCsv(all: readonly Statistics[]): string {
  const rows = all.flatMap(({ region, from, to, agents, dwell, flow }) => {
    const head = { region: region ?? '', from_round: from, to_round: to, agents };
    return [
      ...dwell.map(({ state, entries, share, entriesPerAgent, agentTicks, ended, median, p95, ...rest }) => ({
        ...{ kind: 'dwell', ...head, state, count: entries, share, per_agent: entriesPerAgent },
        ...{ agent_ticks: agentTicks, ended, median, p95, ...longestOf(rest.longest) },
        ...{ cut_at_start: rest.cutAtStart, cut_at_end: rest.cutAtEnd, cut_at_both: rest.cutAtBoth },
      })),
      ...flow.map(({ from: state, to: to_state, ...one }) => ({
        ...{ kind: 'flow', ...head, state, to_state, ...one },
      })),
    ] as readonly Readonly<Record<string, string | number | null>>[];
  });
  return `${csvFormatRows([[...HEADER], ...rows.map(row => HEADER.map(name => String(row[name] ?? '')))])}\n`;
}

const longestOf = (stay: Stay | null) =>
  stay && { longest: stay.ticks, longest_agent: agentId(stay.agent), longest_until: stay.to };
