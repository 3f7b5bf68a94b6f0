import { createLoadErrorHandler } from '../../../core/errors.ts';

type Deeds = typeof import('./deeds.ts');

let loaded: Deeds | null = null;

/** Loads what changes do to a society. */
export async function loadInterventions(): Promise<void> {
  loaded ??= await import('./deeds.ts').catch(createLoadErrorHandler('the part that changes a society'));
}

/** @throws Error where it has not been loaded */
export function getInterventions(): Deeds {
  if (loaded === null) throw new Error('what changes do to a society is not loaded');
  return loaded;
}
