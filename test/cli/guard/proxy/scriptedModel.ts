import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatDialect } from '../../../../src/cli/guard/proxy/readConversation.ts';

/** What a model does next: a call, or a text that ends its work. */
export type Move = { readonly tool: string; readonly args: object } | { readonly text: string };
/** A model that is played: its move after so many calls. @param prompt the request as text */
export type Script = (calls: number, prompt: string) => Move;

export const PATHS: Readonly<Record<ChatDialect, string>> = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
};

const isCall = (item: Record<string, unknown>): number =>
  item.type === 'function_call'
    ? 1
    : item.role !== 'assistant'
      ? 0
      : Array.isArray(item.tool_calls)
        ? item.tool_calls.length
        : Array.isArray(item.content)
          ? item.content.filter(({ type }) => type === 'tool_use').length
          : 0;

/** A server that speaks all three dialects and plays a script. @returns its address, and the requests that it got */
export async function startScriptedModel(script: Script) {
  const requests: { readonly path: string; readonly body: string; readonly key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => (body += part));
    request.on('end', () => {
      const path = request.url ?? '';
      requests.push({ path, body, key: request.headers.authorization });
      const dialect = (Object.keys(PATHS) as ChatDialect[]).find(one => path === PATHS[one]);
      if (dialect === undefined) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
        return;
      }
      const json = JSON.parse(body);
      const items: Record<string, unknown>[] = json.messages ?? json.input;
      const calls = items.reduce((sum, item) => sum + isCall(item), 0);
      const move = script(calls, body);
      const whole = writeMove(dialect, move, calls);
      response.writeHead(200, { 'content-type': json.stream ? 'text/event-stream' : 'application/json' });
      response.end(json.stream ? streamMove(dialect, calls, whole) : JSON.stringify(whole));
    });
  });
  const url = await listen(server);
  return { url, requests, close: () => closeServer(server) };
}

export function listen(server: Server): Promise<string> {
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );
}

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}

function writeMove(dialect: ChatDialect, move: Move, calls: number): object {
  const id = `call_${calls}`;
  const json = 'tool' in move ? JSON.stringify(move.args) : '';
  if (dialect === 'chat') {
    const message =
      'text' in move
        ? { role: 'assistant', content: move.text }
        : {
            ...{ role: 'assistant', content: null },
            tool_calls: [{ id, type: 'function', function: { name: move.tool, arguments: json } }],
          };
    return {
      ...{ id: `c${calls}`, object: 'chat.completion', created: 1, model: 'scripted' },
      choices: [{ index: 0, message, finish_reason: 'text' in move ? 'stop' : 'tool_calls' }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    };
  }
  if (dialect === 'messages')
    return {
      ...{ id: `m${calls}`, type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null },
      content: [
        'text' in move
          ? { type: 'text', text: move.text }
          : { type: 'tool_use', id, name: move.tool, input: move.args },
      ],
      stop_reason: 'text' in move ? 'end_turn' : 'tool_use',
      usage: { input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 10 },
    };
  return {
    ...{ id: `r${calls}`, object: 'response', created_at: 1, model: 'scripted', status: 'completed' },
    ...{ error: null, incomplete_details: null, tools: [], parallel_tool_calls: true },
    output: [
      'text' in move
        ? {
            ...{ id: `i${calls}`, type: 'message', role: 'assistant', status: 'completed' },
            content: [{ type: 'output_text', text: move.text, annotations: [] }],
          }
        : { id: `i${calls}`, type: 'function_call', call_id: id, name: move.tool, arguments: json },
    ],
    usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 },
  };
}

