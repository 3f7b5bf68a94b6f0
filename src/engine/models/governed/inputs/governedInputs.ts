import type { InputDefinition } from '../../../setup/config.ts';

/** Inputs of a run that the user may bring as files. */
export const GOVERNED_INPUTS: readonly InputDefinition[] = [
  {
    name: 'corpus',
    noun: 'documents',
    from: 'folder',
    fits: { pattern: /\.(md|markdown|txt)$/i, words: '.md or .txt' },
    meaning: '.md and .txt files to search (default: the built-in handbook)',
  },
  {
    name: 'missions',
    noun: 'list of missions',
    from: 'file',
    fits: { pattern: /\.(json|txt)$/i, words: '.json or .txt' },
    meaning: 'goals, one per line, or JSON with answers to judge by (default: 24 built-in goals)',
  },
];
