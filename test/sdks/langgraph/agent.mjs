import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbacks from '@langchain/core/callbacks/manager';
import { awaitAllCallbacks } from '@langchain/core/callbacks/promises';
import { tool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';
import { bookTrain, findHotel, getWeather, MODEL, MODEL_URL, PROMPT, TRACES_URL } from './travel.mjs';

const exporter = new OTLPTraceExporter({ url: `${TRACES_URL}/v1/traces` });
const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
provider.register();
new LangChainInstrumentation().manuallyInstrument(callbacks);
const city = z.string();
const asText = call => async args => JSON.stringify(await call(args));
const tools = [
  tool(asText(getWeather), { name: 'get_weather', description: 'weather', schema: z.object({ city }) }),
  tool(asText(findHotel), {
    ...{ name: 'find_hotel', description: 'a hotel' },
    schema: z.object({ city, nights: z.number() }),
  }),
  tool(asText(bookTrain), { name: 'book_train', description: 'a train', schema: z.object({ to: city }) }),
];
const llm = new ChatOpenAI({ model: MODEL, apiKey: 'none', configuration: { baseURL: MODEL_URL } });
await createReactAgent({ llm, tools, name: 'travel' }).invoke({
  messages: [{ role: 'user', content: PROMPT }],
});
await awaitAllCallbacks();
await provider.shutdown();
