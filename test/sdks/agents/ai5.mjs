import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { startTracing } from './tracing.mjs';
import { makeSchemas, PROMPT, TOOLS } from './trip.mjs';

const provider = startTracing();
const openai = createOpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' });
const tools = Object.entries(makeSchemas(z)).map(([name, inputSchema]) => [
  name,
  tool({ description: name, inputSchema, execute: TOOLS[name] }),
]);
await generateText({
  model: openai('mock-1'),
  tools: Object.fromEntries(tools),
  prompt: PROMPT,
  stopWhen: stepCountIs(10),
  experimental_telemetry: { isEnabled: true, functionId: 'travel' },
});
await provider.shutdown();
