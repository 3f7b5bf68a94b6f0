import type { Journal } from '../../journal.ts';
import type { Run } from '../../run.ts';
import { PlaceTable } from '../places.ts';
import { Tally } from '../tally.ts';
import { longStays, overdue } from './longStays.ts';
import { loops } from './loops.ts';
import { counted, type StuckAgent } from './stuckAgent.ts';
import { Trails } from './trails.ts';

/** Who does not get on at a run's sealed tick. */
export interface Stuck {
  readonly tick: number;
  /** The most extreme first. */
  readonly agents: readonly StuckAgent[];
}

/**
 * Agents that are stuck, judged by the run up to its sealed tick alone. O(rows of the log).
 * @param journal of the run, of which this one may be a replica
 * @param word for a tick: "round"
 */
export function stuckIn(run: Run, journal: Journal = run.journal, word = 'round'): Stuck {
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
  const agents = [
    ...longStays(tally, word),
    ...overdue(machine, tally, word),
    ...stalled(journal, tick, nameOf, word),
    ...rules,
    ...loops(new Trails(machine, places), tally),
  ];
  return { tick, agents: agents.sort((a, b) => b.score - a.score || a.agent - b.agent) };
}

/** Agents whose questions were put again and again and not answered in time, the last tick among them. */
function stalled(
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
      const reason = `asked in ${counted(times, word)} in a row and not answered in time`;
      found.push({ kind: 'question', agent, state: nameOf(agent), since, score: times, reason });
    }
    waiting = waiting.filter(({ agent }) => late.has(agent)).map(({ agent }) => ({ agent, since: before }));
  }
  return found;
}
