import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAsk } from '../faulty/ask.ts';
import { chanceOf } from '../faulty/chance.ts';
import { encode, LISTS, MODEL } from '../faulty/dialects.ts';
import { rightReply } from '../faulty/reply.ts';

export { MODEL };

export interface OracleServer {
  readonly url: string;
  /** All that came, as "GET /path". */
  readonly requests: string[];
  /** Headers of each chat request that came. */
  readonly chats: IncomingHttpHeaders[];
  /** Most chats that were under way at once. */
  most: number;
  /** Answer to chats: the right one after so many milliseconds, a status, or none. */
  answer: { readonly after: number } | { readonly status: number } | 'nothing';
  close(): Promise<void>;
}

/** A faultless server of the OpenAI dialect, for one test. @param cors whether it lets pages read its answers. */
export async function startOracleServer(cors = true): Promise<OracleServer> {
  let underWay = 0;
  const server = createServer(async (request, response) => {
    told.requests.push(`${request.method} ${request.url}`);
    if (cors) allowPages(response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const list = LISTS[`${request.method} ${request.url}`];
    if (list !== undefined) return void response.end(JSON.stringify(list));
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    told.chats.push(request.headers);
    told.most = Math.max(told.most, ++underWay);
    response.on('close', () => underWay--);
    if (told.answer === 'nothing') return;
    if ('status' in told.answer) return void response.writeHead(told.answer.status).end();
    const ask = readAsk('openai', body);
    setTimeout(
      () => response.end(encode(ask, rightReply(ask, chanceOf(1, ask.prompt), 4))),
      told.answer.after,
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const told: OracleServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    chats: [],
    most: 0,
    answer: { after: 0 },
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
  return told;
}

function allowPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
}
