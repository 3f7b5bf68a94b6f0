import { EngineStopped, UnusableAnswers } from '../../engine/core/errors.ts';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';

/** Whether the engine has stopped; an error from the worker keeps only its name. */
export const isEngineStoppedError = (error: unknown): boolean =>
  error instanceof EngineStopped || (error instanceof Error && error.name === 'EngineStopped');

/** Whether too many answers in a row could not be used; an error from the worker keeps only its name. */
export const isUnusableAnswersError = (error: unknown): boolean =>
  error instanceof UnusableAnswers || (error instanceof Error && error.name === 'UnusableAnswers');

/** Whether a run was not made because of the memory that it takes; an error from the worker keeps only its name. */
export const isRunTooLargeError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TooLarge';

/** Whether something of Statescope's own did not come; an error from the worker keeps only its name. */
export const isNotLoadedError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotLoaded';

/** Whether nothing is asked of an agent, told in the same way. */
export const isAgentNotQueriedError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotAsked';

/** The message of whatever was thrown, as it can be shown. */
export const getErrorMessage = (error: unknown): string =>
  formatPrintableMessage(error instanceof Error ? error.message : String(error));
