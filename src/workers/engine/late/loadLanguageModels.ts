import { createLoadErrorHandler } from '../../../engine/core/errors.ts';

/** Loads the client of language models: a run that the policy decides never needs it. @throws NotLoaded */
export const loadLanguageModels = () =>
  import('../deciding/oracles.ts').catch(createLoadErrorHandler('the client of language models'));
