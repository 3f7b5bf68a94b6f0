import { z } from 'zod';
import { startTracing } from './tracing.mjs';
import { makeSchemas, PROMPT, TOOLS } from './trip.mjs';

// Before the SDK, which asks for its tracer when it is loaded.
const provider = startTracing();
const { Agent, tool } = await import('@strands-agents/sdk');
const { OpenAIModel } = await import('@strands-agents/sdk/models/openai');

const model = new OpenAIModel({
  modelId: 'mock-1',
  apiKey: 'none',
  clientConfig: { baseURL: process.env.MODEL_URL },
});
const tools = Object.entries(makeSchemas(z)).map(([name, inputSchema]) =>
  tool({ name, description: name, inputSchema, callback: TOOLS[name] }),
);
const agent = new Agent({
  name: 'Travel',
  id: 'travel',
  model,
  systemPrompt: 'Plan.',
  printer: false,
  tools,
});
await agent.invoke(PROMPT);
await provider.shutdown();
