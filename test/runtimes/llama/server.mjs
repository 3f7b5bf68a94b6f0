// A real llama.cpp behind the HTTP of OpenAI and of Ollama, on 127.0.0.1 only. Ends when its stdin does.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { ollama, openai } from './dialects.mjs';
import { CONTEXT } from './gguf.mjs';
import { load } from './inference.mjs';
import { admitOrigin, LOCAL } from './origins.mjs';
import { Refusal } from './refusal.mjs';

const { values: options } = parseArgs({
  options: {
    model: { type: 'string' },
    name: { type: 'string', default: 'tiny' },
    slots: { type: 'string', default: '1' },
    // Two threads on two busy cores wait for each other and are a hundred times slower.
    threads: { type: 'string', default: '1' },
    'max-queue': { type: 'string', default: '512' },
    key: { type: 'string' },
    origins: { type: 'string' },
    port: { type: 'string', default: '0' },
  },
});
const { name } = options;
const origins = [...LOCAL, ...(options.origins?.split(',') ?? [])];
const digest = createHash('sha256').update(readFileSync(options.model)).digest('hex');
const inference = await load({
  file: options.model,
  slots: Number(options.slots),
  threads: Number(options.threads),
  maxQueue: Number(options['max-queue']),
});
let requests = 0;

const details = { format: 'gguf', family: 'llama', parameter_size: '159K', quantization_level: 'F32' };
const ROUTES = {
  'GET /health': () => ({ ...inference.health(), requests }),
  'GET /api/version': () => ({ version: '0.0.0-llama' }),
  'GET /api/tags': () => ({ models: [{ name, model: name, size: 0, digest, details }] }),
  'GET /v1/models': () => ({ object: 'list', data: [{ id: name, object: 'model', owned_by: 'library' }] }),
  'POST /api/show': body => {
    requireModel(body);
    return { details, capabilities: ['completion'], model_info: { 'llama.context_length': CONTEXT } };
  },
  'POST /api/chat': (body, response) => chat(ollama, body, response),
  'POST /v1/chat/completions': (body, response) => chat(openai, body, response),
};

const server = createServer(async (request, response) => {
  if (!admitOrigin(request, response, origins)) return;
  const path = request.url.split('?')[0];
  const dialect = path.startsWith('/v1') ? openai : ollama;
  try {
    requireKey(request, path);
    const route = ROUTES[`${request.method} ${path}`];
    if (route === undefined) throw new Refusal(404, 'not found');
    const body = request.method === 'POST' ? await read(request) : null;
    const value = await route(body, response);
    if (value !== undefined) send(response, 200, value);
  } catch (error) {
    const status = error.status ?? 500;
    // Once a stream has begun its status cannot change.
    if (response.headersSent) response.end(dialect.lateFailure(status, error.message));
    else send(response, status, dialect.failure(status, error.message));
  }
});
server.listen(Number(options.port), '127.0.0.1', () => {
  const { port } = server.address();
  console.log(
    JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}`, model: name, pid: process.pid }),
  );
});
process.stdin.on('end', () => process.exit(0)).resume();

async function chat(dialect, body, response) {
  requests++;
  requireModel(body);
  if (!Array.isArray(body.messages)) throw new Refusal(400, 'messages must be an array');
  const { stream, ...request } = dialect.read(body);
  const gone = new AbortController();
  response.on('close', () => response.writableFinished || gone.abort());
  if (!stream) return dialect.whole(name, await inference.answer(request, gone.signal));
  const write = text => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': dialect.type });
    response.write(text);
  };
  const answer = await inference.answer(request, gone.signal, text => write(dialect.part(name, text)));
  write(dialect.last(name, answer));
  response.end();
}

function requireModel(body) {
  if (body.model !== name) throw new Refusal(404, `model '${body.model}' not found`);
}

function requireKey({ headers }, path) {
  if (options.key === undefined || path === '/health') return;
  if (headers.authorization !== `Bearer ${options.key}`) throw new Refusal(401, 'unauthorized');
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return Object(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    throw new Refusal(400, 'invalid JSON');
  }
}

function send(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
