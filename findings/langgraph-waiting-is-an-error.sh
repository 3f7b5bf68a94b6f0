#!/usr/bin/env bash
# The guess that missed: a graph that asks a person returns normally with its question, so its trace has no error, or
# one that says that it waits. The tool that asks has status ERROR with an exception, as if it had failed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  @arizeai/openinference-instrumentation-langchain@4.1.1 @langchain/core@1.4.0 @langchain/langgraph@1.7.3 zod@4.6.7 \
  @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/sdk-trace-node@2.12.1 > /dev/null

cat > main.mjs <<'JS'
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbackManager from '@langchain/core/callbacks/manager';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Command, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
new LangChainInstrumentation().manuallyInstrument(callbackManager);

const pay = tool(async () => `paid: ${interrupt('May I pay?')}`, { name: 'pay', description: 'pays', schema: z.object({}) });
const graph = new StateGraph(MessagesAnnotation)
  .addNode('tools', new ToolNode([pay]))
  .addEdge('__start__', 'tools')
  .addEdge('tools', '__end__')
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: 'one' } };
const call = new AIMessage({ content: '', tool_calls: [{ id: 'call_1', name: 'pay', args: {}, type: 'tool_call' }] });

const first = await graph.invoke({ messages: [call] }, config);
console.log(`invoke returned with the question: ${first.__interrupt__?.[0]?.value}`);
const last = await graph.invoke(new Command({ resume: 'yes' }), config);
console.log(`after the answer the tool said: ${last.messages.at(-1).content}`);
await provider.forceFlush();
const spans = exporter.getFinishedSpans().filter(({ name }) => name === 'pay');
for (const { name, status, events } of spans)
  console.log(`span ${name}: ${['UNSET', 'OK', 'ERROR'][status.code]}${events.map(event => `, with an ${event.name}`).join('')}`);
const failed = spans.filter(({ status }) => status.code === 2);
process.exit(first.__interrupt__?.length === 1 && spans.length === 2 && failed.length === 1 ? 0 : 1);
JS
echo '@langchain/langgraph 1.7.3, @langchain/core 1.4.0, @arizeai/openinference-instrumentation-langchain 4.1.1'
echo 'Expected: nothing failed, so no span is in error.'
echo 'What happens:'
LANGSMITH_TRACING=false timeout 60 node main.mjs || { echo 'This has changed.'; exit 1; }
echo 'Each question to a person counts as a failed call of a tool.'
