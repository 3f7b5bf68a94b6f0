#!/usr/bin/env bash
# The guess that missed: the span of a model's call holds its tokens and its answer, however long the conversation was. OpenInference
# 4.2.7 writes each message of the input as attributes of its own, two and more a message, and OpenTelemetry 2.12 keeps the first 128
# attributes of a span by default. What is set when the call has ended comes last: from about sixty messages on, which an agent
# reaches in thirty turns, the answer and all token counts are gone, and later the end of the input as well. Nothing is logged; only
# the span's count of dropped attributes says that something is missing. So the costliest calls are those that seem to cost nothing.
# Seen here: of 10 messages 34 attributes, with 900 tokens and the answer; of 60, 128 attributes, 6 dropped, neither.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error \
  @arizeai/openinference-instrumentation-openai@4.2.7 openai@6.49.0 \
  @opentelemetry/sdk-trace-node@2.12.1 @opentelemetry/sdk-trace-base@2.12.1 > /dev/null

cat > main.mjs <<'JS'
import { createServer } from 'node:http';
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';

const memory = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
const instrumentation = new OpenAIInstrumentation();
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument(OpenAI);

// A model that always gives the same answer for 900 tokens.
const answer = {
  id: 'a',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'the answer' } }],
  usage: { prompt_tokens: 900, completion_tokens: 7, total_tokens: 907 },
};
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
}).listen(0);
const client = new OpenAI({ apiKey: 'none', baseURL: `http://localhost:${server.address().port}/v1` });

for (const count of [10, 60]) {
  memory.reset();
  const messages = Array.from({ length: count }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `message ${i}`,
  }));
  await client.chat.completions.create({ model: 'm', messages });
  const [{ attributes, droppedAttributesCount }] = memory.getFinishedSpans();
  const tokens = attributes['llm.token_count.prompt'] ?? 'none';
  const said = attributes['llm.output_messages.0.message.content'] ?? 'none';
  console.log(
    `${count} messages: ${Object.keys(attributes).length} attributes, ${droppedAttributesCount} dropped; tokens: ${tokens}; answer: ${said}`,
  );
}
server.close();
server.closeAllConnections();
JS
output=$(node main.mjs)
echo "$output"
[[ "$output" == "10 messages: 34 attributes, 0 dropped; tokens: 900; answer: the answer
60 messages: 128 attributes, 6 dropped; tokens: none; answer: none" ]]
