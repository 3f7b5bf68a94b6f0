import { GOVERNED_PLUGIN } from './governed/plugin.ts';
import { LIBRARIAN_PLUGIN } from './librarian/plugin.ts';
import type { ModelPlugin } from './plugin.ts';
import { register } from './registered.ts';
import { SOCIAL_PLUGIN } from './social/plugin.ts';
import { WORKFLOW_PLUGIN } from './workflow/plugin.ts';

/** The models that the page knows, in the order of the list of choices. */
const MODELS: readonly ModelPlugin[] = [SOCIAL_PLUGIN, GOVERNED_PLUGIN, LIBRARIAN_PLUGIN, WORKFLOW_PLUGIN];

/** Registers the models; comes before anything else, because the page's state begins with a model. */
export const registerModels = (): void => register(...MODELS);
