// The two servers that an SDK talks to: a scripted model behind OpenAI's two APIs, and a collector of what exporters send.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TURNS } from './trip.mjs';

/** Starts the scripted model on a free port. Stateless: calls that a request holds tell its turn. */
export const startModel = () =>
  startServer((url, body, response) => {
    const request = JSON.parse(body.toString() || '{}');
    if (url.endsWith('/chat/completions')) answerChat(request, response);
    else if (url.endsWith('/responses')) answerResponse(request, response);
    else response.writeHead(404).end();
  });

/** Starts a collector on a free port, which keeps each body as a file of `folder`. */
export function startCollector(folder) {
  let count = 0;
  return startServer((_url, body, response, { 'content-type': type = '', 'content-encoding': encoding }) => {
    const kind = type.includes('protobuf') ? 'pb' : 'json';
    const bytes = encoding === 'gzip' ? gunzipSync(body) : body;
    if (bytes.length > 0) writeFileSync(join(folder, `${String(++count).padStart(3, '0')}.${kind}`), bytes);
    response.writeHead(200, {
      'content-type': kind === 'pb' ? 'application/x-protobuf' : 'application/json',
    });
    response.end(kind === 'pb' ? '' : '{}');
  });
}

async function startServer(answer) {
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    answer(request.url, Buffer.concat(pieces), response, request.headers);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

/** The script's next turn, after so many turns with calls. */
const pickTurn = made => TURNS[Math.min(made, TURNS.length - 1)];

function answerChat({ messages, stream, stream_options: streamOptions, model }, response) {
  const made = messages.filter(
    ({ role, tool_calls: calls }) => role === 'assistant' && calls?.length > 0,
  ).length;
  const turn = pickTurn(made);
  const usage = {
    prompt_tokens: turn.in,
    completion_tokens: turn.out,
    total_tokens: turn.in + turn.out,
    prompt_tokens_details: { cached_tokens: turn.cached },
    completion_tokens_details: { reasoning_tokens: turn.reasoning },
  };
  const calls = turn.calls?.map(([id, name, args]) => ({
    ...{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } },
  }));
  const finish_reason = calls ? 'tool_calls' : 'stop';
  const base = { id: `chatcmpl-${made}`, created: 1_790_000_000, model };
  if (!stream) {
    const message = { role: 'assistant', content: turn.text ?? null, ...(calls && { tool_calls: calls }) };
    const choices = [{ index: 0, finish_reason, message }];
    return sendJson(response, { ...base, object: 'chat.completion', choices, usage });
  }
  const makeChunk = (delta, finish_reason = null) => ({
    ...{ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
  });
  const chunks = [makeChunk({ role: 'assistant', content: turn.text ?? null })];
  for (const [index, call] of calls?.entries() ?? [])
    chunks.push(makeChunk({ tool_calls: [{ index, ...call }] }));
  chunks.push(makeChunk({}, finish_reason));
  if (streamOptions?.include_usage)
    chunks.push({ ...base, object: 'chat.completion.chunk', choices: [], usage });
  sendEvents(response, [...chunks.map(chunk => JSON.stringify(chunk)), '[DONE]']);
}

function answerResponse({ input, stream, model }, response) {
  // A call stands in the input whole, or as a reference to the answer that made it.
  const known = JSON.stringify(input);
  const made = TURNS.filter(({ calls }) => calls?.some(([id]) => known.includes(id))).length;
  const turn = pickTurn(made);
  const output = [{ type: 'reasoning', id: `rs_${made}`, summary: [] }];
  if (turn.text) {
    const content = [{ type: 'output_text', text: turn.text, annotations: [], logprobs: [] }];
    output.push({ type: 'message', id: `msg_${made}`, status: 'completed', role: 'assistant', content });
  }
  for (const [call_id, name, args] of turn.calls ?? []) {
    const call = { id: `fc_${call_id}`, call_id, name, arguments: JSON.stringify(args) };
    output.push({ type: 'function_call', ...call, status: 'completed' });
  }
  const whole = {
    id: `resp_${made}`,
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    model,
    output,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    metadata: {},
    usage: {
      input_tokens: turn.in,
      input_tokens_details: { cached_tokens: turn.cached },
      output_tokens: turn.out,
      output_tokens_details: { reasoning_tokens: turn.reasoning },
      total_tokens: turn.in + turn.out,
    },
  };
  if (!stream) return sendJson(response, whole);
  const begun = { ...whole, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: begun },
    ...output.flatMap(describeItem),
    { type: 'response.completed', response: whole },
  ];
  sendEvents(
    response,
    events.map((event, i) => JSON.stringify({ ...event, sequence_number: i })),
  );
}

/** The events by which the Responses API streams an item. */
function describeItem(item, output_index) {
  const at = { output_index, item_id: item.id };
  const added = { ...item, status: 'in_progress' };
  const inside = [];
  if (item.type === 'message') {
    const [part] = item.content;
    added.content = [];
    inside.push(
      { type: 'response.content_part.added', ...at, content_index: 0, part: { ...part, text: '' } },
      { type: 'response.output_text.delta', ...at, content_index: 0, delta: part.text, logprobs: [] },
      { type: 'response.output_text.done', ...at, content_index: 0, text: part.text, logprobs: [] },
      { type: 'response.content_part.done', ...at, content_index: 0, part },
    );
  }
  if (item.type === 'function_call') {
    added.arguments = '';
    inside.push(
      { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments },
      { type: 'response.function_call_arguments.done', ...at, name: item.name, arguments: item.arguments },
    );
  }
  return [
    { type: 'response.output_item.added', output_index, item: added },
    ...inside,
    { type: 'response.output_item.done', output_index, item },
  ];
}

function sendJson(response, body) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendEvents(response, texts) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(texts.map(text => `data: ${text}\n\n`).join(''));
}
