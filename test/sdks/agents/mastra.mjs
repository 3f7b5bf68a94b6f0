import { createOpenAI } from '@ai-sdk/openai';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import { makeSchemas, PROMPT, TOOLS } from './trip.mjs';

const custom = { endpoint: `${process.env.TRACES_URL}/v1/traces`, protocol: 'http/json' };
const exporters = [new OtelExporter({ provider: { custom }, signals: { logs: false } })];
const tools = Object.entries(makeSchemas(z)).map(([id, inputSchema]) => [
  id,
  createTool({ id, description: id, inputSchema, execute: TOOLS[id] }),
]);
const openai = createOpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' });
const travel = new Agent({
  id: 'travel',
  name: 'Travel',
  instructions: 'Plan.',
  model: openai.chat('mock-1'),
  tools: Object.fromEntries(tools),
});
const observability = new Observability({ configs: { otel: { serviceName: 'trip', exporters } } });
const mastra = new Mastra({ agents: { travel }, logger: false, observability });
await mastra.getAgent('travel').generate(PROMPT, { maxSteps: 10 });
await observability.shutdown();
await mastra.shutdown();
process.exit(0);
