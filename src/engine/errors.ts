/** Something that the user can mend. The message is one line that names the value and the place. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** Nothing can be asked of the engine any more. Whoever started it was told; others only stop waiting. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}
