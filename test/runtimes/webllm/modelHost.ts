import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildGguf } from '../llama/llama.ts';
import { buildToyModel } from './model.ts';

/** A commit of the toy model's repository; main has the same files. */
export const PINNED = '0123456789abcdef0123456789abcdef01234567';
const REVISION = new RegExp(`^/toy/resolve/(?:main|${PINNED})/`);

export interface Asked {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly status: number;
  /** Bytes of the body handed to the socket so far. */
  sent: number;
  /** Null while it is under way; false when the client went away. */
  whole: boolean | null;
}

/** How bodies are sent: so many bytes, then so many milliseconds' pause, and again. */
export interface Pace {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** A model hub on loopback that lets every page read it. What is set holds for what is asked from then on. */
export interface ModelHost {
  /** Base URL without a slash at its end. `/toy` is a repository, `/toy-webgpu.wasm` its library, `/tiny.gguf` llama.cpp's. */
  readonly url: string;
  /** Requests in the order in which they came. */
  readonly asked: Asked[];
  /** Null: at once. */
  pace: Pace | null;
  /** The status to refuse a path with. */
  readonly failures: Map<string, number>;
  /** Paths of which half is sent, and the rest never. */
  readonly stalled: Set<string>;
  close(): Promise<void>;
}

/** The file of a path, or null. */
type FileOf = (path: string) => string | null;

/** Builds both models and serves them, on any free port unless one is given. */
export async function serveModels(port = 0): Promise<ModelHost> {
  const folder = buildToyModel();
  const gguf = buildGguf();
  const files = new Map([
    ['/tiny.gguf', gguf],
    ['/toy-webgpu.wasm', join(folder, 'toy-webgpu.wasm')],
  ]);
  const fileOf: FileOf = path =>
    REVISION.test(path) ? join(folder, 'toy', basename(path)) : (files.get(path) ?? null);
  const server = createServer((request, response) => void answer(host, fileOf, request, response));
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const host: ModelHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    pace: null,
    failures: new Map(),
    stalled: new Set(),
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
  return host;
}

async function answer(
  host: ModelHost,
  fileOf: FileOf,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  allowPages(response);
  const method = request.method ?? 'GET';
  if (method === 'OPTIONS') return void response.writeHead(204).end();
  const path = decodeURIComponent(new URL(request.url ?? '/', host.url).pathname);
  const file = fileOf(path);
  const status = host.failures.get(path) ?? (isFile(file) ? 200 : 404);
  const asked: Asked = { method, path, status, sent: 0, whole: null };
  host.asked.push(asked);
  response.on('close', () => {
    asked.whole = response.writableFinished;
  });
  if (status !== 200 || file === null) return void response.writeHead(status).end();
  const body = readFileSync(file);
  response.writeHead(200, {
    'content-type': typeOf(file),
    'content-length': body.length,
    etag: `"${createHash('sha256').update(body).digest('hex')}"`,
    // A page then asks for everything that it has not kept itself.
    'cache-control': 'no-store',
  });
  if (method === 'HEAD') return void response.end();
  if (host.stalled.has(path)) return void response.write(body.subarray(0, body.length / 2));
  await send(body, host.pace, response, asked);
}

async function send(body: Buffer, pace: Pace | null, response: ServerResponse, asked: Asked): Promise<void> {
  const step = pace?.bytes ?? body.length;
  while (asked.sent < body.length && !response.destroyed) {
    if (asked.sent > 0) await wait(pace?.milliseconds ?? 0);
    response.write(body.subarray(asked.sent, asked.sent + step));
    asked.sent = Math.min(body.length, asked.sent + step);
  }
  response.end();
}

function allowPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
  response.setHeader('access-control-expose-headers', '*');
  // For pages that are isolated from other origins.
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
}

const isFile = (path: string | null): boolean => path !== null && existsSync(path) && statSync(path).isFile();

const typeOf = (file: string): string => {
  if (file.endsWith('.json')) return 'application/json';
  return file.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
};
