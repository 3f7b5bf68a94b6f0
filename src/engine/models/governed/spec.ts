import type { ModelSpec } from '../../model.ts';
import { NO_NETWORK } from '../../setup.ts';
import { GovernedDomain } from './domain.ts';
import { GOVERNED_OUTCOMES } from './outcomes.ts';
import { GOVERNED_PARAMETERS, PRESETS } from './parameters.ts';

export const GOVERNED: ModelSpec = {
  name: 'governed',
  presets: PRESETS,
  parameters: GOVERNED_PARAMETERS,
  asks: 'texts',
  usesNetwork: false,
  inputs: [
    {
      name: 'corpus',
      noun: 'documents',
      from: 'folder',
      fits: { pattern: /\.(md|markdown|txt)$/i, words: '.md or .txt' },
      meaning: '.md and .txt files to search; without it our handbook',
    },
    {
      name: 'missions',
      noun: 'list of missions',
      from: 'file',
      fits: { pattern: /\.(json|txt)$/i, words: '.json or .txt' },
      meaning: 'goals, one a line, or JSON; without it 24 of ours',
    },
  ],
  agents: 'missions, repeated where there are fewer',
  domains: GovernedDomain,
  outcomes: GOVERNED_OUTCOMES,
  compares: 'what governance saves, the same answers without it and with it',
  defaults: { network: NO_NETWORK, preset: 'showcase', seed: 7 },
};
