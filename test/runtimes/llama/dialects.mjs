/**
 * How each dialect puts a request and shapes an answer.
 * read: body → request for Inference and `stream`; whole, part, last, failure: what is written.
 */
export const openai = {
  type: 'text/event-stream',
  read: body => ({
    prompt: render(body.messages),
    schema: body.response_format?.json_schema?.schema ?? (isJsonMode(body.response_format) ? 'json' : null),
    // llama.cpp's own.
    grammar: body.grammar ?? null,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? 128,
    temperature: body.temperature ?? 1,
    seed: body.seed,
    topLogprobs: body.logprobs ? Math.max(1, body.top_logprobs ?? 1) : 0,
    stream: body.stream === true,
  }),
  whole: (model, answer) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: seconds(),
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer.text },
        finish_reason: answer.reason,
        logprobs: answer.logprobs.length > 0 ? { content: answer.logprobs } : null,
      },
    ],
    usage: usage(answer),
  }),
  part: (model, content) => event(chunk(model, { delta: { content }, finish_reason: null })),
  last: (model, answer) => {
    const logprobs = answer.logprobs.length > 0 ? { content: answer.logprobs } : null;
    const end = chunk(model, { delta: {}, finish_reason: answer.reason, logprobs });
    return `${event({ ...end, usage: usage(answer) })}data: [DONE]\n\n`;
  },
  failure: (status, message) => ({
    error: { message, type: ERRORS[status] ?? 'api_error', param: null, code: null },
  }),
  lateFailure: (status, message) => event(openai.failure(status, message)),
};

export const ollama = {
  type: 'application/x-ndjson',
  read: ({ messages, format, options = {}, ...body }) => ({
    prompt: render(messages),
    schema: format || null,
    maxTokens: options.num_predict > 0 ? options.num_predict : 128,
    temperature: options.temperature ?? 0.8,
    seed: options.seed,
    topLogprobs: body.logprobs ? Math.max(1, body.top_logprobs ?? 1) : 0,
    stream: body.stream !== false,
  }),
  whole: (model, answer) => ({
    model,
    created_at: new Date().toISOString(),
    message: { role: 'assistant', content: answer.text },
    done: true,
    done_reason: answer.reason,
    ...(answer.logprobs.length > 0 && { logprobs: answer.logprobs }),
    total_duration: answer.nanoseconds,
    load_duration: 0,
    prompt_eval_count: answer.prompt,
    eval_count: answer.completion,
  }),
  part: (model, content) =>
    line({
      model,
      created_at: new Date().toISOString(),
      message: { role: 'assistant', content },
      done: false,
    }),
  last: (model, answer) => line(ollama.whole(model, { ...answer, text: '' })),
  failure: (_status, message) => ({ error: message }),
  lateFailure: (status, message) => line(ollama.failure(status, message)),
};

const ERRORS = { 400: 'invalid_request_error', 401: 'authentication_error', 404: 'not_found_error' };

const render = messages =>
  `${messages.map(({ role, content }) => `<|${role}|>\n${content}\n`).join('')}<|assistant|>\n`;

const isJsonMode = format => format?.type === 'json_object';
const seconds = () => Math.floor(Date.now() / 1000);
const line = value => `${JSON.stringify(value)}\n`;
const event = value => `data: ${JSON.stringify(value)}\n\n`;

const chunk = (model, choice) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: seconds(),
  model,
  choices: [{ index: 0, ...choice }],
});

const usage = ({ prompt, completion, cached }) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  prompt_tokens_details: { cached_tokens: cached },
});
