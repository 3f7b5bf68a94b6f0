import type { PreparedCase } from '../governance/prepareCases.ts';
import { CASE_MEASURES, type CaseMeasure } from './caseMeasures.ts';
import type { MeasureContrast, OfBoth } from './report.ts';
import { createRatioFigure, type TwoFigures } from './resampled.ts';

/** Cases of each task that is compared. */
export type TaskCases = readonly (readonly PreparedCase[])[];

interface MeasureFigures extends Pick<MeasureContrast, 'tasks' | 'cases'>, Omit<CaseMeasure, 'of'> {
  readonly figures: readonly TwoFigures[];
}

/**
 * The measures that are told of both sets.
 * @param isPaired whether tasks of equal number are the same @param rest is awaited after each
 */
export async function computeMeasureFigures(
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
  const told = (values: readonly number[][]) =>
    values.map((own, task) => (isPaired && !isTold(task) ? [] : own));
  const both = { a: told(a), b: told(b) };
  const tasks = mapBothSets(both, values => values.filter(({ length }) => length > 0).length);
  if (tasks.a === 0 || tasks.b === 0) return null;
  const isShare = measure.unit === 'share';
  const figures = [mapBothSets(both, values => createTaskMean(values, isShare))];
  return { ...measure, tasks, cases: mapBothSets(both, values => values.flat().length), figures };
}

const collectCaseValues = (cases: readonly PreparedCase[], of: CaseMeasure['of']): number[] =>
  cases.flatMap(one => of(one) ?? []);

/** The same of either set. */
export const mapBothSets = <From, To>({ a, b }: OfBoth<From>, of: (one: From) => To): OfBoth<To> => ({
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
