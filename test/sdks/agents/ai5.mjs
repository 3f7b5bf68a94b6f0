import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { startTracing } from './tracing.mjs';
import { makeAiTools, PROMPT } from './trip.mjs';

const provider = startTracing();
const openai = createOpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' });
await generateText({
  model: openai('mock-1'),
  tools: makeAiTools(tool, z),
  prompt: PROMPT,
  stopWhen: stepCountIs(10),
  experimental_telemetry: { isEnabled: true, functionId: 'travel' },
});
await provider.shutdown();
