// npm run bench -- guard: what a guard costs an agent, side by side in one run; prints JSON.
// - before and after at the 1,000th call of a session;
// - the guard in an agent of LangChain's next to LangChain's own middleware that limits calls of tools;
// - the hook's process beside an empty one of Node's;
// - the first byte through the proxy beside a plain pass-through, and 200 streams at once through both.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import type { AgentMiddleware } from 'langchain';
import * as langchain from 'langchain';
import { z } from 'zod';
// @ts-expect-error a script without types
import { buildGuardPrograms, GUARD_HOOK } from '../../scripts/buildGuardPrograms.mjs';
import { createGuardProxy } from '../../src/cli/guard/proxy/createGuardProxy.ts';
import { createGuard, guardLangChain } from '../../src/engine/guard/index.ts';
import { readGuardPolicy } from '../../src/engine/guard/readGuardPolicy.ts';

const POLICY = {
  ...{ format: 'statescope-guard', version: 1, name: 'bench' },
  rules: [
    { id: 'row', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } },
    { id: 'run', when: { rule: 'in_run', threshold: 5, compare: 'result' } },
    { id: 'new', when: { rule: 'nothing_new', threshold: 4, compare: 'result' } },
    { id: 'abab', when: { rule: 'alternating', threshold: 3, compare: 'result' } },
  ],
  budgets: { calls: 100_000 },
};
const SAMPLES = 9;
const CALLS = 1_000;
const STREAMS = 200;
/** Calls of an agent's session, and how many sessions are played of each kind. */
const AGENT_CALLS = 200;
const AGENT_SAMPLES = 7;

const medianOf = (samples: readonly number[]): number =>
  [...samples].sort((a, b) => a - b)[samples.length >> 1];
const round = (value: number): number => Number(value.toPrecision(3));

interface MadeCall {
  readonly id: string;
  readonly args: { readonly command: string };
  readonly output: string;
}
const MADE: readonly MadeCall[] = Array.from({ length: 2 * CALLS }, (_, i) => ({
  id: `call_${i}`,
  args: { command: `sed -n ${i},${i + 40}p src/file${i % 37}.ts` },
  output: `line ${i} of a result of usual length `.repeat(20),
}));

/** Microseconds of a call's share once a thousand have been. */
function timeGuard(): number {
  const guard = createGuard(POLICY, 's');
  const take = ({ id, args, output }: MadeCall) => {
    guard.before({ id, tool: 'Bash', args });
    guard.after({ id, tool: 'Bash', args }, { output });
  };
  MADE.slice(0, CALLS).forEach(take);
  const begun = performance.now();
  MADE.slice(CALLS).forEach(take);
  return ((performance.now() - begun) * 1_000) / CALLS;
}

/** A chat model that makes the calls of a session, one after the other, and then ends. */
class PlayedModel extends BaseChatModel {
  #next = 0;

  _llmType(): string {
    return 'played';
  }

  override bindTools(): this {
    return this;
  }

  async _generate(): Promise<ChatResult> {
    const made = this.#next < AGENT_CALLS ? MADE[this.#next++] : null;
    const message =
      made === null
        ? new AIMessage('done')
        : new AIMessage({
            content: '',
            tool_calls: [{ id: made.id, name: 'Bash', args: made.args, type: 'tool_call' }],
          });
    return { generations: [{ text: '', message }] };
  }
}

/** Milliseconds of a LangChain agent's session with some middleware. */
async function timeAgent(middleware: readonly AgentMiddleware[]): Promise<number> {
  let next = 0;
  const bash = langchain.tool(async () => MADE[next++].output, {
    ...{ name: 'Bash', description: 'a shell', schema: z.object({ command: z.string() }) },
  });
  const agent = langchain.createAgent({ model: new PlayedModel({}), tools: [bash], middleware });
  const begun = performance.now();
  await agent.invoke({ messages: 'go' }, { recursionLimit: 10 * AGENT_CALLS });
  return performance.now() - begun;
}

/** Microseconds that middleware adds to each call of an agent of LangChain's: its own limit of calls, and the guard. */
async function benchMiddleware() {
  const samples: Record<'none' | 'limit' | 'guard', number[]> = { none: [], limit: [], guard: [] };
  for (let i = 0; i < AGENT_SAMPLES; i++) {
    samples.none.push(await timeAgent([]));
    samples.limit.push(await timeAgent([langchain.toolCallLimitMiddleware({ runLimit: 100_000 } as never)]));
    samples.guard.push(await timeAgent([guardLangChain(createGuard(POLICY, 's'), langchain)]));
  }
  const more = (taken: readonly number[]) =>
    ((medianOf(taken) - medianOf(samples.none)) * 1_000) / AGENT_CALLS;
  const [limit, guard] = [more(samples.limit), more(samples.guard)];
  return { limit_us: round(limit), guard_us: round(guard), share: round(guard / limit) };
}

