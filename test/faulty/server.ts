import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Dialect, readAsk } from './ask.ts';
import { chanceOf } from './chance.ts';
import { failure, LISTS } from './dialects.ts';
import { Exchange, type FaultOptions, type Held } from './exchange.ts';
import { answerFaults } from './faults/answer.ts';
import { bodyFaults } from './faults/body.ts';
import { connectionFaults } from './faults/connection.ts';
import type { Fault } from './faults/fault.ts';
import { statusFaults } from './faults/status.ts';

const SERVED = {
  none: { line: 'every answer is right', act: exchange => exchange.answer() },
  ...connectionFaults,
  ...statusFaults,
  ...bodyFaults,
  ...answerFaults,
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof SERVED | 'refused';

/** Every fault with what it does, in one line. */
export const FAULTS: readonly (Omit<Fault, 'act'> & { readonly name: FaultName })[] = [
  { name: 'refused', line: 'nothing listens at the address' },
  ...Object.entries<Fault>(SERVED).map(([name, { act: _, ...told }]) => ({
    name: name as FaultName,
    ...told,
  })),
];

export interface FaultyOptions extends Partial<FaultOptions> {
  readonly fault: FaultName;
  readonly seed: number;
  /** How many of the prompts the fault strikes, 0 to 1; which ones hangs on the seed alone. Default 1. */
  readonly share?: number;
  /** The fault strikes this many attempts of a prompt; default: all, and 3 with `storm-503`. */
  readonly attempts?: number;
}

export interface Faulty {
  readonly url: string;
  /** Chat requests that have come, each redirected or repeated one among them. */
  readonly requests: number;
  /** Chat requests whose answer is neither complete nor broken off. */
  readonly pending: number;
  /** Connections that are open now; Node's fetch opens a new one when a request is aborted. */
  readonly open: number;
  close(): Promise<void>;
}

const CHATS: Readonly<Record<string, Dialect>> = {
  'POST /api/chat': 'ollama',
  'POST /v1/chat/completions': 'openai',
};

/** Starts a server of both dialects on 127.0.0.1 that fails in one way. */
export async function startFaulty(options: FaultyOptions): Promise<Faulty> {
  const sockets = new Set<Socket>();
  const { chat, counts, end } = chats(options);
  const server = createServer((request, response) => void serve(request, response, chat));
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    end();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    return closed(server);
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (options.fault === 'refused') await close();
  return {
    url,
    get requests() {
      return counts.requests;
    },
    get pending() {
      return counts.pending;
    },
    get open() {
      return sockets.size;
    },
    close,
  };
}

type Chat = (dialect: Dialect, body: string, response: ServerResponse) => void;

function chats({ fault, seed, share = 1, ...options }: FaultyOptions) {
  const { attempts = fault === 'storm-503' ? 3 : Infinity } = options;
  const served = { letters: 4, delay: fault === 'reversed' ? 20 : 1000, retryAfter: 1, ...options };
  const held: Held = { exchanges: [], timer: undefined };
  const counts = { requests: 0, pending: 0 };
  const tries = new Map<string, number>();
  const chat: Chat = (dialect, body, response) => {
    counts.requests++;
    const ask = readAsk(dialect, body);
    counts.pending++;
    response.on('close', () => counts.pending--);
    const chance = chanceOf(seed, ask.prompt);
    const before = tries.get(ask.prompt) ?? 0;
    tries.set(ask.prompt, before + 1);
    const exchange = new Exchange(ask, response, chance, served, held);
    const struck = fault !== 'refused' && before < attempts && chance('share') < share;
    const act: Fault['act'] = struck ? SERVED[fault].act : SERVED.none.act;
    act(exchange);
  };
  return { chat, counts, end: () => clearTimeout(held.timer) };
}

async function serve(request: IncomingMessage, response: ServerResponse, chat: Chat): Promise<void> {
  allowAnyOrigin(request, response);
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const route = `${request.method} ${request.url?.split('?')[0]}`;
  const list = LISTS[route];
  const dialect = CHATS[route];
  try {
    const body = await read(request);
    if (dialect !== undefined) return chat(dialect, body, response);
    const text = list === undefined ? failure('ollama', 'not found') : JSON.stringify(list);
    response.writeHead(list === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text);
  } catch (error) {
    if (!response.headersSent) response.writeHead(400);
    response.end(failure(dialect ?? 'ollama', String(error)));
  }
}

function allowAnyOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = headers['access-control-request-headers'];
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'retry-after');
  if (wanted === undefined) return;
  response.setHeader('access-control-allow-headers', wanted);
  response.setHeader('access-control-allow-methods', 'GET, POST');
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const closed = (server: Server): Promise<void> => new Promise(resolve => server.close(() => resolve()));