const writeEvent = (data: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

function streamMove(dialect: ChatDialect, calls: number, whole: object): string {
  if (dialect === 'responses')
    return writeEvent({ type: 'response.completed', response: whole }, 'response.completed');
  if (dialect === 'messages') {
    const { content, stop_reason } = whole as { content: [object]; stop_reason: string };
    const named = (type: string, data: object) => writeEvent({ type, ...data }, type);
    return [
      named('message_start', { message: { ...whole, content: [], stop_reason: null } }),
      named('content_block_start', { index: 0, content_block: content[0] }),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason }, usage: { output_tokens: 10 } }),
      named('message_stop', {}),
    ].join('');
  }
  const { choices, usage } = whole as {
    choices: [{ message: object; finish_reason: string }];
    usage: object;
  };
  const chunk = (part: object) => writeEvent({ id: `c${calls}`, object: 'chat.completion.chunk', ...part });
  return [
    chunk({ choices: [{ index: 0, delta: choices[0].message, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: choices[0].finish_reason }] }),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('');
}

/** An agent that makes every call that its model asks for. @returns the calls that it made, and the last text */
export async function runPlainAgent({
  url,
  dialect,
  stream = false,
  most = 12,
  task = 'mend the test',
  headers = {},
  send = fetch,
  perform,
}: {
  readonly url: string;
  readonly dialect: ChatDialect;
  readonly stream?: boolean;
  readonly most?: number;
  readonly task?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a request, again if the agent has the patience. */
  readonly send?: typeof fetch;
  readonly perform: (args: string, call: number) => string;
}): Promise<{ readonly calls: number; readonly text: string }> {
  const items: object[] = [{ role: 'user', content: task }];
  for (let calls = 0; ; calls++) {
    const field = dialect === 'responses' ? 'input' : 'messages';
    const response = await send(`${url}${PATHS[dialect]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret-key', ...headers },
      body: JSON.stringify({ model: 'scripted', stream, [field]: items }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    const answer = readAnswer(dialect, stream, text);
    if (answer.text !== null) return { calls, text: answer.text };
    if (calls === most) return { calls, text: 'the agent’s own limit' };
    const output = perform(answer.args, calls);
    items.push(...answer.items, ...writeResult(dialect, answer.id, output));
  }
}

interface ReadAnswer {
  readonly text: string | null;
  readonly id: string;
  readonly args: string;
  readonly items: readonly object[];
}

type Loose = ReturnType<typeof JSON.parse>;

function readAnswer(dialect: ChatDialect, stream: boolean, body: string): ReadAnswer {
  const events: Loose[] = stream
    ? [...body.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json))
    : [];
  const whole: Loose = stream ? null : JSON.parse(body);
  if (dialect === 'chat') {
    const message = stream
      ? Object.assign({}, ...events.flatMap(({ choices }) => choices.map(({ delta }: Loose) => delta)))
      : whole.choices[0].message;
    const call = message.tool_calls?.[0];
    return {
      ...{ text: call ? null : message.content, id: call?.id, args: call?.function.arguments },
      items: [message],
    };
  }
  if (dialect === 'messages') {
    const content: Loose[] = stream
      ? events.flatMap(({ type, content_block }) =>
          type === 'content_block_start' ? [{ ...content_block }] : [],
        )
      : whole.content;
    for (const { type, delta } of events)
      if (type === 'content_block_delta' && delta.type === 'text_delta') content[0].text += delta.text;
    const call = content.find(({ type }) => type === 'tool_use');
    return {
      ...{ text: call ? null : content[0].text, id: call?.id, args: JSON.stringify(call?.input) },
      items: [{ role: 'assistant', content }],
    };
  }
  const { output } = stream ? events.at(-1).response : whole;
  const call = output.find(({ type }: Loose) => type === 'function_call');
  return {
    ...{ text: call ? null : output[0].content[0].text, id: call?.call_id, args: call?.arguments },
    items: output,
  };
}

function writeResult(dialect: ChatDialect, id: string, output: string): readonly object[] {
  if (dialect === 'chat') return [{ role: 'tool', tool_call_id: id, content: output }];
  if (dialect === 'responses') return [{ type: 'function_call_output', call_id: id, output }];
  return [
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, is_error: true, content: output }] },
  ];
}
