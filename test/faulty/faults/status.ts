import type { Fault } from './fault.ts';

const BUSY = 'server busy, please try again.  maximum pending requests exceeded';
const PAGE = '<!doctype html><html><body><h1>Welcome to the network</h1>Please sign in.</body></html>';

/** Faults that the status line, the headers or the kind of body tell. */
export const statusFaults = {
  'retry-after': {
    line: '429 with Retry-After',
    act: exchange =>
      exchange.fail(429, 'rate limit reached', { 'retry-after': String(exchange.options.retryAfter) }),
  },
  'too-many': {
    line: '429 without Retry-After',
    act: exchange => exchange.fail(429, 'rate limit reached'),
  },
  'always-500': {
    line: '500, however often it is asked',
    act: exchange => exchange.fail(500, 'llama runner process has terminated'),
  },
  'storm-503': {
    line: '503 to the first 3 attempts of each prompt, or as many as `attempts` says',
    act: exchange => exchange.fail(503, BUSY),
  },
  'unknown-model': {
    line: '404, as for a model that is not there',
    act: exchange => exchange.fail(404, `model '${exchange.ask.model}' not found`),
  },
  'no-content': {
    line: '204 and nothing else',
    act: ({ response }) => response.writeHead(204).end(),
  },
  html: {
    line: 'a web page with status 200',
    act: exchange => exchange.send(200, PAGE, { 'content-type': 'text/html' }),
  },
  'redirect-loop': {
    line: '307 to itself, for ever',
    act: ({ ask, response }) => {
      const path = ask.dialect === 'ollama' ? '/api/chat' : '/v1/chat/completions';
      response.writeHead(307, { location: path }).end();
    },
  },
  'error-in-stream': {
    line: 'status 200, the beginning of a stream, then a line with an error',
    act: exchange => {
      const { ask } = exchange;
      const ollama = ask.dialect === 'ollama';
      const start = ollama
        ? { model: ask.model, message: { role: 'assistant', content: '' }, done: false }
        : { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: '' } }] };
      const error = { error: ollama ? 'unexpected EOF' : { message: 'unexpected EOF', type: 'api_error' } };
      const [before, after] = ollama ? ['', '\n'] : ['data: ', '\n\n'];
      const body = [start, error].map(line => `${before}${JSON.stringify(line)}${after}`).join('');
      exchange.send(200, body, { 'content-type': ollama ? 'application/x-ndjson' : 'text/event-stream' });
    },
  },
} satisfies Record<string, Fault>;
