import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { genkit, z } from 'genkit';
import { enableTelemetry, flushTracing } from 'genkit/tracing';
import { makeSchemas, PROMPT, TOOLS, TURNS } from './trip.mjs';

const exporter = new OTLPTraceExporter({ url: `${process.env.TRACES_URL}/v1/traces` });
await enableTelemetry({ spanProcessors: [new BatchSpanProcessor(exporter)] });
const ai = genkit({});
const supports = { tools: true, multiturn: true, systemRole: true };
const model = ai.defineModel({ name: 'mock/mock-1', supports }, async ({ messages }) => {
  const made = messages.filter(
    ({ role, content }) => role === 'model' && content.some(part => part.toolRequest),
  );
  const turn = TURNS[made.length];
  const content = turn.text
    ? [{ text: turn.text }]
    : turn.calls.map(([ref, name, input]) => ({ toolRequest: { ref, name, input } }));
  return {
    message: { role: 'model', content },
    finishReason: 'stop',
    usage: {
      inputTokens: turn.in,
      outputTokens: turn.out,
      totalTokens: turn.in + turn.out,
      cachedContentTokens: turn.cached,
      thoughtsTokens: turn.reasoning,
    },
  };
});
// A tool that throws would end the flow, so it answers with its error.
const tools = Object.entries(makeSchemas(z)).map(([name, inputSchema]) =>
  ai.defineTool({ name, description: name, inputSchema, outputSchema: z.any() }, args =>
    TOOLS[name](args).catch(error => ({ error: error.message })),
  ),
);
const flow = ai.defineFlow(
  { name: 'travel', inputSchema: z.string(), outputSchema: z.string() },
  async prompt => (await ai.generate({ model, prompt, tools, maxTurns: 8 })).text,
);
await flow(PROMPT);
await flushTracing();
process.exit(0);
