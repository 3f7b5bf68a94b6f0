import { EngineStopped, UnusableAnswers } from '../../engine/core/errors.ts';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';

/** True if the engine has stopped; an error from the worker keeps only its name. */
export const isEngineStoppedError = (error: unknown): boolean =>
  error instanceof EngineStopped || (error instanceof Error && error.name === 'EngineStopped');

/** True if too many answers in a row were unusable; an error from the worker keeps only its name. */
export const isUnusableAnswersError = (error: unknown): boolean =>
  error instanceof UnusableAnswers || (error instanceof Error && error.name === 'UnusableAnswers');

/** True if a run was refused because of its memory; an error from the worker keeps only its name. */
export const isRunTooLargeError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TooLarge';

/** True if a part of Statescope did not come; an error from the worker keeps only its name. */
export const isNotLoadedError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotLoaded';

/** True if nothing is asked of an agent, recognised in the same way. */
export const isAgentNotQueriedError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotAsked';

/** The message of whatever was thrown, as it can be shown. */
export const getErrorMessage = (error: unknown): string =>
  formatPrintableMessage(error instanceof Error ? error.message : String(error));
