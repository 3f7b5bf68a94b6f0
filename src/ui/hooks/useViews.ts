import type { ModelViews } from '../model/plugin.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import { usePage } from './hooks.ts';

/** The views of the run's model. */
export const useViews = (): ModelViews => usePage(state => getCurrentPlugin(state).views);
