/** What the oracles use of the world; tests bring their own. */
export interface Outside {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Resolves after so many milliseconds; rejects when aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** [0, 1), for the jitter of retries only. */
  random(): number;
  /** The page's origin; null where there is no page. */
  readonly origin: string | null;
  /** Whether the browser lets the page reach the local network; `null` where nobody asks. */
  localNetwork(): Promise<PermissionState | null>;
}
