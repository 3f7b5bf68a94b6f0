#!/usr/bin/env bash
# @traceloop/node-server-sdk 0.27.0, Node 20.
#
# One would guess: a tool that throws within `withTool` leaves a span with the status of an error, as OpenTelemetry's
# conventions have it.
# What happens: it leaves none at all, so that by the spans of tools alone no call ever fails.
#
# Seen: two tools are called, one returns and one throws; the only span of a tool is that of the one that returned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @traceloop/node-server-sdk@0.27.0 @opentelemetry/sdk-trace-base@2.12.1 >/dev/null
cat > look.mjs <<'JS'
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import * as traceloop from '@traceloop/node-server-sdk';

const exporter = new InMemorySpanExporter();
traceloop.initialize({
  appName: 'look',
  exporter,
  disableBatch: true,
  silenceInitializationMessage: true,
  traceloopSyncEnabled: false,
  telemetryEnabled: false,
});
let caught = null;
await traceloop.withWorkflow({ name: 'trip' }, async () => {
  await traceloop.withTool({ name: 'weather' }, async () => 'sunny');
  try {
    await traceloop.withTool({ name: 'train' }, async () => {
      throw new Error('no seats left');
    });
  } catch (error) {
    caught = error.message;
  }
});
await traceloop.forceFlush();
const names = exporter.getFinishedSpans().map(({ name }) => name);
console.log('spans:', names.join(', '));
console.log('the second tool threw:', caught);
const tools = names.filter(name => name.endsWith('.tool'));
process.exit(caught === 'no seats left' && tools.join() === 'weather.tool' ? 0 : 1);
JS
node look.mjs
