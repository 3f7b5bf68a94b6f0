import type { InputDefinition } from '../../../setup/config.ts';

/** Inputs of a run that the user may bring as files. */
export const WORKFLOW_INPUTS: readonly InputDefinition[] = [
  {
    name: 'workflow',
    noun: 'workflow',
    from: 'file',
    fits: { pattern: /\.ya?ml$/i, words: '.yaml' },
    meaning: 'an agent in YAML (default: the agent of the preset)',
  },
];
