import type { Contrast } from '../../../../engine/models/recorded/sets/resampled.ts';
import type { SetsReport } from '../../../../engine/models/recorded/sets/setsReport.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';

const SETS_TABLE_HEAD = ['A', 'B', 'B − A', 'low', 'high', 'A low', 'A high', 'B low', 'B high'];

/** The figures of a contrast, with its intervals of 95 %; shares are 0 to 1, times in milliseconds. */
const getContrastCells = ({ a, b, difference, intervals }: Contrast): readonly (string | number)[] =>
  [
    a,
    b,
    difference,
    ...getIntervalEnds(intervals.difference),
    ...getIntervalEnds(intervals.a),
    ...getIntervalEnds(intervals.b),
  ].map(value => value ?? '');

const getIntervalEnds = (interval: readonly [number, number] | null): readonly (number | null)[] =>
  interval ?? [null, null];

/** All measures of both sets. */
export const buildSetMeasuresTable = ({ measures }: SetsReport): TableData => ({
  head: ['measure', 'unit', 'tasks in A', 'tasks in B', 'cases in A', 'cases in B', ...SETS_TABLE_HEAD],
  first: 'first',
  rows: measures.map(({ label, unit, tasks, cases, ...contrast }) => [
    ...[label, unit, tasks.a, tasks.b, cases.a, cases.b],
    ...getContrastCells(contrast),
  ]),
});

/** All states: share of the visits, and the medians of their stays. */
export const buildSetStatesTable = ({ states }: SetsReport): TableData => ({
  head: ['state', 'what', 'visits in A', 'visits in B', ...SETS_TABLE_HEAD],
  first: 'most visited',
  rows: states.flatMap(({ state, visits, share, steps, ms, timed }) =>
    (
      [
        ['share of visits', visits, share],
        ['median stay, steps', visits, steps],
        ['median stay, ms', timed, ms],
      ] as const
    ).map(([what, n, contrast]) => [
      escapeInvisibleText(state),
      what,
      n.a,
      n.b,
      ...getContrastCells(contrast),
    ]),
  ),
});

/** The moves that differ most: how often a case makes them, and their share of the moves out of a state. */
export const buildSetMovesTable = ({ moves }: SetsReport): TableData => ({
  head: ['from', 'to', 'what', 'moves in A', 'moves in B', ...SETS_TABLE_HEAD],
  first: 'most different',
  rows: moves.flatMap(({ from, to, moves: { a, b }, share, often }) =>
    (
      [
        ['a case', often],
        ['share of the moves out of the state', share],
      ] as const
    ).map(([what, contrast]) => [
      escapeInvisibleText(from),
      escapeInvisibleText(to),
      what,
      a,
      b,
      ...getContrastCells(contrast),
    ]),
  ),
});

/** Tasks with a different outcome. */
export const buildChangedTasksTable = ({ better, worse }: SetsReport): TableData => ({
  head: ['task', 'succeeded in A', 'of', 'succeeded in B', 'of'],
  first: 'most changed',
  rows: [...better, ...worse].map(({ name, a, b }) => [
    escapeInvisibleText(name),
    ...[a.succeeded, a.of, b.succeeded, b.of],
  ]),
});
