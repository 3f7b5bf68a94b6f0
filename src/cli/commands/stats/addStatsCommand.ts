import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { formatAgentId, MAX_ROUNDS } from '../../../engine/core/indices.ts';
import { findStuckAgents, type Stuck } from '../../../engine/explain/stuck/stuck.ts';
import { createRun } from '../../../engine/models/openRun.ts';
import { Replica } from '../../../engine/run/replica.ts';
import type { Run } from '../../../engine/run/run.ts';
import { resolveCounting } from '../../../engine/statistics/counted.ts';
import type { Dwell } from '../../../engine/statistics/dwell.ts';
import { listChartRegions } from '../../../engine/statistics/places.ts';
import { computeRunStatistics, type Statistics } from '../../../engine/statistics/statistics.ts';
import type { StepRow } from '../../../engine/statistics/stepReport.ts';
import type { Stay } from '../../../engine/statistics/tally.ts';
import { writeStatisticsCsv } from '../../../engine/statistics/writeStatisticsCsv.ts';
import { OutFile } from '../../files/outFile.ts';
import { createIntegerParser } from '../../options/optionNumbers.ts';
import { addAgentsOption, nameRunAgents, parseAgentList } from '../../options/parseAgentList.ts';
import { printResult } from '../../output/standardOutput.ts';
import {
  addDocumentRunOptions,
  chooseDocument,
  type DocumentFlags,
  type OpenedRun,
  openDocumentRun,
} from '../addWhyCommand.ts';

interface StatsFlags extends DocumentFlags {
  readonly from?: number;
  readonly to?: number;
  readonly state?: string;
  readonly csv?: string;
  readonly stuck?: boolean;
}

/** Adds `stats`: stays in states, moves and stuck agents of a run document. */
export function addStatsCommand(program: Command, addSetup: (command: Command) => Command, root: URL): void {
  const command = program
    .command('stats')
    .description(
      'report how long the agents of a run document stayed in each state, their next states, and the result of each step; the last line of standard output is JSON',
    );
  addDocumentRunOptions(command, addSetup);
  addAgentsOption(command, 'count these agents alone');
  command
    .option('--from <round>', 'first round that is counted (1)', createIntegerParser('--from', -MAX_ROUNDS))
    .option('--to <round>', 'last one (the run’s last)', createIntegerParser('--to', -MAX_ROUNDS))
    .option('--state <name>', 'count those alone that are in this state at the end of the range')
    .option(
      '--csv <file>',
      'write the tables as CSV as well, - for standard output; its columns: docs/statistics.md',
    )
    .option('--stuck', 'list who is stuck at the end of the range, and why')
    .action(async (argument: string | undefined, flags: StatsFlags) =>
      runStatsCommand(
        flags,
        await openDocumentRun(command, chooseDocument(argument, flags), flags, ['agents'], root),
      ),
    );
}

async function runStatsCommand(flags: StatsFlags, { run, loaded }: OpenedRun): Promise<void> {
  const { from, to, csv } = flags;
  checkRange(run, flags);
  const agents = selectCountedAgents(run, flags);
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const all = listChartRegions(run.machine.chart).map((_, region) =>
    computeRunStatistics(run.machine, {
      ...{ ...range, agents, region },
      lastTickOf: agent => run.state.findLastTick?.(agent) ?? null,
    }),
  );
  const { steps } = await run.state.loadReports();
  const report = steps?.(run.machine, resolveCounting(run.machine, { ...range, agents })) ?? null;
  if (csv !== undefined) await (await OutFile.open(csv)).write([writeStatisticsCsv(all, report)]);
  const replica = new Replica(run, () => createRun(loaded));
  const stuck = flags.stuck
    ? await replica.at(to ?? run.tick, then => findStuckAgents(then, run.journal))
    : undefined;
  const summary = {
    hash: run.hash,
    regions: all.map(toStatisticsRecord),
    ...(report && { steps: report.rows.map(toStepFiguresRecord) }),
    ...(report?.edges && { edges: report.edges.map(({ at, ...one }) => ({ ...one, line: at.line })) }),
    ...(stuck && { stuck: toStuckRecord(stuck) }),
  };
  printResult(summary);
}

