import type { Environment } from '../client/environment.ts';
import { createTimeoutReason, followAbortSignal, raceWithAbort } from '../client/limits/aborting.ts';
import { isLocalNetworkUrl, isLoopbackUrl } from './urls.ts';

/** Milliseconds to wait; a server that listens refuses at once. */
const PATIENCE = 3_000;

/** Reason why nothing came from a base URL. */
type ServerRefusal =
  | { readonly kind: 'silent' }
  | { readonly kind: 'origin'; readonly origin: string }
  | { readonly kind: 'permission'; readonly denied: boolean };

/**
 * Finds the reason for a refusal. To a page all refusals look alike, so it looks again in two ways: at the
 * permission for the local network, and with a request whose reply it may not read. Rejects only when
 * aborted.
 */
export async function findRefusalReason(
  url: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<ServerRefusal> {
  const { origin } = environment;
  if (origin === null) return { kind: 'silent' };
  if (isLocalNetworkUrl(url) && !isLoopbackUrl(origin)) {
    const state = await raceWithAbort(environment.localNetwork(), signal);
    if (state === 'denied' || state === 'prompt') return { kind: 'permission', denied: state === 'denied' };
  }
  return (await checkServerListens(url, environment, signal))
    ? { kind: 'origin', origin }
    : { kind: 'silent' };
}

async function checkServerListens(
  url: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<boolean> {
  const own = followAbortSignal(signal);
  environment.wait(PATIENCE, own.signal).then(
    () => own.abort(createTimeoutReason()),
    () => {},
  );
  const init: RequestInit = {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: own.signal,
  };
  try {
    await raceWithAbort(environment.fetch(url, init), own.signal);
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    own.abort();
    own.release();
  }
}
