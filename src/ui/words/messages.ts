import { EngineStopped } from '../../engine/errors.ts';

/** Whether the engine has stopped; an error from the worker keeps only its name. */
export const isStopped = (error: unknown): boolean =>
  error instanceof EngineStopped || (error instanceof Error && error.name === 'EngineStopped');

/** Name of the button that has an edge list read the other way round. */
export const SWAP = 'Swap';

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
