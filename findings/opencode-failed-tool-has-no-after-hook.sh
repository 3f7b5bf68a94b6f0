#!/usr/bin/env bash
# The guess that missed: a plugin of opencode sees each tool call before and after it, so a tool that fails has an after
# with its error. A tool that throws, as read does for a file that is not there, has none: the call ends for the plugin
# only as an event of a changed message part. A plugin that pairs before with after waits for ever for such a call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error opencode-ai@1.18.33 > /dev/null
for place in home/.config/opencode project/.opencode; do
  mkdir -p "$place"
  # What opencode would fetch itself before it starts.
  (cd "$place" && printf '{}' > package.json && timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error @opencode-ai/plugin@1.18.33 > /dev/null)
done

mkdir -p project/.opencode/plugin
cat > project/.opencode/plugin/watch.js <<'JS'
import { appendFileSync } from 'node:fs';
const note = words => appendFileSync(process.env.NOTES, `${words}\n`);
export const Watch = async () => ({
  'tool.execute.before': async ({ tool, callID }) => note(`before ${tool} ${callID}`),
  'tool.execute.after': async ({ tool, callID }) => note(`after ${tool} ${callID}`),
  event: async ({ event }) => {
    const part = event.properties?.part;
    if (event.type === 'message.part.updated' && part?.type === 'tool' && part.state.status === 'error')
      note(`event error ${part.tool} ${part.callID}`);
  },
});
JS

cat > main.mjs <<'JS'
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

// A model that reads a file that is there, then one that is not, and then is done.
const server = createServer(async (request, response) => {
  let text = '';
  for await (const piece of request) text += piece;
  if (!request.url.endsWith('/chat/completions')) return response.writeHead(200).end('{"data":[]}');
  const { messages, tools = [] } = JSON.parse(text);
  const done = messages.filter(({ role }) => role === 'tool').length;
  const isDone = done > 1 || !tools.some(tool => tool.function?.name === 'read');
  const filePath = `${process.cwd()}/project/${done === 0 ? 'there' : 'missing'}.txt`;
  const base = { id: 'one', object: 'chat.completion.chunk', created: 1, model: 'mock-1' };
  const chunk = (delta, reason = null) => ({ ...base, choices: [{ index: 0, delta, finish_reason: reason }] });
  const call = { index: 0, id: `call_${done}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ filePath }) } };
  const events = isDone
    ? [chunk({ role: 'assistant', content: 'Done.' }), chunk({}, 'stop')]
    : [chunk({ role: 'assistant', content: '' }), chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const notes = `${process.cwd()}/notes`;
writeFileSync(notes, '');
writeFileSync('project/there.txt', 'A line.\n');
writeFileSync(
  'home/.config/opencode/opencode.json',
  JSON.stringify({
    ...{ autoupdate: false, share: 'disabled', model: 'scripted/mock-1', small_model: 'scripted/mock-1' },
    provider: {
      scripted: {
        ...{ npm: '@ai-sdk/openai-compatible', options: { baseURL, apiKey: 'none' } },
        models: { 'mock-1': { name: 'mock', limit: { context: 100_000, output: 4_000 } } },
      },
    },
  }),
);
const child = spawn(`${process.cwd()}/node_modules/.bin/opencode`, ['run', 'Read the files.'], {
  cwd: `${process.cwd()}/project`,
  env: {
    ...{ PATH: process.env.PATH, HOME: `${process.cwd()}/home`, NOTES: notes },
    ...{ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  },
  stdio: 'ignore',
  timeout: 180_000,
});
await new Promise(done => child.on('exit', done));
server.close();
const seen = new Set(readFileSync(notes, 'utf8').trim().split('\n'));
for (const [words, id] of [['the file that is there', 'call_0'], ['the file that is not', 'call_1']]) {
  const kinds = ['before', 'after', 'event error'].filter(kind => seen.has(`${kind} read ${id}`));
  console.log(`${words}: ${kinds.join(', ')}`);
}
JS

node main.mjs | tee output
diff output - <<'EXPECTED'
the file that is there: before, after
the file that is not: before, event error
EXPECTED
echo "opencode 1.18.33: a tool that throws has no tool.execute.after"
