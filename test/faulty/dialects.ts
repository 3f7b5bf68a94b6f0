import type { Ask, Dialect } from './ask.ts';
import type { Reply } from './reply.ts';

export const MODEL = 'faulty';
const DIGEST = 'fa'.repeat(32);
/** Fixed, so that the same question has the same bytes for an answer. */
const CREATED = Date.UTC(2026, 0, 1);

export const contentType = ({ dialect, stream }: Ask): string =>
  !stream ? 'application/json' : dialect === 'ollama' ? 'application/x-ndjson' : 'text/event-stream';

/** The body that says `reply`. */
export function encode(ask: Ask, reply: Reply): string {
  if (ask.dialect === 'ollama') {
    const whole = ollamaAnswer(ask, reply);
    if (!ask.stream) return JSON.stringify(whole);
    const { message, ...end } = whole;
    const part = { model: ask.model, created_at: whole.created_at, message, done: false };
    return `${JSON.stringify(part)}\n${JSON.stringify({ ...end, message: { ...message, content: '' } })}\n`;
  }
  const whole = openaiAnswer(ask, reply);
  if (!ask.stream) return JSON.stringify(whole);
  const [{ message, ...choice }] = whole.choices;
  const chunk = { ...whole, object: 'chat.completion.chunk', choices: [{ ...choice, delta: message }] };
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

export const failure = (dialect: Dialect, message: string, type = 'api_error'): string =>
  JSON.stringify({ error: dialect === 'ollama' ? message : { message, type, param: null, code: null } });

function ollamaAnswer(ask: Ask, { content, tokens, thinking, reason }: Reply) {
  return {
    model: ask.model,
    created_at: new Date(CREATED).toISOString(),
    message: { role: 'assistant', content, ...(thinking !== undefined && { thinking }) },
    done: true,
    done_reason: reason,
    ...(tokens !== null && { logprobs: firstToken(content, tokens) }),
    total_duration: 1_000_000,
    load_duration: 0,
    prompt_eval_count: countTokens(ask.prompt),
    eval_count: countTokens(content),
  };
}

function openaiAnswer(ask: Ask, { content, tokens, thinking, reason }: Reply) {
  const [prompt_tokens, completion_tokens] = [countTokens(ask.prompt), countTokens(content)];
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: CREATED / 1000,
    model: ask.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          ...(thinking !== undefined && { reasoning_content: thinking }),
        },
        finish_reason: reason,
        logprobs: tokens === null ? null : { content: firstToken(content, tokens) },
      },
    ],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

function firstToken(content: unknown, tokens: NonNullable<Reply['tokens']>) {
  if (tokens.length === 0) return [];
  const chosen = tokens.find(({ token }) => token === content) ?? tokens[0];
  return [{ ...chosen, top_logprobs: tokens }];
}

/** About four characters each. */
const countTokens = (text: unknown): number => Math.ceil(String(text).length / 4);

const DETAILS = { format: 'gguf', family: 'llama', parameter_size: '1B', quantization_level: 'Q4_0' };

/** Other answers of both dialects, by method and path. */
export const LISTS: Readonly<Record<string, object>> = {
  'GET /api/version': { version: '0.0.0-faulty' },
  'GET /api/tags': {
    models: [{ name: MODEL, model: MODEL, size: 1, digest: DIGEST, details: DETAILS }],
  },
  'POST /api/show': { details: DETAILS, capabilities: ['completion'], model_info: {} },
  'GET /v1/models': { object: 'list', data: [{ id: MODEL, object: 'model', owned_by: 'test' }] },
};
