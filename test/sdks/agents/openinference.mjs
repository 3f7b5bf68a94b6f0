import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { trace } from '@opentelemetry/api';
import OpenAI from 'openai';
import { startTracing } from './tracing.mjs';
import { callWithin, playChat } from './trip.mjs';

const provider = startTracing();
new OpenAIInstrumentation().manuallyInstrument(OpenAI);
const client = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' });
const tracer = trace.getTracer('trip');

/** Calls a tool in a span, as OpenInference asks it of the application. */
const callTool = (name, tool, args) =>
  tracer.startActiveSpan(name, async span => {
    span.setAttributes({
      'openinference.span.kind': 'TOOL',
      'tool.name': name,
      'input.value': JSON.stringify(args),
    });
    return callWithin(span, 'output.value', tool, args);
  });

await tracer.startActiveSpan('travel', async span => {
  span.setAttributes({ 'openinference.span.kind': 'AGENT', 'agent.name': 'travel' });
  await playChat(client, callTool);
  span.end();
});
await provider.shutdown();
