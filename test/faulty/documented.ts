import type { Heard } from '../oracles/served.ts';

/*
 * Exchanges as the public documentation of Ollama (its OpenAPI description) and of OpenAI describes them: names, types
 * and order of fields, in words of our own. None was recorded: no Ollama and no server of OpenAI's has been met.
 */

/** A reply: status and body. */
export interface Documented {
  readonly status: number;
  readonly body: object;
}

const ok = (body: object): Documented => ({ status: 200, body });

/** Fields of a chat request that Ollama's documentation knows; anything else must not be sent. */
const OLLAMA_FIELDS = [
  ...['model', 'messages', 'tools', 'format', 'options', 'stream', 'think', 'keep_alive', 'logprobs'],
  'top_logprobs',
];
const OLLAMA_OPTIONS = ['seed', 'temperature', 'num_predict'];

/** What makes a chat request differ from the documentation; empty for none. */
export function strangeness(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { options = {}, stream, think } = body;
  return [
    ...Object.keys(body).filter(name => !OLLAMA_FIELDS.includes(name)),
    ...Object.keys(options as object).filter(name => !OLLAMA_OPTIONS.includes(name)),
    ...(stream === false ? [] : ['stream']),
    ...(typeof think === 'boolean' ? [] : ['think']),
  ];
}

/** Durations are nanoseconds. @param extra fields of the message */
const chat = (content: string, extra: object = {}, end: object = {}): Documented =>
  ok({
    model: 'llama3.2:1b',
    created_at: '2026-01-30T18:00:00.123456789Z',
    message: { role: 'assistant', content, ...extra },
    done: true,
    done_reason: 'stop',
    total_duration: 1_874_301_917,
    load_duration: 91_334_167,
    prompt_eval_count: 214,
    prompt_eval_duration: 402_117_000,
    eval_count: 9,
    eval_duration: 88_901_000,
    ...end,
  });

const CHOICE = '{"action": "like"}';
const alternatives = ['A', ' A', 'B', 'The'].map((token, i) => ({
  token,
  logprob: Math.log(0.5 ** (i + 1)),
  bytes: [...Buffer.from(token)],
}));

/** Ollama's answers to a chat, by what is particular about them. */
export const OLLAMA = {
  'a chat': chat(CHOICE),
  'a chat with log-probabilities': chat(
    'A',
    {},
    { logprobs: [{ ...alternatives[0], top_logprobs: alternatives }] },
  ),
  'a chat of a version without log-probabilities': chat('A'),
  'a thinking model that was told not to': chat(CHOICE),
  'a thinking model that thinks all the same': chat(CHOICE, { thinking: 'The post is about rain.' }),
  'a thinking model that comes to no answer': chat(
    '',
    { thinking: 'Let me see …' },
    { done_reason: 'length' },
  ),
  'a format that was dropped': chat(`Sure, here it is:\n\n${CHOICE}\n\nIt is funny.`),
  'a model that was loaded for a minute': chat(CHOICE, {}, { load_duration: 61_000_000_000 }),
  'an unknown model': { status: 404, body: { error: "model 'llama3.2:1b' not found" } },
  'too little memory': {
    status: 500,
    body: { error: 'model requires more system memory (9.1 GiB) than is available (3.2 GiB)' },
  },
  'too many requests': { status: 503, body: { error: 'server busy, please try again.' } },
} satisfies Record<string, Documented>;

/** Ollama's other answers: a running version, one model with what it can do. @param can its capabilities */
export const ollamaLists = (can: readonly string[] = ['completion']): Readonly<Record<string, object>> => ({
  '/api/version': { version: '0.12.11' },
  '/api/tags': {
    models: [
      {
        name: 'llama3.2:1b',
        model: 'llama3.2:1b',
        modified_at: '2026-01-04T14:56:49.277302595-07:00',
        size: 1_321_098_329,
        digest: 'ba'.repeat(32),
        details: { format: 'gguf', family: 'llama', parameter_size: '1.2B', quantization_level: 'Q8_0' },
      },
    ],
  },
  '/api/show': { details: { format: 'gguf' }, model_info: {}, capabilities: can },
});

const refusal = (param: string, message: string, code: string): Documented => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', param, code } },
});

/** A newer model of OpenAI's, which thinks and takes neither `max_tokens`, a temperature nor log-probabilities. */
export function newerOpenai({ body }: Pick<Heard, 'body'>): Documented {
  const asked: Record<string, unknown> = JSON.parse(body);
  if ('max_tokens' in asked)
    return refusal(
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
    );
  if ('temperature' in asked && asked.temperature !== 1)
    return refusal(
      'temperature',
      `Unsupported value: 'temperature' does not support ${asked.temperature} with this model. Only the default (1) value is supported.`,
      'unsupported_value',
    );
  if ('logprobs' in asked)
    return refusal(
      'logprobs',
      "Unsupported parameter: 'logprobs' is not supported with this model.",
      'unsupported_parameter',
    );
  const thinks = 320;
  const most = Number(asked.max_completion_tokens);
  const isCut = most < thinks + 10;
  return ok({
    id: 'chatcmpl-123',
    object: 'chat.completion',
    created: 1_769_000_000,
    model: 'newer-2026-01-01',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: isCut ? '' : CHOICE, refusal: null, annotations: [] },
        finish_reason: isCut ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: 214,
      completion_tokens: Math.min(most, thinks + 10),
      completion_tokens_details: { reasoning_tokens: Math.min(most, thinks) },
    },
    service_tier: 'default',
  });
}
