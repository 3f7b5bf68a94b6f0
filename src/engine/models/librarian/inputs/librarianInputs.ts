import type { InputDefinition } from '../../../setup/config.ts';

/** Inputs of a run that the user may bring as files. */
export const LIBRARIAN_INPUTS: readonly InputDefinition[] = [
  {
    name: 'source',
    noun: 'texts',
    from: 'file or folder',
    fits: { pattern: /\.(md|markdown|txt)$/i, words: '.md or .txt' },
    meaning: 'texts to read, .md or .txt (default: six built-in texts)',
  },
  {
    name: 'memory',
    noun: 'memory',
    from: 'file or folder',
    fits: { pattern: /\.json$/i, words: '.json' },
    meaning: 'memory.json for all agents, or agent_001.json … for single ones',
  },
  {
    name: 'config',
    noun: 'configuration',
    from: 'file',
    fits: { pattern: /\.json$/i, words: '.json' },
    meaning: 'config.json with prompts, actions and limits',
  },
];
