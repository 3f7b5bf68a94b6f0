import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { generateText, isStepCount, registerTelemetry, tool } from 'ai';
import { z } from 'zod';
import { startTracing } from './tracing.mjs';
import { makeAiTools, PROMPT } from './trip.mjs';

const provider = startTracing();
registerTelemetry(new OpenTelemetry());
const openai = createOpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' });
await generateText({
  model: openai('mock-1'),
  tools: makeAiTools(tool, z),
  prompt: PROMPT,
  stopWhen: isStepCount(10),
  telemetry: { functionId: 'travel' },
});
await provider.shutdown();
