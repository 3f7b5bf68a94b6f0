#!/usr/bin/env bash
# The guess that missed: GitHub Copilot CLI takes hooks in Claude Code's spelling, so what such a hook answers inside
# hookSpecificOutput is read as Claude Code reads it. A refusal there is, but additional context there never reaches the
# model, and nothing says so; at the top level of the answer it does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error @github/copilot@1.0.102 node@22.23.3 > /dev/null

cat > hook.mjs <<'JS'
import { readFileSync } from 'node:fs';
const { hook_event_name: event } = JSON.parse(readFileSync(0, 'utf8'));
const where = process.env.WHERE;
const inside = { hookEventName: event };
const answers = {
  'nested refusal': event === 'PreToolUse' && {
    hookSpecificOutput: { ...inside, permissionDecision: 'deny', permissionDecisionReason: 'NOT NOW' },
  },
  'nested context': event === 'PostToolUse' && { hookSpecificOutput: { ...inside, additionalContext: 'A WORD OF ADVICE' } },
  'context at the top': event === 'PostToolUse' && { additionalContext: 'A WORD OF ADVICE' },
};
if (answers[where]) process.stdout.write(JSON.stringify(answers[where]));
JS

cat > main.mjs <<'JS'
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

let seen = '';
// A model that calls the shell once, and then is done.
const server = createServer(async (request, response) => {
  let text = '';
  for await (const piece of request) text += piece;
  if (!request.url.endsWith('/chat/completions')) return response.writeHead(200).end('{"data":[]}');
  const { messages, tools = [] } = JSON.parse(text);
  const isDone = messages.some(({ role }) => role === 'tool') || !tools.some(tool => tool.function?.name === 'bash');
  if (isDone) seen += JSON.stringify(messages);
  const base = { id: 'one', object: 'chat.completion.chunk', created: 1, model: 'mock-1' };
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"echo done","description":"a test"}' } };
  const chunk = (delta, reason = null) => ({ ...base, choices: [{ index: 0, delta, finish_reason: reason }] });
  const events = isDone
    ? [chunk({ role: 'assistant', content: 'Done.' }), chunk({}, 'stop')]
    : [chunk({ role: 'assistant', content: '' }), chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/v1`;

for (const where of ['nested refusal', 'nested context', 'context at the top']) {
  seen = '';
  const home = `${process.cwd()}/${where.replaceAll(' ', '-')}`;
  mkdirSync(`${home}/.copilot/hooks`, { recursive: true });
  mkdirSync(`${home}/work`, { recursive: true });
  const command = { type: 'command', bash: `${process.execPath} ${process.cwd()}/hook.mjs`, timeoutSec: 20 };
  writeFileSync(
    `${home}/.copilot/hooks/test.json`,
    JSON.stringify({ version: 1, hooks: { PreToolUse: [command], PostToolUse: [command] } }),
  );
  const program = `${process.cwd()}/node_modules/.bin/copilot`;
  const child = spawn(program, ['-p', 'Run the test.', '--allow-all-tools', '--no-auto-update'], {
    cwd: `${home}/work`,
    env: {
      ...{ PATH: `${process.cwd()}/node_modules/node/bin:${process.env.PATH}`, HOME: home, WHERE: where },
      ...{ COPILOT_PROVIDER_BASE_URL: url, COPILOT_PROVIDER_API_KEY: 'none', COPILOT_MODEL: 'mock-1' },
      ...{ COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
    },
    stdio: 'ignore',
    timeout: 120_000,
  });
  await new Promise(done => child.on('exit', done));
  const reached = ['NOT NOW', 'A WORD OF ADVICE'].filter(words => seen.includes(words));
  console.log(`${where}: ${seen === '' ? 'the model got no result' : reached.length > 0 ? 'reached the model' : 'never reached the model'}`);
}
server.close();
JS

node_modules/node/bin/node main.mjs | tee output
diff output - <<'EXPECTED'
nested refusal: reached the model
nested context: never reached the model
context at the top: reached the model
EXPECTED
echo "GitHub Copilot CLI 1.0.102: additional context inside hookSpecificOutput is dropped, a refusal there counts"
