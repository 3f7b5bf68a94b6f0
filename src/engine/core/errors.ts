import { formatPrintableMessage } from './formatQuotedText.ts';

/** A mistake that the user can mend. The message is one line that names the value and the place. */
export class InputError extends Error {
  override readonly name: string = 'InputError';

  constructor(message: string, options?: ErrorOptions) {
    super(formatPrintableMessage(message), options);
  }
}

/** A run whose tick broke off: its data do not form a sealed tick any more. */
export class BrokenRun extends Error {
  override readonly name = 'BrokenRun';
}

/** A part of Statescope, or a file that comes with it, did not come; a later try may have it. */
export class NotLoaded extends InputError {
  override readonly name = 'NotLoaded';
}

/** Several mistakes in one text: after its first line the message has one line for each. */
export class InputErrors extends InputError {}

/** A run that takes more memory than is taken unasked; one may want it all the same. */
export class TooLarge extends InputError {
  override readonly name = 'TooLarge';
}

/** An oracle cannot go on; the run stays sealed at its last tick. The message is one line for the user. */
export class OracleHalt extends Error {
  override readonly name: string = 'OracleHalt';

  constructor(message: string, options?: ErrorOptions) {
    super(formatPrintableMessage(message), options);
  }
}

/** Too many answers in a row could not be used; one may go on over them. */
export class UnusableAnswers extends OracleHalt {
  override readonly name = 'UnusableAnswers';
}

/** @throws OracleHalt if an oracle gives a reason to pause the run after its tick */
export function pauseOnOracleTrouble({
  trouble,
  isUnusable,
}: {
  readonly trouble?: string | null;
  readonly isUnusable?: boolean;
}): void {
  if (trouble) throw new (isUnusable ? UnusableAnswers : OracleHalt)(trouble);
}

/** The engine has died. Its starter has been notified; other callers merely stop waiting. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}

/**
 * Handler for a part of Statescope that is loaded when it is wanted and did not come.
 * @param what the part, as the user knows it.
 * @throws NotLoaded in one line
 */
export const createLoadErrorHandler =
  (what: string) =>
  (cause: unknown): never => {
    throw new NotLoaded(`${what} could not be loaded; is Statescope’s server still there?`, { cause });
  };
