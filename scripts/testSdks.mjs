// npm run test:sdks [NAME …]: installs agent SDKs of pinned versions in a temporary folder, plays the same scripted agent through
// each against a scripted model, reads the traces that it leaves, and compares. Outside CI: it needs the package registry.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, fail, ROOT } from './install.mjs';

const SDKS = join(ROOT, 'test', 'sdks');

/** What the model says, turn by turn, with its tokens; cached input and reasoning are parts of them. */
const TURNS = [
  { calls: [['a1', 'get_weather', { city: 'Paris' }]], tokens: [100, 20], parts: [40, 5] },
  {
    calls: [
      ['b1', 'find_hotel', { city: 'Paris', nights: 2 }],
      ['c1', 'book_train', { to: 'Paris' }],
    ],
    ...{ tokens: [150, 30], parts: [80, 7] },
  },
  { calls: [['a2', 'get_weather', { city: 'Paris' }]], tokens: [220, 25], parts: [120, 6] },
  { text: 'Paris is sunny, and the train is full.', tokens: [270, 40], parts: [200, 9] },
];
const STEPS = ['get_weather', 'find_hotel', 'book_train failed', 'get_weather', 'say'];
const EXPECTED = { cases: 1, steps: STEPS, tokens_in: 740, tokens_out: 115 };

ensureInstalled();
const wanted = process.argv.slice(2);
const known = readdirSync(SDKS, { withFileTypes: true }).flatMap(one =>
  one.isDirectory() ? [one.name] : [],
);
const unknown = wanted.find(name => !known.includes(name));
if (unknown !== undefined) fail(`Unknown SDK "${unknown}"; there are ${known.join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'statescope-sdks-'));
const model = await listen(answerAsModel);
const collector = await listen(keepExport);
let differing = 0;
try {
  for (const name of wanted.length > 0 ? wanted : known) differing += (await tryOut(name)) ? 0 : 1;
} finally {
  model.close();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = differing === 0 ? 0 : 1;

/** Installs, plays and reads one SDK, and says what came of it. @returns whether it is what must come */
async function tryOut(name) {
  const place = join(folder, name);
  const traces = join(place, 'traces');
  cpSync(join(SDKS, name), place, { recursive: true });
  cpSync(join(SDKS, 'travel.mjs'), join(place, 'travel.mjs'));
  mkdirSync(traces);
  const { dependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const versions = Object.entries(dependencies).map(([one, version]) => `${one} ${version}`);
  try {
    await runIn(place, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
    await runIn(place, process.execPath, ['agent.mjs'], {
      MODEL_URL: `http://127.0.0.1:${model.address().port}/v1`,
      TRACES_URL: `http://127.0.0.1:${collector.address().port}/${name}`,
      TRACES_FILE: join(traces, 'traces.jsonl'),
    });
    const out = join(place, 'run.json');
    const read = ['scripts/cli.mjs', 'run', '--model', 'recorded', '--traces', traces, '--out', out];
    await runIn(ROOT, process.execPath, read);
    const found = told(JSON.parse(readFileSync(out, 'utf8')));
    const isSame = JSON.stringify(found) === JSON.stringify(EXPECTED);
    console.log(`${isSame ? 'ok' : 'DIFFERS'} ${name}: ${versions.join(', ')}`);
    if (!isSame) console.log(`  expected ${JSON.stringify(EXPECTED)}\n  found    ${JSON.stringify(found)}`);
    return isSame;
  } catch (error) {
    console.log(`FAILED ${name}: ${versions.join(', ')}\n  ${error.message}`);
    return false;
  }
}

/** A run's cases in the words of what is expected. */
function told({ inputs }) {
  const cases = inputs.filter(({ input }) => input === 'traces');
  const steps = cases.flatMap(one => one.steps);
  const sum = key => steps.reduce((all, step) => all + (step[key] ?? 0), 0);
  return {
    cases: cases.length,
    steps: steps.map(({ tool, failed }) => (failed === true ? `${tool} failed` : tool)),
    tokens_in: sum('tokens_in'),
    tokens_out: sum('tokens_out'),
  };
}

function runIn(cwd, command, args, env = {}) {
  const child = spawn(command, args, {
    ...{ cwd, env: { ...process.env, ...env }, shell: process.platform === 'win32' && command === 'npm' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', text => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', code =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ${args[0]} ended with ${code}: ${said.trim().slice(-2_000)}`)),
    );
  });
}

function listen(handle) {
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    handle(request, Buffer.concat(pieces), response);
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Keeps what an exporter sends, a file each. */
function keepExport({ url }, body, response) {
  const name = url.split('/')[1];
  const traces = join(folder, name, 'traces');
  writeFileSync(join(traces, `export-${readdirSync(traces).length}.json`), body);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{}');
}

/** Answers as OpenAI's chat completions: which turn it is tells the number of answers with calls that were given back. */
function answerAsModel(_, body, response) {
  const { messages, model } = JSON.parse(body);
  const asked = messages.filter(
    ({ role, tool_calls }) => role === 'assistant' && tool_calls?.length > 0,
  ).length;
  const { calls, text = null, tokens, parts } = TURNS[Math.min(asked, TURNS.length - 1)];
  const tool_calls = calls?.map(([id, name, args]) => ({
    ...{ id: `call_${id}`, type: 'function' },
    function: { name, arguments: JSON.stringify(args) },
  }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...{ id: `chatcmpl-${asked}`, object: 'chat.completion', created: 1_790_000_000, model },
      choices: [
        {
          ...{ index: 0, logprobs: null, finish_reason: tool_calls === undefined ? 'stop' : 'tool_calls' },
          message: { role: 'assistant', content: text, refusal: null, ...(tool_calls && { tool_calls }) },
        },
      ],
      usage: {
        ...{ prompt_tokens: tokens[0], completion_tokens: tokens[1], total_tokens: tokens[0] + tokens[1] },
        prompt_tokens_details: { cached_tokens: parts[0] },
        completion_tokens_details: { reasoning_tokens: parts[1] },
      },
    }),
  );
}
