import { type DataColumn, type DataValue, defineColumn } from '../model/dataTable.ts';
import { computePlanId, getJobSeed, type Job, type Plan } from './worldPlan.ts';

const LEADING: readonly DataColumn[] = [
  defineColumn(
    'plan',
    'text',
    'twelve digits that identify the set-up, its changes and the version of the engine',
  ),
  defineColumn('arm', 'integer', 'number of the set-up that was played, from 0 on'),
  defineColumn(
    'label',
    'text',
    'the change or swept values of the arm in words; `baseline` for the set-up as it is',
  ),
  defineColumn('is_baseline', 'boolean', 'true for the set-up as it is, without a change', {
    missing: 'no arm of the sweep has the set-up’s own values',
  }),
];
const WORLD_COLUMNS: readonly DataColumn[] = [
  defineColumn('world', 'integer', 'number of the world, the same in all arms; 0 for the run itself'),
  defineColumn(
    'seed',
    'integer',
    'seed by which the world draws; `run --seed` plays it, unless there was a `--from`',
  ),
];

/** Columns that say to which world of a plan a row belongs: the first ones of each table. */
export const listWorldKeys = (plan: Plan): readonly DataColumn[] => [
  ...LEADING,
  ...listSweptNames(plan).map(name => defineSwept(plan, name)),
  ...WORLD_COLUMNS,
];

const listSweptNames = ({ arms }: Plan): readonly string[] => [
  ...new Set(arms.flatMap(({ values }) => Object.keys(values))),
];

function defineSwept({ arms }: Plan, name: string): DataColumn {
  const kinds = new Set(arms.map(({ values }) => typeof values[name]));
  const type = kinds.size > 1 || kinds.has('string') ? 'text' : kinds.has('boolean') ? 'boolean' : 'number';
  return defineColumn(name, type, 'value of the swept parameter', { pattern: 'PARAMETER' });
}

/** The arm that is the set-up as it is: the first, or that of a sweep with its own values; −1 for none. */
export const findBaselineArm = (plan: Plan): number =>
  listSweptNames(plan).length > 0 ? plan.arms.findIndex(({ isOwn }) => isOwn) : 0;

/** Creates a function that gives the cells of `listWorldKeys` for a world. */
export function createWorldKeys(plan: Plan): (job: Job) => readonly DataValue[] {
  const id = computePlanId(plan);
  const swept = listSweptNames(plan);
  const baseline = findBaselineArm(plan);
  return job => {
    const { arm, world } = job;
    const { label, values } = plan.arms[arm];
    const isBaseline = baseline < 0 ? null : arm === baseline;
    return [
      ...[id, arm, isBaseline ? 'baseline' : label, isBaseline],
      ...swept.map(name => values[name] ?? null),
      ...[world, getJobSeed(plan, job)],
    ];
  };
}
