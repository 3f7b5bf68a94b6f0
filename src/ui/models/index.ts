import type { PageModel } from '../model/pageModel.ts';
import { registerPageModels } from '../model/registered.ts';
import { chart } from './chart/index.ts';
import { governed } from './governed/index.ts';
import { librarian } from './librarian/index.ts';
import { recorded } from './recorded/index.ts';
import { social } from './social/index.ts';
import { workflow } from './workflow/index.ts';

/** The models that the page knows, in the order in which they stand to be chosen. */
const MODELS: readonly PageModel[] = [social, governed, librarian, workflow, chart, recorded];

/** Registers the models; comes before anything else, because the page's state begins with a model. */
export const registerModels = (): void => registerPageModels(...MODELS);
