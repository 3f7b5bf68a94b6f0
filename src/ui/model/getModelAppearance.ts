import type { Tick } from '../../engine/core/indices.ts';
import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import type { RunConfig, Setup } from '../../engine/setup/config.ts';
import type { ChartInfo, SortOrder } from '../../workers/protocol/api.ts';
import type { Placement } from '../charts/placement.ts';
import type { NamedChoice } from '../state/oracleChoices.ts';
import type { PageState } from '../state/pageState.ts';
import type { ModelAppearance, ModelWords, Sort } from './modelAppearance.ts';
import type { PageModel } from './pageModel.ts';
import {
  findModelPlugin,
  findPageModel,
  getCurrentPlugin,
  getDefaultPlugin,
  listPageModels,
} from './registered.ts';

/** The look of a model; an unknown one looks like the default one, on a general sheet. */
export const getModelAppearance = (model: string): ModelAppearance =>
  (findModelPlugin(model) ?? getDefaultPlugin()).look;

/** The look of the run on the screen. */
export const getCurrentAppearance = (state: Pick<PageState, 'run'>): ModelAppearance =>
  getCurrentPlugin(state).look;
/** The words of the run on the screen. */
export function getCurrentModelWords(state: Pick<PageState, 'run'>): ModelWords {
  const { words, wordsOf } = getCurrentAppearance(state);
  return state.run && wordsOf ? wordsOf(state.run.info) : words;
}

/** True if nothing is decided in a model's runs, and nothing left to chance. */
export const isRecordedModel = (model: string): boolean => findPageModel(model)?.isRecorded === true;

/** "seed 7"; empty for a recording, in which nothing is drawn. */
export const formatSeed = ({ model, seed }: Pick<Setup, 'model' | 'seed'>): string =>
  isRecordedModel(model) ? '' : `seed ${seed}`;

/** The models to choose from. */
export const listModelChoices = (): readonly NamedChoice[] =>
  listPageModels().map(({ name, choice }) => ({ value: name, ...choice }));

/** The model of the run on the screen, as it is chosen. */
export const getCurrentModelChoice = ({ run }: Pick<PageState, 'run'>): PageModel['choice'] =>
  (findPageModel(run?.setup.model ?? DEFAULT_SETUP.model) ?? listPageModels()[0]).choice;

/** A model's default run, as the page opens it. */
export const getModelDefaults = (model: string, base: Setup = DEFAULT_SETUP): Setup =>
  model === base.model
    ? base
    : { ...base, ...findPageModel(model)?.defaults, model, agents: null, parameters: {}, changes: [] };

/** Simulated time at the end of a tick. */
export const formatRunClock = (config: RunConfig, tick: Tick): string =>
  getModelAppearance(config.model).clock(config, tick);

/** The chart as its model places it by hand; null if it does not, or for a different chart. */
export const placeByHand = (
  chart: ChartInfo,
  config: RunConfig,
  width: number,
  height: number,
): Placement | null =>
  findModelPlugin(config.model)?.look.place?.(chart, width, height, config.parameters) ?? null;

const BY_ALL: readonly Sort[] = [
  { value: 'activity', label: 'most active first', order: () => ({ by: 'activity' }) },
  { value: 'longest-stay', label: 'longest stay first', order: () => ({ by: 'longest-stay' }) },
  { value: 'failures', label: 'most failures first', order: () => ({ by: 'failures' }) },
  { value: 'id', label: 'by id', order: () => ({ by: 'id' }) },
];

/** True if rows are sorted by something in a chosen state. */
export const isStateSort = (sort: string): sort is 'first-entry' | 'time-in' =>
  sort === 'first-entry' || sort === 'time-in';

/** The ways to sort the rows of this run, the usual one first. */
export function getCurrentSorts(state: Pick<PageState, 'run'>): readonly Sort[] {
  const groups = state.run?.info.config.networkInfo?.groups;
  const byGroup: Sort = {
    value: 'group',
    label: `by ${groups} of the network`,
    order: () => ({ by: 'model', order: 'group', focus: null }),
  };
  return [
    ...getCurrentAppearance(state).timelines.sorts,
    ...BY_ALL,
    ...(groups === undefined ? [] : [byGroup]),
  ];
}

/** The sort in effect: the chosen one, or the default if the run's model does not know it. */
export function getCurrentSort(state: Pick<PageState, 'run' | 'sort' | 'modelParts'>): string {
  const sorts = getCurrentSorts(state).filter(({ missing }) => !missing?.(state));
  const isKnown = isStateSort(state.sort) || sorts.some(({ value }) => value === state.sort);
  return isKnown ? state.sort : sorts[0].value;
}

/** The order in which the engine is to sort the rows. */
export function getCurrentSortOrder(state: PageState): SortOrder {
  const sort = getCurrentSort(state);
  if (isStateSort(sort))
    return { by: sort, state: state.sortState || (state.run?.info.chart.states[1] ?? '') };
  return getCurrentSorts(state)
    .find(({ value }) => value === sort)!
    .order(state);
}
