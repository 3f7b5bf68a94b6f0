import { DEFAULT_SETUP } from '../../engine/models/usual.ts';
import type { PageState } from '../store/pageState.ts';
import type { ModelPlugin } from './plugin.ts';

const PLUGINS = new Map<string, ModelPlugin>();

/** Makes models known to the page; the registry does it, once. */
export function register(...plugins: readonly ModelPlugin[]): void {
  for (const plugin of plugins) PLUGINS.set(plugin.name, plugin);
}

/** The registered models, in the order of their registration. */
export const plugins = (): readonly ModelPlugin[] => [...PLUGINS.values()];

/** A model's plugin; undefined for a model that the page does not know. */
export const pluginNamed = (name: string): ModelPlugin | undefined => PLUGINS.get(name);

/** The default model's plugin. @throws Error where no model has been registered */
export function usualPlugin(): ModelPlugin {
  const plugin = PLUGINS.get(DEFAULT_SETUP.model);
  if (plugin === undefined) throw new Error(`the page does not know model ${DEFAULT_SETUP.model}`);
  return plugin;
}

/** The plugin of the run on the screen. */
export const pluginNow = ({ run }: Pick<PageState, 'run'>): ModelPlugin =>
  (run && PLUGINS.get(run.setup.model)) ?? usualPlugin();
