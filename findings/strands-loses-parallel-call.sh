#!/usr/bin/env bash
# The guess that missed: a model asks for two tools at once over chat completions, so the agent runs two tools.
# Both calls arrive in chunks of their own, as OpenAI streams them; only the last one is run.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  @strands-agents/sdk@1.19.0 @modelcontextprotocol/sdk@1.32.2 @opentelemetry/api@1.9.1 openai@6.49.0 zod@4.6.7 > /dev/null

cat > main.mjs <<'JS'
import { createServer } from 'node:http';
import { Agent, tool } from '@strands-agents/sdk';
import { OpenAIModel } from '@strands-agents/sdk/models/openai';
import { z } from 'zod';

const asked = ['first_tool', 'second_tool'];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const { messages } = JSON.parse(body);
  const answered = messages.some(message => message.role === 'tool');
  const chunk = (delta, finish_reason = null) => ({
    id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'scripted',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const piecesOf = (name, index) => [
    { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } },
    { index, function: { arguments: '{}' } },
  ].map(call => chunk({ tool_calls: [call] }));
  const chunks = answered
    ? [chunk({ role: 'assistant', content: 'Done.' }), chunk({}, 'stop')]
    : [chunk({ role: 'assistant', content: null }), ...asked.flatMap(piecesOf), chunk({}, 'tool_calls')];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end([...chunks.map(one => JSON.stringify(one)), '[DONE]'].map(text => `data: ${text}\n\n`).join(''));
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));

const run = [];
const makeTool = name => tool({ name, description: name, inputSchema: z.object({}), callback: () => (run.push(name), 'ok') });
const model = new OpenAIModel({
  api: 'chat', modelId: 'scripted', apiKey: 'none',
  clientConfig: { baseURL: `http://127.0.0.1:${server.address().port}/v1` },
});
await new Agent({ model, printer: false, tools: asked.map(makeTool) }).invoke('Go.');
server.close();
console.log(`the model asked for: ${asked.join(', ')}`);
console.log(`the agent ran:       ${run.join(', ') || 'none'}`);
process.exit(run.join() === 'second_tool' ? 0 : 1);
JS
echo '@strands-agents/sdk 1.19.0, OpenAI chat completions'
echo 'Expected: of two tools asked for in one answer, both are run.'
echo 'What happens:'
timeout 60 node main.mjs || { echo 'This has changed.'; exit 1; }
echo 'The first call is lost without an error.'
