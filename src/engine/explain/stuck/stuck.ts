import type { Journal } from '../../oracle/journal.ts';
import type { Run } from '../../run/run.ts';
import type { Machine } from '../../statechart/machine.ts';
import { PlaceTable } from '../../statistics/places.ts';
import { Tally } from '../../statistics/tally.ts';
import { buildTriggerLines } from '../inspector.ts';
import { findLongStays, findOverdueAgents } from './findLongStays.ts';
import { findStateLoops } from './findStateLoops.ts';
import { formatTickCount, isLoopingAgent, type StuckAgent, type Unlimited } from './stuckAgent.ts';
import { Trails } from './trails.ts';

/** Who does not get on at a run's sealed tick. */
export interface Stuck {
  readonly tick: number;
  /** The most extreme first. */
  readonly agents: readonly StuckAgent[];
  /** States in which too few stays have ended, or where agents rest by nature, so that none there counts as long. */
  readonly unlimited: readonly Unlimited[];
}

/** Of so many of those held where they are, the first, it is told what they wait for. */
const TOLD = 100;

/**
 * Agents that are stuck, judged by the run up to its sealed tick alone. O(rows of the log).
 * @param journal of the run, of which this one may be a replica
 * @param word for a tick: "round"
 */
export function findStuckAgents(run: Run, journal: Journal = run.journal, word = 'round'): Stuck {
  const { machine, tick } = run;
  const places = new PlaceTable(machine);
  const tally = new Tally(machine, places, { from: machine.past.start, to: tick });
  const nameOf = (agent: number) => places.names[tally.place[agent]];
  const rules = (run.state.verdicts?.() ?? []).map(
    ({ agent, reason, score }): StuckAgent => ({
      kind: 'rule',
      agent,
      state: nameOf(agent),
      since: tally.presentOf(agent).from,
      score,
      reason,
    }),
  );
  const { found, unlimited } = findLongStays(tally, machine, word);
  const agents = [
    ...found,
    ...findOverdueAgents(machine, tally, word),
    ...findStalledAgents(journal, tick, nameOf, word),
    ...rules,
    ...findStateLoops(new Trails(machine, places), tally),
  ];
  agents.sort((a, b) => b.score - a.score || a.agent - b.agent);
  const told = new Set(agents.filter(one => !isLoopingAgent(one)).slice(0, TOLD));
  return {
    tick,
    agents: agents.map(one => (told.has(one) ? addPendingTransitions(machine, one) : one)),
    unlimited,
  };
}

/** With what would lead it out of its state, and what that waits for. */
function addPendingTransitions(machine: Machine, one: StuckAgent): StuckAgent {
  const waits = buildTriggerLines(machine, one.agent)
    .filter(({ ready }) => !ready)
    .map(({ trigger, reason }) => ({ trigger, reason: reason.replace(/^no: /, '') }));
  return waits.length === 0 ? one : { ...one, waits };
}

/** Agents whose questions were put again and again and not answered in time, the last tick among them. */
function findStalledAgents(
  journal: Journal,
  tick: number,
  nameOf: (agent: number) => string,
  word: string,
): StuckAgent[] {
  let waiting = journal.lateIn(tick).map(agent => ({ agent, since: tick }));
  const found: StuckAgent[] = [];
  for (let before = tick - 1; waiting.length > 0; before--) {
    const late = new Set(journal.lateIn(before));
    for (const { agent, since } of waiting) {
      if (late.has(agent)) continue;
      const times = tick - since + 1;
      const reason = `asked in ${formatTickCount(times, word)} in a row and not answered in time`;
      found.push({ kind: 'question', agent, state: nameOf(agent), since, score: times, reason });
    }
    waiting = waiting.filter(({ agent }) => late.has(agent)).map(({ agent }) => ({ agent, since: before }));
  }
  return found;
}