/** Milliseconds of a process from its start to its end. */
function timeProcess(args: readonly string[], input: string): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - begun;
}

async function benchHook(folder: string) {
  await buildGuardPrograms(folder, [GUARD_HOOK]);
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, JSON.stringify(POLICY));
  const samples: { empty: number[]; hook: number[] } = { empty: [], hook: [] };
  for (let i = 0; i < 41; i++) {
    samples.empty.push(timeProcess(['-e', '0'], ''));
    const input = {
      ...{ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash' },
      ...{ tool_input: MADE[i].args, tool_use_id: MADE[i].id },
    };
    samples.hook.push(timeProcess([join(folder, GUARD_HOOK), 'claude', policy], JSON.stringify(input)));
  }
  const [empty, hook] = [medianOf(samples.empty), medianOf(samples.hook)];
  return { empty_ms: round(empty), hook_ms: round(hook), times: round(hook / empty) };
}

const listen = (server: Server): Promise<number> =>
  new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

/** A model that answers at once, in a stream of chunks. */
const createModel = (): Server =>
  createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let i = 0; i < 20; i++)
        response.write(`data: {"choices":[{"index":0,"delta":{"content":"word ${i} "}}]}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  });

/** What Node needs to pass a request on. */
const createPassThrough = (port: number): Server =>
  createServer((request, response) => {
    const out = requestHttp(
      { port, host: '127.0.0.1', path: request.url, method: request.method, headers: request.headers },
      answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(out);
  });

/** Milliseconds to the first byte of an answer. */
function timeFirstByte(port: number, body: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const out = requestHttp(
      { port, host: '127.0.0.1', path: '/v1/chat/completions', method: 'POST', headers },
      answer => {
        answer.once('data', () => {
          const taken = performance.now() - begun;
          answer.on('end', () => resolve(taken));
          answer.resume();
        });
      },
    );
    out.on('error', reject);
    out.end(body);
  });
}

/** A conversation with so many calls, as a client repeats it. */
const conversationOf = (calls: number, task: string): string =>
  JSON.stringify({
    ...{ model: 'bench', stream: true },
    messages: [
      { role: 'user', content: task },
      ...MADE.slice(0, calls).flatMap(({ id, args, output }) => [
        {
          role: 'assistant',
          tool_calls: [{ id, type: 'function', function: { name: 'Bash', arguments: JSON.stringify(args) } }],
        },
        { role: 'tool', tool_call_id: id, content: output },
      ]),
    ],
  });

async function benchProxy(folder: string) {
  const model = createModel();
  const upstream = await listen(model);
  const faults: string[] = [];
  const proxy = createGuardProxy({
    ...{ upstream: new URL(`http://127.0.0.1:${upstream}`), policy: readGuardPolicy(POLICY) },
    ...{ sessions: join(folder, 'proxied'), noteFault: message => faults.push(message) },
  });
  const plain = createPassThrough(upstream);
  const [guarded, passed] = [await listen(proxy), await listen(plain)];
  const samples: { guarded: number[]; passed: number[] } = { guarded: [], passed: [] };
  // A session as it grows: each request has one more call.
  for (let calls = 0; calls < 100; calls++) {
    const body = conversationOf(calls, 'one');
    samples.passed.push(await timeFirstByte(passed, body));
    samples.guarded.push(await timeFirstByte(guarded, body));
  }
  const streamsOf = async (port: number) => {
    const begun = performance.now();
    const all = Array.from({ length: STREAMS }, (_, i) =>
      timeFirstByte(port, conversationOf(20, `task ${i}`)),
    );
    await Promise.all(all);
    return performance.now() - begun;
  };
  const [alone, both] = [await streamsOf(passed), await streamsOf(guarded)];
  for (const server of [model, proxy, plain]) {
    server.closeAllConnections();
    server.close();
  }
  if (faults.length > 0) throw new Error(faults[0]);
  const [a, b] = [medianOf(samples.passed), medianOf(samples.guarded)];
  return {
    ...{ plain_first_byte_ms: round(a), proxy_first_byte_ms: round(b), more_ms: round(b - a) },
    ...{ streams: STREAMS, plain_streams_ms: round(alone), proxy_streams_ms: round(both) },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'statescope-bench-guard-'));
try {
  const guard = medianOf(Array.from({ length: SAMPLES }, timeGuard));
  const result = {
    library_us: round(guard),
    langchain: await benchMiddleware(),
    hook: await benchHook(folder),
    proxy: await benchProxy(folder),
  };
  console.log(JSON.stringify(result, null, 1));
} finally {
  rmSync(folder, { recursive: true });
}
