import { compareCodeUnits } from '../../../files/textFile.ts';
import { getCaseEnd } from '../course.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import type { RecordedInputs } from '../loadRecorded.ts';
import type { RecordedState } from '../recordedState.ts';
import { escapeStateName, NOT_BEGUN } from '../recordedTerms.ts';
import { mapStepsToStates, OTHER } from '../states/mapStepsToStates.ts';
import { CASE_MEASURES, type CaseMeasure } from './caseMeasures.ts';
import { compareGuardedCases } from './compareGuardedCases.ts';
import { pairTasks, type TaskUnit } from './pairs.ts';
import {
  computeContrasts,
  createMedianFigure,
  createRatioFigure,
  type TwoFigures,
  type WeighedValue,
} from './resampled.ts';
import type {
  ChangedTask,
  MeasureContrast,
  MoveContrast,
  OfBoth,
  SetsReport,
  StateContrast,
} from './setsReport.ts';

/** Maximum number of listed tasks of one set alone; the rest are counted. */
const MAX_LISTED_TASKS = 20;

/**
 * Compares two sets of recorded cases, task by task, whole cases independent of the played ticks.
 * @param rest is awaited from time to time
 * @throws InputError for sets that have task labels and none in common
 */
export async function buildSetsReport(
  a: RecordedState,
  b: RecordedState,
  seed: number,
  rest: () => Promise<unknown>,
): Promise<SetsReport> {
  const { a: inA, b: inB, isOther } = unifyStates(a.inputs, b.inputs);
  const { by, units, onlyA, onlyB } = pairTasks(inA, inB);
  const tasks = {
    a: units.flatMap(unit => (unit.a.length > 0 ? [unit.a.map(agent => inA[agent])] : [])),
    b: units.flatMap(unit => (unit.b.length > 0 ? [unit.b.map(agent => inB[agent])] : [])),
  };
  await rest();
  const isPaired = by !== null;
  const measures = await computeMeasureFigures(tasks, isPaired, rest);
  const walks = await computeWalkFigures(tasks, rest);
  await rest();
  const drawn = { a: tasks.a.length, b: tasks.b.length, isPaired };
  const figures = [...measures, ...walks.states, ...walks.moves].flatMap(one => one.figures);
  const rows = await computeContrasts(figures, drawn, seed, rest);
  let next = 0;
  const take = () => rows[next++];
  const only = (names: readonly string[]) => ({
    count: names.length,
    names: names.slice(0, MAX_LISTED_TASKS),
  });
  return {
    kind: 'recorded',
    by,
    tasks: mapBothSets(tasks, ({ length }) => length),
    cases: mapBothSets(tasks, all => all.flat().length),
    all: { a: inA.length, b: inB.length },
    ended: mapBothSets(tasks, countCaseEndings),
    only: { a: only(onlyA), b: only(onlyB) },
    hasTrials: [...tasks.a, ...tasks.b].some(({ length }) => length > 1),
    measures: measures.map(({ figures: _, ...measure }) => ({ ...measure, ...take() })),
    ...findChangedTasks(isPaired ? units : [], inA, inB),
    hasOtherStates: isOther,
    states: walks.states.map(({ figures: _, ...one }) => ({
      ...one,
      share: take(),
      steps: take(),
      ms: take(),
    })),
    moves: walks.moves.map(({ figures: _, ...one }) => ({ ...one, often: take(), share: take() })),
    movesInAll: walks.movesInAll,
    guard: compareGuardedCases([inA, inB]),
  };
}

function countCaseEndings(tasks: TaskCases) {
  const ended = (outcome: string) => tasks.flat().filter(({ source }) => source.outcome === outcome).length;
  return { succeeded: ended('succeeded'), failed: ended('failed') };
}

/** The cases of two sets with states of one mapping. */
interface SameStates {
  readonly a: readonly PreparedCase[];
  readonly b: readonly PreparedCase[];
  /** True if the second set has another mapping by itself. */
  readonly isOther: boolean;
}

/** Gives the steps of both sets the states of the first one's mapping; the rarest of both are one. */
function unifyStates(a: RecordedInputs, b: RecordedInputs): SameStates {
  const text = a.report.mappingText;
  const isOther = b.report.mappingText !== text;
  // Hidden texts have their state recorded, and nothing to derive it from.
  const known = new Map([...countPreparedStates(a), ...(isOther ? [] : countPreparedStates(b))]);
  const { prepared } = mapStepsToStates([...a.read, ...b.read], { name: 'mapping', text }, known);
  return { a: prepared.slice(0, a.read.length), b: prepared.slice(a.read.length), isOther };
}

function* countPreparedStates({ prepared }: RecordedInputs) {
  for (const { source, places, states } of prepared) {
    const stateAt = new Map(places.map((place, i) => [place, states[i]]));
    for (const [place, step] of source.steps.entries()) {
      const state = stateAt.get(place) ?? null;
      if (state !== OTHER) yield [step, state] as const;
    }
  }
}

/** Tasks with a different outcome in the second set, by the share of their cases that succeeded. */
function findChangedTasks(
  units: readonly TaskUnit[],
  inA: readonly PreparedCase[],
  inB: readonly PreparedCase[],
): Pick<SetsReport, 'better' | 'worse' | 'judged'> {
  const judged = units.flatMap(({ name, a, b }) => {
    const [one, other] = [countJudgedCases(a, inA), countJudgedCases(b, inB)];
    if (one.of === 0 || other.of === 0) return [];
    const change = other.succeeded.length / other.of - one.succeeded.length / one.of;
    return [
      {
        change,
        task: { name, a: selectExampleCase(one, change < 0), b: selectExampleCase(other, change > 0) },
      },
    ];
  });
  judged.sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
  return {
    better: judged.flatMap(({ task, change }) => (change > 0 ? [task] : [])),
    worse: judged.flatMap(({ task, change }) => (change < 0 ? [task] : [])),
    judged: judged.length,
  };
}

