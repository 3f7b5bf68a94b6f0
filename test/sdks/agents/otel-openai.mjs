import { createRequire } from 'node:module';
import { trace } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OpenAIInstrumentation } from '@opentelemetry/instrumentation-openai';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { startTracing } from './tracing.mjs';
import { callWithin, playChat } from './trip.mjs';

const provider = startTracing();
const exporter = new OTLPLogExporter({ url: `${process.env.TRACES_URL}/v1/logs` });
const logs = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
const instrumentation = new OpenAIInstrumentation({ captureMessageContent: true });
instrumentation.setTracerProvider(provider);
instrumentation.setLoggerProvider(logs);
instrumentation.enable();
// It patches what is required after it.
const OpenAI = createRequire(import.meta.url)('openai');
const client = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' });
const tracer = trace.getTracer('trip');

/** Calls a tool in a span, as the semantic conventions ask it of the application. */
const callTool = (name, tool, args) =>
  tracer.startActiveSpan(`execute_tool ${name}`, async span => {
    span.setAttributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.arguments': JSON.stringify(args),
    });
    return callWithin(span, 'gen_ai.tool.call.result', tool, args);
  });

await tracer.startActiveSpan('invoke_agent travel', async span => {
  span.setAttributes({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'travel' });
  await playChat(client, callTool);
  span.end();
});
await provider.shutdown();
await logs.shutdown();
