/** A page in a browser that is no Chromium: only what its protocol and another's have in common. */
export interface BrowserPage {
  /** Name and version. */
  readonly version: string;
  /** Errors of the page's console since they were taken last. */
  takeErrors(): readonly string[];
  open(address: string): Promise<void>;
  /**
   * Runs a function in the page, of which only its source gets there.
   * @param given what JSON can hold
   */
  run<Given, Result>(task: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>;
  /** Presses a key or two together, named as in KeyboardEvent.key: `Enter`, `Control+Enter`. */
  press(keys: string): Promise<void>;
  /** PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** CSS pixels of a window. */
export const WINDOW = { width: 1440, height: 900 };
