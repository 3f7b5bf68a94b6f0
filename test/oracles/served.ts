import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Served {
  readonly url: string;
  readonly heard: Heard[];
  /** Requests without an end yet. */
  open: number;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()));
});

/** A server on 127.0.0.1 for one test. */
export async function serve(answer: (heard: Heard, response: ServerResponse) => void): Promise<Served> {
  const served: Served = { url: '', heard: [], open: 0 };
  const server = createServer(async (request, response) => {
    served.open++;
    response.on('close', () => served.open--);
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: path = '', headers } = request;
    const heard = { method, path, headers, body };
    served.heard.push(heard);
    answer(heard, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(() => resolve()));
  });
  return Object.assign(served, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Always the same reply. */
export const says = (body: string | Buffer, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  serve((_, response) => response.writeHead(status, headers).end(body));

/** Until it is true, for ten seconds at most. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !isTrue(); i++) await new Promise(resolve => setTimeout(resolve, 10));
}
