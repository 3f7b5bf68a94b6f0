import { observeOpenAI } from '@langfuse/openai';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { startActiveObservation } from '@langfuse/tracing';
import OpenAI from 'openai';
import { makeExporter, startTracing } from './tracing.mjs';
import { PROMPT, playChat } from './trip.mjs';

const provider = startTracing(
  new LangfuseSpanProcessor({ publicKey: 'none', secretKey: 'none', exporter: makeExporter() }),
);
const client = observeOpenAI(new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' }));

const callTool = (name, tool, args) =>
  startActiveObservation(
    name,
    async observation => {
      observation.update({ input: args });
      try {
        const output = await tool(args);
        observation.update({ output });
        return output;
      } catch (error) {
        observation.update({ level: 'ERROR', statusMessage: error.message });
        throw error;
      }
    },
    { asType: 'tool' },
  );

await startActiveObservation(
  'travel',
  async observation => {
    observation.update({ input: PROMPT });
    observation.update({ output: await playChat(client, callTool) });
  },
  { asType: 'agent' },
);
await provider.forceFlush();
await provider.shutdown();
