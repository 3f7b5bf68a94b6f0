// The four protocols in which coding agents ask a language model: each reads a request, and writes an answer with one call or a text.

/**
 * A request as the script sees it:
 * - `tools`: parameters by name of tool, as JSON schema
 * - `calls`: arguments of the calls made so far, as JSON
 * - `text`: everything that the model sees
 */
/** @param select pairs of name and parameters in a tool */
const nameTools = (tools, select) => Object.fromEntries((tools ?? []).flatMap(select));
const usage = { input: 100, output: 10 };

/** OpenAI's chat completions: Qwen Code, Copilot CLI, opencode. */
const chat = {
  path: /\/chat\/completions$/,
  read: ({ messages = [], tools }) => ({
    tools: nameTools(tools, ({ function: one }) => (one ? [[one.name, one.parameters]] : [])),
    calls: messages.flatMap(({ tool_calls: calls = [] }) => calls.map(call => call.function.arguments)),
    text: JSON.stringify(messages),
  }),
  write({ stream, model }, id, { tool, args, text }) {
    const calls = tool && [
      { id: `call_${id}`, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } },
    ];
    const finish_reason = calls ? 'tool_calls' : 'stop';
    const base = { id: `chatcmpl-${id}`, created: 1_790_000_000, model };
    const tokens = {
      ...{ prompt_tokens: usage.input, completion_tokens: usage.output },
      total_tokens: usage.input + usage.output,
    };
    if (!stream) {
      const message = { role: 'assistant', content: text ?? null, ...(calls && { tool_calls: calls }) };
      const choices = [{ index: 0, finish_reason, message }];
      return { json: { ...base, object: 'chat.completion', choices, usage: tokens } };
    }
    const chunk = (delta, reason = null) => ({
      ...{ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] },
    });
    return {
      events: [
        chunk({ role: 'assistant', content: text ?? '' }),
        ...(calls ?? []).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
        chunk({}, finish_reason),
        { ...base, object: 'chat.completion.chunk', choices: [], usage: tokens },
        '[DONE]',
      ],
    };
  },
};

/** OpenAI's responses: Codex. */
const responses = {
  path: /\/responses$/,
  read: ({ input = [], tools }) => {
    const items = Array.isArray(input) ? input : [];
    return {
      tools: nameTools(tools, tool => (tool.type === 'function' ? [[tool.name, tool.parameters]] : [])),
      calls: items.filter(({ type }) => type === 'function_call').map(call => call.arguments),
      text: JSON.stringify(input),
    };
  },
  write({ model }, id, { tool, args, text }) {
    const item = tool
      ? { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name: tool }
      : { type: 'message', id: `msg_${id}`, role: 'assistant' };
    const done = {
      ...{ ...item, status: 'completed' },
      ...(tool
        ? { arguments: JSON.stringify(args) }
        : { content: [{ type: 'output_text', text, annotations: [] }] }),
    };
    const whole = {
      ...{ id: `resp_${id}`, object: 'response', created_at: 1_790_000_000, status: 'completed', model },
      output: [done],
      usage: {
        ...{ input_tokens: usage.input, input_tokens_details: { cached_tokens: 0 } },
        ...{ output_tokens: usage.output, output_tokens_details: { reasoning_tokens: 0 } },
        total_tokens: usage.input + usage.output,
      },
    };
    return {
      isNamed: true,
      events: [
        { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
        { type: 'response.output_item.added', output_index: 0, item: { ...done, status: 'in_progress' } },
        { type: 'response.output_item.done', output_index: 0, item: done },
        { type: 'response.completed', response: whole },
      ],
    };
  },
};

/** Anthropic's messages: Claude Code. */
const messages = {
  path: /\/v1\/messages$/,
  read: ({ messages: given = [], tools }) => {
    const blocks = given.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    return {
      tools: nameTools(tools, tool => [[tool.name, tool.input_schema]]),
      calls: blocks.filter(({ type }) => type === 'tool_use').map(({ input }) => JSON.stringify(input)),
      text: JSON.stringify(given),
    };
  },
  write({ model }, id, { tool, args, text }) {
    const block = tool
      ? { type: 'tool_use', id: `toolu_${id}`, name: tool, input: {} }
      : { type: 'text', text: '' };
    const delta = tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(args) }
      : { type: 'text_delta', text };
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [] };
    const tokens = { input_tokens: usage.input, output_tokens: usage.output };
    const stop = { stop_reason: tool ? 'tool_use' : 'end_turn', stop_sequence: null };
    return {
      isNamed: true,
      events: [
        {
          type: 'message_start',
          message: { ...message, stop_reason: null, stop_sequence: null, usage: tokens },
        },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: stop, usage: tokens },
        { type: 'message_stop' },
      ],
      json: {
        ...{ ...message, ...stop, usage: tokens },
        content: [tool ? { ...block, input: args } : { type: 'text', text }],
      },
    };
  },
};

/** Google's generateContent: Gemini CLI. */
const gemini = {
  path: /:(?:streamG|g)enerateContent$/,
  read: ({ contents = [], tools, generationConfig }) => {
    const parts = contents.flatMap(content => content.parts ?? []);
    return {
      tools: generationConfig?.responseMimeType
        ? {}
        : nameTools(tools, ({ functionDeclarations = [] }) =>
            functionDeclarations.map(one => [one.name, one.parametersJsonSchema ?? one.parameters]),
          ),
      calls: parts.flatMap(({ functionCall: call }) => (call ? [JSON.stringify(call.args)] : [])),
      text: JSON.stringify(contents),
    };
  },
  write(_request, id, { tool, args, text }) {
    const part = tool ? { functionCall: { name: tool, args } } : { text };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        ...{ promptTokenCount: usage.input, candidatesTokenCount: usage.output },
        totalTokenCount: usage.input + usage.output,
      },
      ...{ modelVersion: 'mock-1', responseId: `resp_${id}` },
    };
    return { json: answer, events: [answer] };
  },
};

const DIALECTS = [chat, responses, messages, gemini];

/** The dialect of an address; undefined for what is not a question to the model. */
export const findDialect = path => DIALECTS.find(dialect => dialect.path.test(path));

/** True if an answer to this request is to come in pieces. */
export const isStreamed = (path, body) => body.stream === true || path.endsWith(':streamGenerateContent');
