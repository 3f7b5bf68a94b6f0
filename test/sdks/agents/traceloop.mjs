import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import * as traceloop from '@traceloop/node-server-sdk';
import OpenAI from 'openai';
import { playChat } from './trip.mjs';

traceloop.initialize({
  appName: 'trip',
  exporter: new OTLPTraceExporter({ url: `${process.env.TRACES_URL}/v1/traces` }),
  disableBatch: false,
  silenceInitializationMessage: true,
  traceloopSyncEnabled: false,
  telemetryEnabled: false,
  instrumentModules: { openAI: OpenAI },
});
const client = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' });
await traceloop.withWorkflow({ name: 'trip' }, () =>
  traceloop.withAgent({ name: 'travel' }, () =>
    playChat(client, (name, tool, args) => traceloop.withTool({ name }, tool, args)),
  ),
);
await traceloop.forceFlush();
