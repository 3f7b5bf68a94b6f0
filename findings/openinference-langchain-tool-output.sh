#!/usr/bin/env bash
# @arizeai/openinference-instrumentation-langchain 4.1.1 with @langchain/core 1.4.0, Node 20.
#
# One would guess: a tool's span keeps what the tool returned, so two calls with equal results have equal `output.value`.
# What happens: the span keeps the whole ToolMessage that LangChain made of it, with the id of the call, so no two calls of a run
# are equal, whatever the tool returned. A search for repeated results on that attribute finds none, not even in an agent
# that asks the same thing six times. The result alone has to be taken out of the message.
#
# Seen: "the results are equal: true", "the attributes are equal: false", and the id of each call within its attribute.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error \
  @arizeai/openinference-instrumentation-langchain@4.1.1 @langchain/core@1.4.0 zod@4.6.7 \
  @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/sdk-trace-node@2.12.1 >/dev/null
cat > look.mjs <<'JS'
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbacks from '@langchain/core/callbacks/manager';
import { awaitAllCallbacks } from '@langchain/core/callbacks/promises';
import { tool } from '@langchain/core/tools';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
new LangChainInstrumentation().manuallyInstrument(callbacks);
const weather = tool(async () => 'sunny', {
  name: 'weather',
  description: 'the weather of a city',
  schema: z.object({ city: z.string() }),
});
const results = [];
for (const id of ['call_first', 'call_second'])
  results.push((await weather.invoke({ type: 'tool_call', id, name: 'weather', args: { city: 'Paris' } })).content);
await awaitAllCallbacks();
const values = exporter.getFinishedSpans().map(span => span.attributes['output.value']);
console.log(values.join('\n'));
console.log('the results are equal:', results[0] === results[1]);
console.log('the attributes are equal:', values[0] === values[1]);
const isSeen =
  values.length === 2 && results[0] === results[1] && values[0].includes('call_first') && values[1].includes('call_second');
process.exit(isSeen ? 0 : 1);
JS
node look.mjs
