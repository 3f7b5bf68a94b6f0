import type { Server } from 'node:http';
import { InputError } from '../../engine/core/errors.ts';

/** Addresses of this machine that nobody else reaches. */
export const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];
/** Addresses by which every name of this machine leads here. */
export const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** The address, such as "localhost:4318", once a server listens there. @throws InputError if it cannot */
export function listenAt(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new InputError(
          error.code === 'EADDRINUSE'
            ? `port ${port} is in use; choose another one with --port`
            : `cannot listen at ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      const own = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`${[...LOOPBACK_HOSTS, ...EVERY_ADDRESS].includes(host) ? 'localhost' : host}:${own}`);
    });
  });
}

/** Resolves when the user or the system ends the program. */
export const waitForEndSignal = (): Promise<void> =>
  new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
