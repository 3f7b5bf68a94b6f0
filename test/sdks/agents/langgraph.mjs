import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbackManager from '@langchain/core/callbacks/manager';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { startTracing } from './tracing.mjs';
import { makeSchemas, PROMPT, TOOLS } from './trip.mjs';

const provider = startTracing();
new LangChainInstrumentation().manuallyInstrument(callbackManager);
const tools = Object.entries(makeSchemas(z)).map(([name, schema]) =>
  tool(async args => JSON.stringify(await TOOLS[name](args)), { name, description: name, schema }),
);
const model = new ChatOpenAI({
  model: 'mock-1',
  apiKey: 'none',
  configuration: { baseURL: process.env.MODEL_URL },
});
const agent = createAgent({ model, tools, name: 'travel' });
await agent.invoke({ messages: [{ role: 'user', content: PROMPT }] });
await provider.shutdown();
