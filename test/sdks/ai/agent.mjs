import { createOpenAI } from '@ai-sdk/openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { bookTrain, findHotel, getWeather, MODEL, MODEL_URL, PROMPT, TRACES_URL } from './travel.mjs';

const exporter = new OTLPTraceExporter({ url: `${TRACES_URL}/v1/traces` });
const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
provider.register();
const city = z.string();
await generateText({
  model: createOpenAI({ baseURL: MODEL_URL, apiKey: 'none' }).chat(MODEL),
  prompt: PROMPT,
  stopWhen: stepCountIs(10),
  tools: {
    get_weather: tool({ description: 'weather', inputSchema: z.object({ city }), execute: getWeather }),
    find_hotel: tool({
      ...{ description: 'a hotel', execute: findHotel },
      inputSchema: z.object({ city, nights: z.number() }),
    }),
    book_train: tool({ description: 'a train', inputSchema: z.object({ to: city }), execute: bookTrain }),
  },
  experimental_telemetry: { isEnabled: true, functionId: 'travel' },
});
await provider.shutdown();
