import { InputError } from '../engine/errors.ts';

/** Its own part of the program: whoever lets the policy decide never loads it. */
export const loaded = () =>
  import('./oracles.ts').catch(() => {
    throw new InputError(
      'what speaks to language models could not be loaded; is this page’s server still there?',
    );
  });
