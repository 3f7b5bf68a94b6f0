import { type AddressInfo, createServer } from 'node:net';

/** A port of this machine that nobody listens on: what an earlier run left behind cannot be in the way. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
