import type { ModelViews } from '../model/modelPlugin.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import { usePage } from './hooks.ts';

/** The views of the run's model. */
export const useViews = (): ModelViews => usePage(state => getCurrentPlugin(state).views);
