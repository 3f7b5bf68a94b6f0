import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Agent,
  BatchTraceProcessor,
  getGlobalTraceProvider,
  Runner,
  setDefaultOpenAIClient,
  setOpenAIAPI,
  setTraceProcessors,
  setTracingDisabled,
  tool,
} from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { makeSchemas, PROMPT, TOOLS } from './trip.mjs';

const file = join(process.env.TRACES, 'traces.jsonl');
const exporter = {
  async export(items) {
    for (const item of items) appendFileSync(file, `${JSON.stringify(item.toJSON())}\n`);
  },
};
setTraceProcessors([new BatchTraceProcessor(exporter)]);
setTracingDisabled(false);
setDefaultOpenAIClient(new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' }));
// Of the Responses API its traces hold no answers, so nothing would order calls that begin in the same millisecond.
setOpenAIAPI('chat_completions');
const tools = Object.entries(makeSchemas(z)).map(([name, parameters]) =>
  tool({ name, description: name, parameters, execute: TOOLS[name] }),
);
const agent = new Agent({ name: 'Travel', instructions: 'Plan.', model: 'mock-1', tools });
await new Runner({ workflowName: 'Trip' }).run(agent, PROMPT);
await getGlobalTraceProvider().forceFlush();
await getGlobalTraceProvider().shutdown();
