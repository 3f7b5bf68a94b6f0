import { randomUUID } from 'node:crypto';
import {
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { sha256OfText } from '#sha256';
import type { GuardCosts } from '../../../engine/guard/guardCall.ts';
import type { GuardPolicy } from '../../../engine/guard/guardPolicy.ts';
import { appendState } from './appendState.ts';
import { createUsageReader } from './createUsageReader.ts';
import { ProxySession } from './proxySession.ts';
import { type ChatDialect, getChatDialect, readConversation } from './readConversation.ts';
import { writeAnswer } from './writeAnswer.ts';

/** Header by which a client names its session. */
export const SESSION_HEADER = 'x-statescope-session';
/** Sessions in memory; older ones are read from their files again. */
const MAX_OPEN_SESSIONS = 500;
const MAX_BODY_BYTES = 100_000_000;
/** Headers of one connection that are not passed on. */
const OWN_HEADERS = new Set([
  ...[
    'host',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'content-length',
    'upgrade',
    'proxy-connection',
  ],
  ...['accept-encoding', 'expect', SESSION_HEADER],
]);

/** Settings of a proxy. */
interface GuardProxyOptions {
  /** Base URL of the model's server, with or without the beginning of the requests' paths. */
  readonly upstream: URL;
  readonly policy: GuardPolicy;
  /** Folder of the sessions. */
  readonly sessions: string;
  /** Takes errors inside the guard: the request goes to the model all the same. */
  readonly noteFault: (message: string) => void;
  /** Gets the id of a session in which something is new. */
  readonly onNews?: (session: string) => void;
}

/** A server that passes requests on to a language model, and answers in its place once the guard stops a session. */
export function createGuardProxy(options: GuardProxyOptions): Server {
  const sessions = new SessionCache(options);
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };
  const server = createServer((request, response) => {
    void answerRequest(request, response, { ...options, sessions, agents }).catch(error => {
      options.noteFault(error instanceof Error ? error.message : String(error));
      endWithError(response, 502, 'the guard’s proxy failed; its faults.log says why');
    });
  });
  server.on('close', () => {
    for (const agent of Object.values(agents)) agent.destroy();
  });
  return server;
}

interface ProxyParts extends Omit<GuardProxyOptions, 'sessions'> {
  readonly sessions: SessionCache;
  readonly agents: Readonly<Record<'http:' | 'https:', HttpAgent>>;
}

/** Open sessions, the last used ones. */
class SessionCache {
  readonly #options: GuardProxyOptions;
  readonly #open = new Map<string, ProxySession>();

  constructor(options: GuardProxyOptions) {
    this.#options = options;
  }

  get(id: string): ProxySession {
    const session = this.#open.get(id) ?? new ProxySession(this.#options.sessions, this.#options.policy, id);
    this.#open.delete(id);
    this.#open.set(id, session);
    if (this.#open.size > MAX_OPEN_SESSIONS) this.#open.delete(this.#open.keys().next().value as string);
    return session;
  }
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ProxyParts,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) return endWithError(response, 413, `a request has at most ${MAX_BODY_BYTES} bytes`);
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const dialect = request.method === 'POST' ? getChatDialect(path) : null;
  const guarded = dialect === null ? null : guardRequest(dialect, request, body, parts);
  if (guarded?.answer != null) {
    response.writeHead(200, { 'content-type': guarded.answer.contentType }).end(guarded.answer.body);
    return;
  }
  passOn(request, response, guarded?.body ?? body, parts, guarded?.session ?? null);
}

/** @returns null for a request that the guard cannot read; an error inside is noted and lets it pass */
function guardRequest(dialect: ChatDialect, request: IncomingMessage, body: Buffer, parts: ProxyParts) {
  try {
    const json: unknown = JSON.parse(body.toString());
    const conversation = readConversation(dialect, json);
    if (conversation === null) return null;
    const named = request.headers[SESSION_HEADER];
    const id = typeof named === 'string' ? named : sha256OfText(conversation.opening).slice(0, 32);
    const session = parts.sessions.get(id);
    const now = Date.now();
    const { answer, state } = session.take(conversation, now);
    parts.onNews?.(id);
    return {
      session: { id, spend: (costs: GuardCosts) => session.spend(costs) },
      answer:
        answer === null
          ? null
          : writeAnswer(dialect, conversation, answer, randomUUID(), Math.floor(now / 1000)),
      body: state === '' ? body : Buffer.from(JSON.stringify(appendState(dialect, json as object, state))),
    };
  } catch (error) {
    parts.noteFault(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** A session that the costs of an answer belong to. */
interface PayingSession {
  readonly id: string;
  spend(costs: GuardCosts): void;
}

/** Sends a request to the model, and its answer back as it comes. */
function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  { upstream, agents, noteFault, onNews }: ProxyParts,
  session: PayingSession | null,
): void {
  const { protocol, pathname, host } = upstream;
  const headers = {
    ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name))),
    ...{ host, 'content-length': body.length, 'accept-encoding': 'identity' },
  };
  const base = pathname.replace(/\/$/, '');
  const asked = request.url ?? '/';
  // Clients and people differ in whether “/v1” belongs to the base.
  const path = asked.startsWith(`${base}/`) ? asked : `${base}${asked}`;
  const isSecure = protocol === 'https:';
  const agent = agents[isSecure ? 'https:' : 'http:'];
  const out = (isSecure ? requestHttps : requestHttp)(
    new URL(path, upstream),
    { method: request.method, headers, agent },
    answer => {
      const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      const usage = createUsageReader(/event-stream/.test(answer.headers['content-type'] ?? ''));
      answer.on('data', (chunk: Buffer) => {
        usage.read(chunk);
        if (!response.write(chunk)) answer.pause();
      });
      response.on('drain', () => answer.resume());
      answer.on('end', () => {
        try {
          const costs = usage.end();
          if (costs !== null && session !== null) {
            session.spend(costs);
            onNews?.(session.id);
          }
        } catch (error) {
          noteFault(error instanceof Error ? error.message : String(error));
        }
        response.end();
      });
      answer.on('error', () => response.destroy());
    },
  );
  // A client that goes away ends its request at the model as well.
  response.on('close', () => {
    if (!response.writableFinished) out.destroy();
  });
  out.on('error', error => {
    if (!response.headersSent)
      endWithError(response, 502, `${upstream.origin} cannot be reached: ${error.message}`);
    else response.destroy();
  });
  out.end(body);
}

function endWithError(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = JSON.stringify({ type: 'error', error: { type: 'api_error', message } });
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** @returns null if it is too large */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
