import { formatAgentId } from '../core/indices.ts';
import { writeCsv } from '../core/writeCsv.ts';
import type { Statistics } from './statistics.ts';
import type { StepReport, StepRow } from './stepReport.ts';
import type { Stay } from './tally.ts';

type CsvRow = Readonly<Record<string, string | number | null>>;

const STATISTICS_HEADER = [
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
  'step',
  'line',
  'asked',
  'answered',
  'failed',
  'tried_again',
  'given_up',
  'skipped',
  'stopped',
  'tokens_in',
  'tokens_out',
  'tokens_for_nothing',
  'milliseconds',
  'measured',
  'stalled',
  'stalled_agents',
  'stalled_now',
] as const;

/**
 * Statistics as comma-separated values: a row `dwell` for each state, then a row `flow` for each way that was taken, in
 * the end a row `step` for each step and a row `edge` for each transition that a text declares. `count` is entries or transitions, `share` that of agent-ticks or exits; what a row does not
 * have is empty.
 */
export function writeStatisticsCsv(all: readonly Statistics[], report: StepReport | null = null): string {
  const counted = all.flatMap(({ region, from, to, agents, dwell, flow }) => {
    const head = { region: region ?? '', from_round: from, to_round: to, agents };
    return [
      ...dwell.map(({ state, entries, share, entriesPerAgent, agentTicks, ended, median, p95, ...rest }) => ({
        ...{ kind: 'dwell', ...head, state, count: entries, share, per_agent: entriesPerAgent },
        ...{ agent_ticks: agentTicks, ended, median, p95, ...buildLongestStayCells(rest.longest) },
        ...{ cut_at_start: rest.cutAtStart, cut_at_end: rest.cutAtEnd, cut_at_both: rest.cutAtBoth },
      })),
      ...flow.map(({ from: state, to: to_state, ...one }) => ({
        ...{ kind: 'flow', ...head, state, to_state, ...one },
      })),
    ] as readonly CsvRow[];
  });
  const rows = [...counted, ...(report === null ? [] : buildStepRows(all[0], report))];
  return writeCsv(
    STATISTICS_HEADER,
    rows.map(row => STATISTICS_HEADER.map(name => row[name] ?? '')),
  );
}

function buildStepRows({ from, to, agents }: Statistics, { rows, edges }: StepReport): readonly CsvRow[] {
  const head = { from_round: from, to_round: to, agents };
  return [
    ...rows.map(one => ({ kind: 'step', ...head, ...buildStepCells(one) })),
    ...(edges ?? []).map(({ from: state, to: to_state, condition: trigger, at, taken, refused }) => ({
      ...{ kind: 'edge', ...head, state: state ?? '*', to_state, trigger, count: taken },
      ...{ line: at.line, failed: refused },
    })),
  ];
}

function buildStepCells(one: StepRow): CsvRow {
  const { name, at, asked, answered, failed, skipped, stopped, milliseconds, measured, stalled } = one;
  return {
    ...{ step: name, line: at?.line ?? null },
    ...{ asked, answered, failed, tried_again: one.triedAgain, given_up: one.givenUp, skipped, stopped },
    ...{ tokens_in: one.tokensIn, tokens_out: one.tokensOut, tokens_for_nothing: one.tokensForNothing },
    ...{ milliseconds, measured, stalled, stalled_agents: one.stalledAgents, stalled_now: one.stalledNow },
  };
}

const buildLongestStayCells = (stay: Stay | null) =>
  stay && { longest: stay.ticks, longest_agent: formatAgentId(stay.agent), longest_until: stay.to };
