import { notLoaded } from '../engine/errors.ts';

/** A chunk of its own: runs that the policy decides never load it. */
export const loaded = () => import('./oracles.ts').catch(notLoaded('what speaks to language models'));

/** Another: what is told of a run beside its frames, when it is first asked for. */
export const told = () => import('./told.ts').catch(notLoaded('what tells of a run'));
