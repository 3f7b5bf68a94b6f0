/** What a question takes when a language model reads it: a part of the engine that runs of the policy never load. */
export { adaptShared } from './kin.ts';
export { kindSituationOf, shownWords, situationOf } from './prompt.ts';
