import type { InputDefinition } from '../../../config.ts';

/** What of a run the user may bring files for. */
export const LIBRARIAN_INPUTS: readonly InputDefinition[] = [
  {
    name: 'source',
    noun: 'texts',
    from: 'file or folder',
    fits: { pattern: /\.(md|markdown|txt)$/i, words: '.md or .txt' },
    meaning: 'texts to read (.md, .txt); without it six of ours',
  },
  {
    name: 'memory',
    noun: 'memory',
    from: 'file or folder',
    fits: { pattern: /\.json$/i, words: '.json' },
    meaning: 'memory.json of all, or agent_001.json … of single agents',
  },
  {
    name: 'config',
    noun: 'configuration',
    from: 'file',
    fits: { pattern: /\.json$/i, words: '.json' },
    meaning: 'config.json with prompts, actions and limits',
  },
];
