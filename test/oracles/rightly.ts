import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Ask, readAsk } from '../faulty/ask.ts';
import { chanceOf } from '../faulty/chance.ts';
import { encode, LISTS } from '../faulty/dialects.ts';
import { rightReply } from '../faulty/reply.ts';

/** A model's reply to a prompt; */
export type Script = (ask: Ask) => string | null;

/** Answer of a faultless server in Ollama's dialect: */
export function rightly(method: string, path: string, body: string, script: Script = () => null): string {
  const list = LISTS[`${method} ${path}`];
  if (list !== undefined) return JSON.stringify(list);
  const ask = readAsk('ollama', body);
  const right = rightReply(ask, chanceOf(1, ask.prompt), 4);
  return encode(ask, { ...right, content: script(ask) ?? right.content });
}

/** A faultless server that can die, in the midst of a round too, and come back at its address. */
export class Mortal {
  readonly #script: Script;
  #server: Server | null = null;
  #port = 0;
  /** Chats that it still answers before it dies. */
  lives = Infinity;
  requests = 0;

  constructor(script: Script = () => null) {
    this.#script = script;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    this.lives = Infinity;
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.method === 'POST') this.requests++;
      if (this.requests > this.lives) return void this.stop();
      response.end(rightly(request.method ?? '', request.url ?? '', body, this.#script));
    });
    await new Promise<void>(resolve => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    return new Promise(resolve => (server === null ? resolve() : server.close(() => resolve())));
  }
}
