/** The oracles' environment; tests bring their own. */
export interface Environment {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Resolves after the given milliseconds; rejects when aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** [0, 1), for the jitter of retries only. */
  random(): number;
  /** The page's origin; null without a page. */
  readonly origin: string | null;
  /** The browser's permission for the page to reach the local network; `null` if there is no such permission. */
  localNetwork(): Promise<PermissionState | null>;
}

/** Names that browsers have used for this permission, newest first. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];

/** The real environment: a window's, a worker's or Node's. */
export const createSystemEnvironment = (): Environment => ({
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => performance.now(),
  wait: waitWithSignal,
  random: () => Math.random(),
  origin: getPageOrigin(),
  localNetwork: queryLocalNetworkPermission,
});

function waitWithSignal(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}

function getPageOrigin(): string | null {
  const inPage = 'WorkerGlobalScope' in globalThis || 'window' in globalThis;
  return inPage ? (globalThis.location?.origin ?? null) : null;
}

async function queryLocalNetworkPermission(): Promise<PermissionState | null> {
  const permissions = globalThis.navigator?.permissions;
  if (permissions === undefined) return null;
  for (const name of PERMISSIONS) {
    try {
      return (await permissions.query({ name: name as PermissionName })).state;
    } catch {
      // A browser that does not know the name throws.
    }
  }
  return null;
}
