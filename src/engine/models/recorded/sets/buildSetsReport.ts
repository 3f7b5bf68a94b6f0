import type { RecordedState } from '../state.ts';
import { computeMeasureFigures, mapBothSets, type TaskCases } from './computeMeasureFigures.ts';
import { computeWalkFigures } from './computeWalkFigures.ts';
import { findChangedTasks } from './findChangedTasks.ts';
import { pairTasks } from './pairs.ts';
import type { SetsReport } from './report.ts';
import { computeContrasts } from './resampled.ts';
import { unifyStates } from './unifyStates.ts';

/** Names of tasks of one set alone that are told; the rest are counted. */
const TOLD = 20;

/**
 * Two sets of recorded cases, task by task, whole cases whatever has been played.
 * @param rest is awaited now and then @throws InputError for sets that tell their tasks and have none in common
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
  const told = await computeContrasts(figures, drawn, seed, rest);
  let next = 0;
  const take = () => told[next++];
  const only = (names: readonly string[]) => ({ count: names.length, names: names.slice(0, TOLD) });
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
  };
}

function countCaseEndings(tasks: TaskCases) {
  const ended = (outcome: string) => tasks.flat().filter(({ source }) => source.outcome === outcome).length;
  return { succeeded: ended('succeeded'), failed: ended('failed') };
}
