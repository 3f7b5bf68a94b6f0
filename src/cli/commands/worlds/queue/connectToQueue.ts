import { Redis } from 'ioredis';
import type { QueueAddress } from './parseQueueAddress.ts';

/** Milliseconds to establish a connection, and to wait for an answer before reconnecting. */
const CONNECT = 5_000;
const QUEUE_SILENCE_MS = 20_000;
/** Most milliseconds between two tries to connect again. */
const MAX_PAUSE_MS = 2_000;

/**
 * Opens a connection that outlasts an absence of the server: commands wait until it is back, which is reported once.
 * @throws Error naming the address if nothing answers at the start
 */
export async function connectToQueue(address: QueueAddress, say: (line: string) => void): Promise<Redis> {
  const { host, port, db, username, password, isEncrypted } = address;
  let wasThere = false;
  let failure: Error | null = null;
  const redis = new Redis({
    ...{ host, port, db, username, password, lazyConnect: true },
    ...(isEncrypted && { tls: {} }),
    ...{ connectTimeout: CONNECT, socketTimeout: QUEUE_SILENCE_MS, maxRetriesPerRequest: null },
    retryStrategy: times => (wasThere ? Math.min(times * 100, MAX_PAUSE_MS) : null),
  });
  redis.on('error', (error: Error) => {
    failure = error;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw new Error(`no queue at ${address.shown}: ${describeQueueError(failure ?? error)}`);
  }
  wasThere = true;
  reportServerAbsence(redis, address, say);
  return redis;
}

function reportServerAbsence(redis: Redis, { shown }: QueueAddress, say: (line: string) => void): void {
  let isAway = false;
  redis.on('reconnecting', () => {
    if (!isAway) say(`${shown} is away; waiting for it\n`);
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) say(`${shown} is back\n`);
    isAway = false;
  });
}

/** True if something failed because the server went away or is not ready yet. */
export const isConnectionLoss = ({ message }: Error): boolean =>
  /connection|socket|ECONN|EPIPE|ETIMEDOUT|^LOADING|^MASTERDOWN/i.test(message);

/** In words that repeat nothing of what was sent. */
function describeQueueError(error: unknown): string {
  const { message } = error as Error;
  if (message.startsWith('NOAUTH')) return 'it wants a password';
  if (message.startsWith('WRONGPASS')) return 'it takes neither this user nor this password';
  return message === '' ? 'nothing answers' : message;
}
