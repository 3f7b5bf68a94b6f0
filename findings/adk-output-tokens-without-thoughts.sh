#!/usr/bin/env bash
# The guess that missed: gen_ai.usage.output_tokens holds all that a model put out, thoughts included, as they are
# charged and as other tracers count them. It leaves out the thoughts, and no other attribute of the span counts them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  @google/adk@2.0.0 @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/sdk-trace-node@2.12.1 > /dev/null

cat > main.mjs <<'JS'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
const { BaseLlm, InMemoryRunner, LlmAgent } = await import('@google/adk');

class ScriptedLlm extends BaseLlm {
  constructor() { super({ model: 'scripted' }); }
  async *generateContentAsync() {
    yield {
      content: { role: 'model', parts: [{ text: 'Done.' }] },
      finishReason: 'STOP',
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, thoughtsTokenCount: 300, totalTokenCount: 420 },
    };
  }
}
const runner = new InMemoryRunner({ agent: new LlmAgent({ name: 'one', model: new ScriptedLlm() }), appName: 'app' });
const { id: sessionId } = await runner.sessionService.createSession({ appName: 'app', userId: 'somebody' });
for await (const _ of runner.runAsync({ userId: 'somebody', sessionId, newMessage: { role: 'user', parts: [{ text: 'Go.' }] } }));

const { attributes } = exporter.getFinishedSpans().find(({ name }) => name === 'call_llm') ?? { attributes: {} };
const usage = Object.entries(attributes).filter(([key]) => key.startsWith('gen_ai.usage.'));
console.log('the model charged: 100 in, 20 of the answer, 300 of thoughts, 420 in all');
for (const [key, value] of usage) console.log(`${key}: ${value}`);
const sum = usage.reduce((all, [, value]) => all + Number(value), 0);
console.log(`in all by the attributes: ${sum}`);
process.exit(sum === 120 ? 0 : 1);
JS
echo '@google/adk 2.0.0'
echo 'Expected: the tokens of the span of the call add up to the 420 that the model charged.'
echo 'What happens:'
timeout 60 node main.mjs 2> errors.txt || { tail -5 errors.txt; echo 'This has changed.'; exit 1; }
echo 'Thoughts, here most of the bill, are in no attribute of usage.'
