#!/usr/bin/env bash
# The guess that missed: a function that throws has a span with status ERROR. Exported by OpenTelemetry,
# the span keeps a good status; only its event named exception says that it failed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  langsmith@0.12.0 @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 \
  @opentelemetry/exporter-trace-otlp-proto@0.223.1 @opentelemetry/context-async-hooks@2.12.1 > /dev/null

cat > main.mjs <<'JS'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { Client } from 'langsmith';
import { initializeOTEL } from 'langsmith/experimental/otel/setup';
import { traceable } from 'langsmith/traceable';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
initializeOTEL({ globalTracerProvider: provider });
const client = new Client();
const fail = traceable(async () => { throw new Error('no seats left'); }, { name: 'book_train', run_type: 'tool', client });
const caught = await fail().catch(error => error.message);
await new Promise(resolve => setTimeout(resolve, 1500));
await provider.forceFlush();
const [span] = exporter.getFinishedSpans();
if (span === undefined) { console.log('no span came'); process.exit(1); }
const status = ['UNSET', 'OK', 'ERROR'][span.status.code];
const events = span.events.map(({ name }) => name);
console.log(`the application caught: ${caught}`);
console.log(`span ${span.name}: status ${status}, events: ${events.join(', ') || 'none'}`);
process.exit(caught === 'no seats left' && status !== 'ERROR' && events.includes('exception') ? 0 : 1);
JS
echo 'langsmith 0.12.0 with its OpenTelemetry export'
echo 'Expected: the span of a tool that threw has status ERROR.'
echo 'What happens:'
LANGSMITH_TRACING=true LANGSMITH_OTEL_ENABLED=true LANGSMITH_OTEL_ONLY=true LANGSMITH_API_KEY=none \
  LANGSMITH_ENDPOINT=http://127.0.0.1:9 timeout 60 node main.mjs || { echo 'This has changed.'; exit 1; }
echo 'A search for spans in error does not find it.'
