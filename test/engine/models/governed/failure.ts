import { InputError } from '../../../../src/engine/core/errors.ts';

/** The message with which something fails that the user can mend. */
export function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'no error';
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
