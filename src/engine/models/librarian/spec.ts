import type { ModelSpec } from '../../model.ts';
import { NO_NETWORK } from '../../setup.ts';
import { LibrarianDomain } from './domain.ts';
import { LIBRARIAN_OUTCOMES } from './outcomes.ts';
import { LIBRARIAN_PARAMETERS, PRESETS } from './parameters.ts';

export const LIBRARIAN: ModelSpec = {
  name: 'librarian',
  presets: PRESETS,
  parameters: LIBRARIAN_PARAMETERS,
  asks: 'texts',
  usesNetwork: false,
  inputs: [
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
  ],
  agents: 'readers (12)',
  domains: LibrarianDomain,
  outcomes: LIBRARIAN_OUTCOMES,
  compares: 'recall and tokens of each strategy, with paging and without',
  agentFiles: { option: 'memory-out', meaning: 'memory.json of every agent, whole after each cycle' },
  defaults: { network: NO_NETWORK, preset: 'pairs', seed: 3 },
};
