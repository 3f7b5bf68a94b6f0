import { createLoadErrorHandler } from '../../../engine/core/errors.ts';

/** Loads what pauses a run that plays. @throws NotLoaded */
export const loadPauseWatch = () =>
  import('../pauseWatch.ts').catch(createLoadErrorHandler('the part that pauses runs'));
