/** Tool of a step that is a message and no call. */
export const MESSAGE = 'say';
