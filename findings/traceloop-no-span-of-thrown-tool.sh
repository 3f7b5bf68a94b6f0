#!/usr/bin/env bash
# The guess that missed: a tool that throws leaves a span with status ERROR and an exception, as OpenTelemetry's
# conventions have it. It leaves no span: its trace looks as if the tool had never been called.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  @traceloop/node-server-sdk@0.27.0 @opentelemetry/sdk-trace-base@2.12.1 > /dev/null

cat > main.mjs <<'JS'
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import * as traceloop from '@traceloop/node-server-sdk';

const exporter = new InMemorySpanExporter();
traceloop.initialize({
  appName: 'app', exporter, disableBatch: true, silenceInitializationMessage: true,
  traceloopSyncEnabled: false, telemetryEnabled: false,
});
let caught = '';
await traceloop.withWorkflow({ name: 'trip' }, async () => {
  await traceloop.withTool({ name: 'works' }, async () => 'fine');
  await traceloop.withTool({ name: 'throws', }, async () => { throw new Error('no seats left'); }).catch(error => (caught = error.message));
  await new Promise(resolve => setTimeout(resolve, 50));
});
await traceloop.forceFlush();
const spans = exporter.getFinishedSpans().map(({ name, status }) => `${name} (status ${['UNSET', 'OK', 'ERROR'][status.code]})`);
console.log(`the application caught: ${caught}`);
console.log(`spans: ${spans.join(', ') || 'none'}`);
const lost = !spans.some(name => name.startsWith('throws')) && spans.some(name => name.startsWith('works'));
process.exit(lost && caught === 'no seats left' ? 0 : 1);
JS
echo '@traceloop/node-server-sdk 0.27.0'
echo 'Expected: three spans, that of the tool that threw with status ERROR.'
echo 'What happens:'
timeout 60 node main.mjs || { echo 'This has changed.'; exit 1; }
echo 'The tool that threw has no span at all, and no other span tells of it.'
