import { InputError } from '../engine/errors.ts';

/** A chunk of its own: runs that the policy decides never load it. */
export const loaded = () =>
  import('./oracles.ts').catch(() => {
    throw new InputError(
      'the part that speaks to language models could not be loaded; is this page’s server still there?',
    );
  });