/** @throws InputError for a round that was not played */
function checkRange({ machine, tick }: Run, { from, to }: StatsFlags): void {
  const { start } = machine.past;
  for (const [name, round] of Object.entries({ from, to }))
    if (round !== undefined && (round < start || round > tick))
      throw new InputError(`--${name} ${round} is not between ${start} and ${tick}`);
}

/** The agents that are to be counted; null for all. @throws InputError for ids and states that the run lacks */
function selectCountedAgents(
  run: Run,
  { agents: given, state, to = run.tick }: StatsFlags,
): readonly number[] | null {
  const { machine } = run;
  const { chart, table, past } = machine;
  const ids = given === undefined ? undefined : String(given);
  if (ids !== undefined && state !== undefined)
    throw new InputError('--agents and --state both choose agents: give one of them');
  if (ids !== undefined) return parseAgentList(ids, nameRunAgents(run));
  if (state === undefined) return null;
  const number = chart.stateNumber.get(state);
  if (number === undefined)
    throw new InputError(
      `--state ${state} is not a state of this chart; there are ${chart.states.join(', ')}`,
    );
  const { state: configurations } = past.at(to);
  const there = [...configurations.keys()].filter(agent => table.isActive(configurations[agent], number));
  if (there.length === 0) throw new InputError(`--state ${state}: nobody is in it after round ${to}`);
  return there;
}

/** Statistics with the names that JSON has everywhere. */
const toStatisticsRecord = ({ dwell, flow, ...rest }: Statistics) => ({
  ...rest,
  dwell: dwell.map(toDwellRecord),
  flow,
});

/** A step's figures, the same way. */
const toStepFiguresRecord = ({ name, type, at, states, ...one }: StepRow) => ({
  ...{ name, type, line: at?.line ?? null, states },
  ...{ asked: one.asked, answered: one.answered, failed: one.failed, tried_again: one.triedAgain },
  ...{ given_up: one.givenUp, skipped: one.skipped, stopped: one.stopped },
  ...{ tokens_in: one.tokensIn, tokens_out: one.tokensOut, tokens_for_nothing: one.tokensForNothing },
  ...{ milliseconds: one.milliseconds, measured: one.measured },
  ...{ stalled: one.stalled, stalled_agents: one.stalledAgents, stalled_now: one.stalledNow },
  stalled_who:
    one.stalledWho?.map(({ agent, turns, isNow }) => ({
      agent_id: formatAgentId(agent),
      turns,
      now: isNow,
    })) ?? null,
});

const toDwellRecord = (one: Dwell) => ({
  state: one.state,
  agent_ticks: one.agentTicks,
  share: one.share,
  entries: one.entries,
  entries_per_agent: one.entriesPerAgent,
  ended: one.ended,
  median: one.median,
  p95: one.p95,
  longest: toStayRecord(one.longest),
  cut_at_start: one.cutAtStart,
  cut_at_end: one.cutAtEnd,
  cut_at_both: one.cutAtBoth,
  longest_going_on: toStayRecord(one.longestGoingOn),
});

const toStayRecord = (stay: Stay | null) =>
  stay && { agent_id: formatAgentId(stay.agent), from: stay.from, to: stay.to, ticks: stay.ticks };

/** Stuck agents in the same form. */
const toStuckRecord = ({ tick, agents, unlimited }: Stuck) => ({
  round: tick,
  agents: agents.map(({ agent, agents: count, ...rest }) => ({
    agent_id: formatAgentId(agent),
    ...rest,
    ...(count !== undefined && { agents: count }),
  })),
  unlimited,
});
