#!/usr/bin/env bash
# The guess that missed: a function that throws has a span with status ERROR. Exported by OpenTelemetry,
# the span has status OK; only its event named exception says that it failed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  langsmith@0.12.0 @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 \
  @opentelemetry/exporter-trace-otlp-proto@0.223.1 @opentelemetry/context-async-hooks@2.12.1 > /dev/null

cat > main.mjs <<'JS'
import { createServer } from 'node:http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

// A server that takes all, so that the client goes on; spans are looked at where they leave.
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
process.env.LANGSMITH_ENDPOINT = url;
const spans = [];
OTLPTraceExporter.prototype.export = (some, done) => { spans.push(...some); done({ code: 0 }); };

const { initializeOTEL } = await import('langsmith/experimental/otel/setup');
const { DEFAULT_LANGSMITH_SPAN_PROCESSOR: processor } = initializeOTEL({ exporterConfig: { url: `${url}/v1/traces` } });
const { traceable } = await import('langsmith/traceable');
const works = traceable(async () => 'fine', { name: 'works', run_type: 'tool' });
const fails = traceable(async () => { throw new Error('no seats left'); }, { name: 'fails', run_type: 'tool' });
let caught;
const trip = traceable(async () => { await works(); await fails().catch(error => (caught = error.message)); return 'done'; }, { name: 'trip' });
await trip();
for (let tries = 0; tries < 50 && spans.length < 3; tries++) {
  await new Promise(resolve => setTimeout(resolve, 200));
  await processor.forceFlush();
}
console.log(`the application caught: ${caught}`);
for (const { name, status, events } of spans)
  console.log(`span ${name}: status ${['UNSET', 'OK', 'ERROR'][status.code]}, events: ${events.map(event => event.name).join(', ') || 'none'}`);
const failed = spans.find(({ name }) => name === 'fails');
process.exit(failed?.status.code === 1 && failed.events.some(({ name }) => name === 'exception') ? 0 : 1);
JS
echo 'langsmith 0.12.0 with its OpenTelemetry export'
echo 'Expected: the span of a tool that threw has status ERROR.'
echo 'What happens:'
LANGSMITH_TRACING=true LANGSMITH_OTEL_ENABLED=true LANGSMITH_API_KEY=none timeout 60 node main.mjs || { echo 'This has changed.'; exit 1; }
echo 'A search for spans in error does not find it.'
