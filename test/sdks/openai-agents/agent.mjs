import { appendFileSync } from 'node:fs';
import {
  Agent,
  BatchTraceProcessor,
  getGlobalTraceProvider,
  run,
  setDefaultOpenAIClient,
  setOpenAIAPI,
  setTraceProcessors,
  setTracingDisabled,
  tool,
} from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { bookTrain, findHotel, getWeather, MODEL, MODEL_URL, PROMPT, TRACES_FILE } from './travel.mjs';

const keep = async items => {
  for (const item of items) appendFileSync(TRACES_FILE, `${JSON.stringify(item.toJSON())}\n`);
};
setTraceProcessors([new BatchTraceProcessor({ export: keep })]);
setTracingDisabled(false);
setDefaultOpenAIClient(new OpenAI({ baseURL: MODEL_URL, apiKey: 'none' }));
setOpenAIAPI('chat_completions');
const city = z.string();
const tools = [
  tool({ name: 'get_weather', description: 'weather', parameters: z.object({ city }), execute: getWeather }),
  tool({
    ...{ name: 'find_hotel', description: 'a hotel', execute: findHotel },
    parameters: z.object({ city, nights: z.number() }),
  }),
  tool({
    name: 'book_train',
    description: 'a train',
    parameters: z.object({ to: city }),
    execute: bookTrain,
  }),
];
await run(new Agent({ name: 'travel', instructions: 'Plan.', model: MODEL, tools }), PROMPT);
await getGlobalTraceProvider().forceFlush();
await getGlobalTraceProvider().shutdown();
