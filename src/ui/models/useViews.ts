import { usePage } from '../hooks.ts';
import type { ModelViews } from './plugin.ts';
import { pluginNow } from './registered.ts';

/** The views of the run's model. */
export const useViews = (): ModelViews => usePage(state => pluginNow(state).views);
