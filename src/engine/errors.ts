/** Something that the user can mend. The message is one line that names the value and the place. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
