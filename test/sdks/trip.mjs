// The scripted agent: what its model answers turn by turn, its tools, and its loop for SDKs that have none of their own.

export const PROMPT = 'Plan a trip to Paris.';

export const TURNS = [
  { calls: [['call_A1', 'get_weather', { city: 'Paris' }]], in: 100, out: 20, cached: 40, reasoning: 5 },
  {
    calls: [
      ['call_B1', 'find_hotel', { city: 'Paris', nights: 2 }],
      ['call_C1', 'book_train', { to: 'Paris' }],
    ],
    ...{ in: 150, out: 30, cached: 80, reasoning: 7 },
  },
  { calls: [['call_A2', 'get_weather', { city: 'Paris' }]], in: 220, out: 25, cached: 120, reasoning: 6 },
  {
    text: 'Paris is sunny. Hotel Lutetia is free; the train could not be booked.',
    ...{ in: 270, out: 40, cached: 200, reasoning: 9 },
  },
];

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

export const TOOLS = {
  async get_weather({ city }) {
    await sleep(20);
    return { city, sky: 'sunny', celsius: 21 };
  },
  async find_hotel({ nights }) {
    await sleep(60);
    return { hotel: 'Lutetia', nights };
  },
  async book_train() {
    await sleep(20);
    throw new Error('no seats left');
  },
};

/** Parameters of each tool, as JSON schema has them. */
export const PARAMETERS = {
  get_weather: { city: { type: 'string' } },
  find_hotel: { city: { type: 'string' }, nights: { type: 'number' } },
  book_train: { to: { type: 'string' } },
};

/** Zod schemas of the tools' parameters, by whichever zod the SDK takes. */
export const makeSchemas = z => ({
  get_weather: z.object({ city: z.string() }),
  find_hotel: z.object({ city: z.string(), nights: z.number() }),
  book_train: z.object({ to: z.string() }),
});

/** The tools as the AI SDK takes them. */
export const makeAiTools = (tool, z) =>
  Object.fromEntries(
    Object.entries(makeSchemas(z)).map(([name, inputSchema]) => [
      name,
      tool({ description: name, inputSchema, execute: TOOLS[name] }),
    ]),
  );

/** Makes a call within an OpenTelemetry span that the application opened for it, and notes what came of it. */
export async function callWithin(span, resultName, tool, args) {
  try {
    const result = await tool(args);
    span.setAttribute(resultName, JSON.stringify(result));
    return result;
  } catch (error) {
    span.recordException(error);
    // 2 is SpanStatusCode.ERROR.
    span.setStatus({ code: 2, message: error.message });
    throw error;
  } finally {
    span.end();
  }
}

/** Plays the agent with OpenAI's client over chat completions; `callTool(name, tool, args)` makes each call. */
export async function playChat(client, callTool) {
  const messages = [{ role: 'user', content: PROMPT }];
  const tools = Object.entries(PARAMETERS).map(([name, properties]) => ({
    type: 'function',
    function: { name, description: name, parameters: { type: 'object', properties } },
  }));
  for (let turn = 0; turn < TURNS.length; turn++) {
    const { choices } = await client.chat.completions.create({ model: 'mock-1', messages, tools });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content;
    const answer = async ({ id, function: { name, arguments: args } }) => {
      let content;
      try {
        content = JSON.stringify(await callTool(name, TOOLS[name], JSON.parse(args)));
      } catch (error) {
        content = `Error: ${error.message}`;
      }
      messages.push({ role: 'tool', tool_call_id: id, content });
    };
    await Promise.all(message.tool_calls.map(answer));
  }
  throw new Error('the script is over');
}
