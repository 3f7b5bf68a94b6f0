import type { ServerResponse } from 'node:http';
import type { Ask } from './ask.ts';
import type { Chance } from './chance.ts';
import { contentType, encode, failure } from './dialects.ts';
import { type Reply, rightReply } from './reply.ts';

/** Settings of a fault. */
export interface FaultOptions {
  /** Letters that a letter is chosen from. Default 4. */
  readonly letters: number;
  /** How long `late` waits, and for how long a silence `reversed` does, in ms. Default 1000 and 20. */
  readonly delay: number;
  /** Seconds in Retry-After. Default 1. */
  readonly retryAfter: number;
}

/** Requests of one server that wait to be answered last in, first out. */
export interface Held {
  readonly exchanges: Exchange[];
  timer: NodeJS.Timeout | undefined;
}

/** One chat request that a fault answers, or fails to. */
export class Exchange {
  constructor(
    readonly ask: Ask,
    readonly response: ServerResponse,
    readonly chance: Chance,
    readonly options: FaultOptions,
    readonly held: Held,
  ) {}

  /** The right answer. */
  right(): Reply {
    return rightReply(this.ask, this.chance, this.options.letters);
  }

  text(reply = this.right()): string {
    return encode(this.ask, reply);
  }

  answer(reply = this.right()): void {
    this.send(200, this.text(reply));
  }

  fail(status: number, message: string, headers: Readonly<Record<string, string>> = {}): void {
    this.send(status, failure(this.ask.dialect, message), { 'content-type': 'application/json', ...headers });
  }

  /** A whole response, its length true. */
  send(status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): void {
    const length = String(Buffer.byteLength(body));
    this.response.writeHead(status, {
      'content-type': contentType(this.ask),
      'content-length': length,
      ...headers,
    });
    this.response.end(body);
  }

  /** Head and body as they are told, past all that keeps a response well-formed. */
  raw(body: string, length: number): string {
    const head = {
      ...this.response.getHeaders(),
      'content-type': contentType(this.ask),
      'content-length': length,
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n${body}`;
  }

  /** Calls `act` again and again until the connection is gone. */
  every(ms: number, act: () => void): void {
    const timer = setInterval(act, ms);
    this.response.on('close', () => clearInterval(timer));
  }

  after(ms: number, act: () => void): void {
    const timer = setTimeout(act, ms);
    this.response.on('close', () => clearTimeout(timer));
  }
}
