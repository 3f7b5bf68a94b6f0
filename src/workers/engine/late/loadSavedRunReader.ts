import { createLoadErrorHandler } from '../../../engine/core/errors.ts';

/** Loads what reads a kept run. @throws NotLoaded */
export const loadSavedRunReader = () =>
  import('../savedRuns/savedRunReading.ts').catch(createLoadErrorHandler('the part that reads saved runs'));
