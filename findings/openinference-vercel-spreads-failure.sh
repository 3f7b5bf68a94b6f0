#!/usr/bin/env bash
# The guess that missed: one tool fails, so its span (and at most those around it) has status ERROR. The processor gives
# the failure also to the tool that ran beside it and worked, and to all that came later, the right answer included.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
newer=node-$(node -p 'process.platform + "-" + process.arch')
timeout 400 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  @arizeai/openinference-vercel@3.2.1 ai@7.0.173 @ai-sdk/otel@1.0.173 zod@4.6.7 \
  @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/sdk-trace-node@2.12.1 \
  "$newer@22.23.3" > /dev/null

cat > main.mjs <<'JS'
import { isOpenInferenceSpan, OpenInferenceSimpleSpanProcessor } from '@arizeai/openinference-vercel';
import { OpenTelemetry } from '@ai-sdk/otel';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { generateText, isStepCount, registerTelemetry, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

/** Shows the spans of models and tools of a run, and gives those in error. */
async function play(makeProcessor) {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [makeProcessor(exporter)] });
  const call = name => ({ type: 'tool-call', toolCallId: `call_${name}`, toolName: name, input: '{}' });
  const answers = [[call('works'), call('fails')], [call('later')], [{ type: 'text', text: 'All is well.' }]];
  let turn = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      const content = answers[turn++];
      const unified = content[0].type === 'text' ? 'stop' : 'tool-calls';
      const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
      const outputTokens = { total: 1, text: 1, reasoning: 0 };
      return { content, finishReason: { unified, raw: unified }, usage: { inputTokens, outputTokens }, warnings: [] };
    },
  });
  const makeTool = execute => tool({ description: 'a tool', inputSchema: z.object({}), execute });
  const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
  const tools = {
    works: makeTool(async () => (await wait(60), 'fine')),
    fails: makeTool(async () => { await wait(20); throw new Error('no seats left'); }),
    later: makeTool(async () => 'fine'),
  };
  const integration = new OpenTelemetry({ tracer: provider.getTracer('app') });
  await generateText({ model, tools, prompt: 'Go.', stopWhen: isStepCount(9), telemetry: { integrations: [integration] } });
  await provider.forceFlush();
  const spans = exporter.getFinishedSpans().filter(({ name }) => /^(chat|execute_tool)/.test(name));
  for (const { name, status, events } of spans)
    console.log(`  ${name}: ${status.code === 2 ? 'ERROR' : 'no error'}${events.some(event => event.name === 'exception') ? ', with an exception' : ''}`);
  return spans.filter(({ status }) => status.code === 2);
}

console.log('spans as the AI SDK makes them:');
const plain = await play(exporter => new SimpleSpanProcessor(exporter));
console.log('the same run through the processor:');
const processed = await play(exporter => new OpenInferenceSimpleSpanProcessor({ exporter, spanFilter: isOpenInferenceSpan }));
process.exit(plain.length === 1 && processed.length === 5 ? 0 : 1);
JS
echo '@arizeai/openinference-vercel 3.2.1, ai 7.0.173, @ai-sdk/otel 1.0.173'
echo 'Expected: one of three tools fails, so one span of the models and tools is in error.'
echo 'What happens:'
timeout 60 "node_modules/$newer/bin/node" main.mjs || { echo 'This has changed.'; exit 1; }
echo 'Five are in error, of which four worked; only the one that failed holds an exception.'
