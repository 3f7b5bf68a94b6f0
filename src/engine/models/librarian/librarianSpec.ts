import type { ModelSpec } from '../../model/model.ts';
import { LIBRARIAN_INPUTS } from './inputs/librarianInputs.ts';
import { LIBRARIAN_DEFAULTS } from './librarianDefaults.ts';
import { LibrarianDomain } from './librarianDomain.ts';
import { LIBRARIAN_PARAMETERS, PRESETS } from './librarianParameters.ts';
import { LIBRARIAN_OUTCOMES, READER_SUBJECT } from './reports/librarianOutcomes.ts';

/** Facts about the model, without its code. */
export const LIBRARIAN: ModelSpec = {
  name: 'librarian',
  presets: PRESETS,
  parameters: LIBRARIAN_PARAMETERS,
  asks: 'texts',
  usesNetwork: false,
  inputs: LIBRARIAN_INPUTS,
  agents: 'readers (18)',
  domains: LibrarianDomain,
  outcomes: LIBRARIAN_OUTCOMES,
  subject: READER_SUBJECT,
  compares: 'recall and tokens of each strategy, with paging and without',
  agentFiles: { option: 'memory-out', meaning: 'memory.json of every agent, whole after each cycle' },
  defaults: LIBRARIAN_DEFAULTS,
};
