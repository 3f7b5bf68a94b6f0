import type { InputDefinition } from '../../../config.ts';

/** What of a run the user may bring files for. */
export const WORKFLOW_INPUTS: readonly InputDefinition[] = [
  {
    name: 'workflow',
    noun: 'workflow',
    from: 'file',
    fits: { pattern: /\.ya?ml$/i, words: '.yaml' },
    meaning: 'an agent in YAML; without it the one that the preset names',
  },
];
