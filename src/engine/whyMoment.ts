import type { TriggerLine } from './detail.ts';
import { ALWAYS, triggerLines } from './inspector.ts';
import type { Telling } from './model.ts';
import type { Run } from './run.ts';
import { Agent } from './statechart/agent.ts';
import { targetName } from './statechart/definition.ts';
import { moveOf } from './statechart/moves.ts';
import type { WhyLink, WhyMoment } from './why.ts';

/** Most transitions of an agent in one tick that are looked for. */
const MOST_MOVES = 64;

/** Each transition out of an agent's state: whether it could happen next, and if not, why. @throws InputError when there is no such agent */
export const prospectsOf = ({ machine }: Run, agent: number): readonly TriggerLine[] =>
  triggerLines(machine, Agent.of(machine, agent).index);

/**
 * What happened to an agent in the run's last sealed tick, and what it hung on.
 * @param before what could happen to it a tick earlier; null where that is not known @throws InputError when there is no such agent
 */
export function whyMoment(
  run: Run,
  telling: Telling,
  agent: number,
  before: readonly TriggerLine[] | null,
): WhyMoment {
  const { machine, tick } = run;
  const { log, past } = machine;
  Agent.of(machine, agent);
  // The latest first.
  const rows = [...past.history(agent, tick, MOST_MOVES)].reverse();
  const moved = rows.filter(row => log.tickAt(row) === tick);
  const came = rows[moved.length];
  const links = [
    ...(moved.length > 0 ? moved.map(row => movedLink(run, row, before)) : [stayedLink(run, agent, came)]),
    ...(telling.whyMoment?.(machine, agent) ?? []),
    ...(came === undefined ? [] : [cameLink(run, came)]),
  ];
  // What is told of one tick stays in its order.
  links.sort((a, b) => b.tick - a.tick);
  // Values that the tick itself changed may have opened one.
  const isTaken = (line: TriggerLine) => moved.some(row => isTakenIn(run, row, line));
  return { tick, links, refused: (before ?? []).filter(line => !line.ready && !isTaken(line)) };
}

function movedLink(run: Run, row: number, before: readonly TriggerLine[] | null): WhyLink {
  const { fromState, toState, trigger } = moveIn(run, row);
  const reasons = (before ?? []).flatMap(line =>
    line.ready && line.reason !== ALWAYS && isTakenIn(run, row, line) ? [line.reason] : [],
  );
  const because = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return link(run, row, 'moved', `it moved from ${fromState} to ${toState} by ${trigger}${because}`);
}

/** Whether a row of the log took a transition that was looked at before. */
const isTakenIn = ({ machine: { log, table, chart } }: Run, row: number, { trigger, target }: TriggerLine) =>
  table
    .step(log.transitionAt(row))
    .transitions.map(transition => chart.definition.transitions[transition])
    .some(taken => taken.trigger === trigger && targetName(taken) === target);

function cameLink(run: Run, row: number): WhyLink {
  const { fromState, toState, trigger } = moveIn(run, row);
  return link(run, row, 'came', `it had come to ${toState} from ${fromState} by ${trigger}`);
}

/** @param came the row that brought it there; none where it began there */
function stayedLink({ machine, tick }: Run, agent: number, came: number | undefined): WhyLink {
  const since = came === undefined ? machine.past.start : machine.log.tickAt(came);
  const states = Agent.of(machine, agent).states.join(', ');
  return {
    ...{ tick, agent, kind: 'stayed', about: '', numbers: { stay: tick - since } },
    said: `it stayed in ${states}`,
  };
}

const link = ({ machine: { log } }: Run, row: number, kind: string, said: string): WhyLink => ({
  ...{ tick: log.tickAt(row), agent: log.agentAt(row), kind, about: '', numbers: {} },
  said,
});

function moveIn({ machine }: Run, row: number) {
  const { log, past } = machine;
  return moveOf(machine, log.transitionAt(row), past.stateBefore(log.agentAt(row), row));
}
