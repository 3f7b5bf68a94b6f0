import { compareCodeUnits } from '../../../files/textFile.ts';
import { mapBothSets, type TaskCases } from './computeMeasureFigures.ts';
import type { MoveContrast, OfBoth, StateContrast } from './report.ts';
import { createMedianFigure, createRatioFigure, type TwoFigures, type WeighedValue } from './resampled.ts';
import { buildStateWalk } from './walks.ts';

/** Most moves whose figures are told. */
const MOST_MOVES = 60;

interface WithFigures {
  readonly figures: readonly TwoFigures[];
}

interface WalkFigures {
  readonly states: readonly (Pick<StateContrast, 'state' | 'visits' | 'timed'> & WithFigures)[];
  readonly moves: readonly (Omit<MoveContrast, 'often' | 'share'> & WithFigures)[];
  readonly movesInAll: number;
}

/** The figures of all states, each its share of the visits and the two medians, and of the moves that differ most. */
export async function computeWalkFigures(
  sets: OfBoth<TaskCases>,
  rest: () => Promise<unknown>,
): Promise<WalkFigures> {
  const [a, b] = [new WalkTally(sets.a), new WalkTally(sets.b)];
  for (const tally of [a, b])
    for (let task = 0; task < tally.tasks.length; task++) {
      tally.add(task);
      if (task % 1000 === 0) await rest();
    }
  const tallies = { a, b };
  const states: WalkFigures['states'][number][] = [];
  for (const state of new Set([...a.stays.keys(), ...b.stays.keys()])) {
    states.push({ state, ...createStateFigures(tallies, state) });
    await rest();
  }
  states.sort(
    (x, y) => y.visits.a + y.visits.b - x.visits.a - x.visits.b || compareCodeUnits(x.state, y.state),
  );
  const moves = [...new Set([...a.moves.keys(), ...b.moves.keys()])].map(key => ({
    key,
    apart: Math.abs(b.often(key) - a.often(key)),
  }));
  moves.sort((x, y) => y.apart - x.apart || compareCodeUnits(x.key, y.key));
  return {
    states,
    moves: moves.slice(0, MOST_MOVES).map(({ key }) => {
      const [from, to] = JSON.parse(key) as [string, string];
      return {
        from,
        to,
        moves: mapBothSets(tallies, tally => tally.moves.get(key)?.count ?? 0),
        figures: [
          mapBothSets(tallies, tally => createRatioFigure(tally.perTask(key), tally.ones, false)),
          mapBothSets(tallies, tally => createRatioFigure(tally.perTask(key), tally.outOf(from), true)),
        ],
      };
    }),
    movesInAll: moves.length,
  };
}

const createStateFigures = (tallies: OfBoth<WalkTally>, state: string) => ({
  visits: mapBothSets(tallies, tally => tally.stayOf(state).count),
  timed: mapBothSets(tallies, tally => tally.stayOf(state).times.length),
  figures: [
    mapBothSets(tallies, tally => createRatioFigure(tally.stayOf(state).perTask, tally.visits, true)),
    mapBothSets(tallies, tally => createMedianFigure(tally.stayOf(state).steps)),
    mapBothSets(tallies, tally => createMedianFigure(tally.stayOf(state).times)),
  ],
});

interface Counted {
  count: number;
  /** A case of the task, on average. */
  readonly perTask: Float64Array;
}

interface Stays extends Counted {
  readonly steps: WeighedValue[];
  readonly times: WeighedValue[];
}

/** Visits and moves of one set, task by task. */
class WalkTally {
  readonly stays = new Map<string, Stays>();
  /** By `[from, to]` as JSON. */
  readonly moves = new Map<string, Counted>();
  /** All visits of a case of each task, on average. */
  readonly visits: Float64Array;
  readonly ones: Float64Array;
  /** Moves out of each state, a case of the task, on average. */
  readonly #out = new Map<string, Float64Array>();

  constructor(readonly tasks: TaskCases) {
    this.visits = new Float64Array(tasks.length);
    this.ones = new Float64Array(tasks.length).fill(1);
  }

  /** Counts the cases of a task. */
  add(task: number): void {
    const cases = this.tasks[task];
    for (const one of cases) this.#add(buildStateWalk(one), task, 1 / cases.length);
  }

  #add({ stays, moves }: ReturnType<typeof buildStateWalk>, task: number, weight: number): void {
    for (const { state, steps, ms } of stays) {
      const known = this.#staysIn(state);
      known.count++;
      known.perTask[task] += weight;
      known.steps.push({ value: steps, task, weight });
      if (ms !== null) known.times.push({ value: ms, task, weight });
      this.visits[task] += weight;
    }
    for (const move of moves) {
      const key = JSON.stringify(move);
      const known = this.moves.get(key) ?? { count: 0, perTask: new Float64Array(this.ones.length) };
      this.moves.set(key, known);
      known.count++;
      known.perTask[task] += weight;
      const out = this.outOf(move[0]);
      this.#out.set(move[0], out);
      out[task] += weight;
    }
  }

  #staysIn(state: string): Stays {
    const known = this.stays.get(state) ?? this.stayOf(state);
    this.stays.set(state, known);
    return known;
  }

  stayOf(state: string): Stays {
    const none = { count: 0, perTask: new Float64Array(this.ones.length), steps: [], times: [] };
    return this.stays.get(state) ?? none;
  }

  perTask(move: string): Float64Array {
    return this.moves.get(move)?.perTask ?? new Float64Array(this.ones.length);
  }

  /** Moves a case; each task counts once. */
  often(move: string): number {
    return this.perTask(move).reduce((sum, one) => sum + one, 0) / this.ones.length;
  }

  outOf(state: string): Float64Array {
    return this.#out.get(state) ?? new Float64Array(this.ones.length);
  }
}
