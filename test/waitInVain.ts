/** Gives what must not happen the time to happen. A test that waits for something to happen polls for that instead. */
export const waitInVain = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));
