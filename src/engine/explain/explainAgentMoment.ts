import type { TriggerLine } from '../model/agentDetail.ts';
import type { ModelReports } from '../model/model.ts';
import type { Foreseen, WhyLink, WhyMoment } from '../model/whyLink.ts';
import type { Run } from '../run/run.ts';
import { Agent, describeMove } from '../statechart/agent.ts';
import { getTargetName, UNNAMED } from '../statechart/definition.ts';
import { ALWAYS, buildTriggerLines } from './getAgentDetail.ts';

/** Most transitions of an agent in one tick that are looked for. */
const MAX_MOVES_PER_TICK = 64;

/** An agent's possible next moves at the run's last sealed tick. @throws InputError when there is no such agent */
export function captureForeseenMoment({ machine }: Run, reports: ModelReports, agent: number): Foreseen {
  const { index } = Agent.of(machine, agent);
  const own = machine.failures.look(() => reports.foresee?.(machine, index) ?? null);
  return { lines: buildTriggerLines(machine, index, 'before'), own };
}

/**
 * Events of an agent in the run's last sealed tick, and their causes.
 * @param foreseen its possible moves a tick earlier; null if they are not known
 * @throws InputError when there is no such agent
 */
export function explainAgentMoment(
  run: Run,
  reports: ModelReports,
  agent: number,
  foreseen: Foreseen | null,
): WhyMoment {
  const { machine, tick } = run;
  const { log, past } = machine;
  Agent.of(machine, agent);
  // The latest first.
  const rows = [...past.history(agent, tick, MAX_MOVES_PER_TICK)].reverse();
  const moved = rows.filter(row => log.tickAt(row) === tick);
  const came = rows[moved.length];
  const { lines = [], own = null } = foreseen ?? {};
  const judged = machine.failures.look(() => reports.judged?.(machine, agent, lines, own) ?? lines);
  const links = [
    ...(moved.length > 0
      ? moved.map(row => buildMovedLink(run, row, judged))
      : [buildStayedLink(run, agent, came)]),
    ...(reports.whyMoment?.(machine, agent, own) ?? []),
    ...(came === undefined ? [] : [buildArrivalLink(run, came)]),
  ];
  // Links of one tick stay in their order.
  links.sort((a, b) => b.tick - a.tick);
  // Values that the tick itself changed may have opened one.
  const isTaken = (line: TriggerLine) => moved.some(row => isTransitionTakenInRow(run, row, line));
  return { tick, links, refused: judged.filter(line => !line.ready && !isTaken(line)) };
}

function buildMovedLink(run: Run, row: number, judged: readonly TriggerLine[]): WhyLink {
  const { fromState, toState, trigger } = getRowMove(run, row);
  const reasons = judged.flatMap(line =>
    line.ready && line.reason !== ALWAYS && isTransitionTakenInRow(run, row, line) ? [line.reason] : [],
  );
  const because = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return buildRowLink(
    run,
    row,
    'moved',
    `it moved from ${fromState} to ${toState}${describeTriggerCause(trigger)}${because}`,
  );
}

/** True if a row of the log took a transition that was considered before. */
const isTransitionTakenInRow = (
  { machine: { log, table, chart } }: Run,
  row: number,
  { trigger, target }: TriggerLine,
) =>
  table
    .step(log.transitionAt(row))
    .transitions.map(transition => chart.definition.transitions[transition])
    .some(taken => taken.trigger === trigger && getTargetName(taken) === target);

function buildArrivalLink(run: Run, row: number): WhyLink {
  const { fromState, toState, trigger } = getRowMove(run, row);
  return buildRowLink(
    run,
    row,
    'came',
    `it had come to ${toState} from ${fromState}${describeTriggerCause(trigger)}`,
  );
}

/** A transition without an event is named so; it waits for nothing. */
const describeTriggerCause = (trigger: string): string => (trigger === UNNAMED ? '' : ` by ${trigger}`);

/** @param came the row of its arrival; none if it began there */
function buildStayedLink({ machine, state, tick }: Run, agent: number, came: number | undefined): WhyLink {
  const since = came === undefined ? machine.past.start : machine.log.tickAt(came);
  const states = Agent.of(machine, agent).states.join(', ');
  const last = state.findLastTick?.(agent) ?? tick;
  const isKnown = last >= tick;
  return {
    ...{ tick, agent, kind: 'stayed', about: '', numbers: { stay: Math.min(last, tick) - since } },
    said: isKnown ? `it stayed in ${states}` : `nothing is known of it yet: it was last in ${states}`,
  };
}

const buildRowLink = ({ machine: { log } }: Run, row: number, kind: string, sentence: string): WhyLink => ({
  ...{ tick: log.tickAt(row), agent: log.agentAt(row), kind, about: '', numbers: {} },
  said: sentence,
});

function getRowMove({ machine }: Run, row: number) {
  const { log, past } = machine;
  return describeMove(machine, log.transitionAt(row), past.stateBefore(log.agentAt(row), row));
}