/** Cases of a task with a known outcome, by their agents. */
interface Judged {
  readonly succeeded: readonly number[];
  readonly failed: readonly number[];
  readonly of: number;
}

function countJudgedCases(agents: readonly number[], set: readonly PreparedCase[]): Judged {
  const ended = (outcome: string) => agents.filter(agent => set[agent].source.outcome === outcome);
  const [succeeded, failed] = [ended('succeeded'), ended('failed')];
  return { succeeded, failed, of: succeeded.length + failed.length };
}

/**
 * With a case that shows the change: if more of them succeed than in the other set one that did, else one that failed.
 */
function selectExampleCase({ succeeded, failed, of }: Judged, isBetter: boolean): ChangedTask['a'] {
  const [agent] = isBetter ? [...succeeded, ...failed] : [...failed, ...succeeded];
  return { succeeded: succeeded.length, of, agent };
}

/** Maximum number of moves with figures. */
const MAX_LISTED_MOVES = 60;

interface WithFigures {
  readonly figures: readonly TwoFigures[];
}

interface WalkFigures {
  readonly states: readonly (Pick<StateContrast, 'state' | 'visits' | 'timed'> & WithFigures)[];
  readonly moves: readonly (Omit<MoveContrast, 'often' | 'share'> & WithFigures)[];
  readonly movesInAll: number;
}

/** The figures of all states, each its share of the visits and the two medians, and of the moves that differ most. */
async function computeWalkFigures(
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
    moves: moves.slice(0, MAX_LISTED_MOVES).map(({ key }) => {
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

/** A stay of a case in a state. */
interface Stay {
  readonly state: string;
  readonly steps: number;
  /** From its first step to the first of the next stay, or to the end of the case; null if no times are recorded. */
  readonly ms: number | null;
}

/** The stays of a case, and its move from each: first from `not begun`, last to its ending. */
interface Walk {
  readonly stays: readonly Stay[];
  readonly moves: readonly (readonly [from: string, to: string])[];
}

/** The walk of a case through the states of its steps. A guard’s decisions are none: they would differ between its arms by definition. */
export function buildStateWalk({ source, stepPlaces: places, stepStates: states }: PreparedCase): Walk {
  const firsts = states.flatMap((state, i) => (state === states[i - 1] ? [] : [i]));
  const beginning = (i: number | undefined) => (i === undefined ? null : source.steps[places[i]].at);
  const last = source.steps[places[states.length - 1]];
  const stays = firsts.map((first, i) => {
    const next = firsts[i + 1];
    const [from, to] = [beginning(first), next === undefined ? (last?.until ?? null) : beginning(next)];
    return {
      state: escapeStateName(states[first]),
      steps: (next ?? states.length) - first,
      ms: from === null || to === null ? null : Math.max(0, to - from),
    };
  });
  const way = [NOT_BEGUN, ...stays.map(({ state }) => state), getCaseEnd(source)];
  return { stays, moves: way.slice(1).map((to, i) => [way[i], to] as const) };
}

/** Cases of each task that is compared. */
type TaskCases = readonly (readonly PreparedCase[])[];

interface MeasureFigures extends Pick<MeasureContrast, 'tasks' | 'cases'>, Omit<CaseMeasure, 'of'> {
  readonly figures: readonly TwoFigures[];
}

/**
 * The measures that both sets have.
 * @param isPaired true if tasks of equal number are the same
 * @param rest is awaited after each
 */
async function computeMeasureFigures(
  sets: OfBoth<TaskCases>,
  isPaired: boolean,
  rest: () => Promise<unknown>,
): Promise<readonly MeasureFigures[]> {
  const all: MeasureFigures[] = [];
  for (const measure of CASE_MEASURES) {
    const figures = computeCaseFigures(sets, isPaired, measure);
    if (figures !== null) all.push(figures);
    await rest();
  }
  return all;
}

function computeCaseFigures(
  sets: OfBoth<TaskCases>,
  isPaired: boolean,
  { of, ...measure }: CaseMeasure,
): MeasureFigures | null {
  const [a, b] = [sets.a, sets.b].map(tasks => tasks.map(cases => collectCaseValues(cases, of)));
  const isTold = (task: number) => a[task].length > 0 && b[task].length > 0;
  const format = (values: readonly number[][]) =>
    values.map((own, task) => (isPaired && !isTold(task) ? [] : own));
  const both = { a: format(a), b: format(b) };
  const tasks = mapBothSets(both, values => values.filter(({ length }) => length > 0).length);
  if (tasks.a === 0 || tasks.b === 0) return null;
  const isShare = measure.unit === 'share';
  const figures = [mapBothSets(both, values => createTaskMean(values, isShare))];
  return { ...measure, tasks, cases: mapBothSets(both, values => values.flat().length), figures };
}

const collectCaseValues = (cases: readonly PreparedCase[], of: CaseMeasure['of']): number[] =>
  cases.flatMap(one => of(one) ?? []);

/** The same of either set. */
const mapBothSets = <From, To>({ a, b }: OfBoth<From>, of: (one: From) => To): OfBoth<To> => ({
  a: of(a),
  b: of(b),
});

const createTaskMean = (values: readonly (readonly number[])[], isShare: boolean) =>
  createRatioFigure(
    Float64Array.from(values, own =>
      own.length === 0 ? 0 : own.reduce((sum, one) => sum + one, 0) / own.length,
    ),
    Float64Array.from(values, own => Number(own.length > 0)),
    isShare,
  );
