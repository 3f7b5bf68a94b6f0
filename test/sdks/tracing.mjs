// OpenTelemetry as an application sets it up: spans go to the collector that `TRACES_URL` names.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

export const makeExporter = () => new OTLPTraceExporter({ url: `${process.env.TRACES_URL}/v1/traces` });

/** Registers a provider with this processor; `shutdown` sends what is left. */
export function startTracing(processor = new BatchSpanProcessor(makeExporter())) {
  const provider = new NodeTracerProvider({ spanProcessors: [processor] });
  provider.register();
  return provider;
}
