import { InputError } from '../engine/errors.ts';

/** The oracles' chunk: runs decided by the policy never load it. */
export const loaded = () =>
  import('./oracles.ts').catch(() => {
    throw new InputError(
      'the part that speaks to language models could not be loaded; is this page’s server still there?',
    );
  });
