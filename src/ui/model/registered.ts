import { createLoadErrorHandler } from '../../engine/core/errors.ts';
import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import type { PageState } from '../state/pageState.ts';
import type { ModelPlugin } from './modelPlugin.ts';
import type { PageModel } from './pageModel.ts';

const MODELS = new Map<string, PageModel>();
/** Their halves of the page, as far as they are there. */
const PLUGINS = new Map<string, ModelPlugin>();
const HUES: Record<string, string> = Object.create(null);

/** Makes models known to the page; the registry does it, once. */
export function registerPageModels(...models: readonly PageModel[]): void {
  for (const model of models) {
    MODELS.set(model.name, model);
    Object.assign(HUES, model.hues);
    if (typeof model.half !== 'function') PLUGINS.set(model.name, model.half);
  }
}

/** All models, in the order in which they can be chosen. */
export const listPageModels = (): readonly PageModel[] => [...MODELS.values()];

/** States of any model that share a hue with one that a token names. */
export const getSharedHues = (): Readonly<Record<string, string>> => HUES;

/** The page's entry of a model; undefined for an unknown name. */
export const findPageModel = (name: string): PageModel | undefined => MODELS.get(name);

/** A model's half of the page, once it has been loaded. */
export const findModelPlugin = (name: string): ModelPlugin | undefined => PLUGINS.get(name);

/**
 * Loads a model's half of the page, before the first of its runs is on it; null: it is there. Rejects, in one line, if
 * it cannot be loaded.
 */
export function loadModelPlugin(name: string): Promise<void> | null {
  const model = MODELS.get(name);
  if (model === undefined || PLUGINS.has(name) || typeof model.half !== 'function') return null;
  return loadModelHalf(model, model.half);
}

async function loadModelHalf({ name, choice }: PageModel, half: () => Promise<ModelPlugin>): Promise<void> {
  const plugin = await half().catch(createLoadErrorHandler(`the model “${choice.label}”`));
  PLUGINS.set(name, plugin);
}

/** The plugin of an empty set-up. @throws Error if no model has been registered */
export function getDefaultPlugin(): ModelPlugin {
  const plugin = PLUGINS.get(DEFAULT_SETUP.model);
  if (plugin === undefined) throw new Error(`the page does not know model ${DEFAULT_SETUP.model}`);
  return plugin;
}

/** The plugin of the run on the screen. */
export const getCurrentPlugin = ({ run }: Pick<PageState, 'run'>): ModelPlugin =>
  (run && PLUGINS.get(run.setup.model)) ?? getDefaultPlugin();
