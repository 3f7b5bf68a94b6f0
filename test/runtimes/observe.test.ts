import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createTraceReader } from '../../src/engine/traces/createTraceReader.ts';
import type { TraceCase } from '../../src/engine/traces/traces.ts';
import { cli, inProcess, ROOT, running } from '../cli/command.ts';
import { closeServer, listen } from '../cli/guard/proxy/scriptedModel.ts';
import { freePort } from '../freePort.ts';

const AGENT = join(ROOT, 'test/fixtures/agents/agent.mjs');
/** How often the receiver is killed. */
const KILLS = 3;
const folder = mkdtempSync(join(tmpdir(), 'statescope-observe-'));
const keep = join(folder, 'kept');
const started: { kill(signal: NodeJS.Signals): unknown }[] = [];
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Resolves once it holds. @throws Error when it does not in half a minute */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await holds()); await wait(20))
    if (Date.now() - start > 30_000) throw new Error(`not in 30 s: ${what}`);
}

async function receiver(port: number, into = keep, ...more: string[]) {
  const args = ['observe', '--no-page', '--port', String(port), '--keep', into, ...more];
  const one = running(...cli.command(...args));
  started.push(one);
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/observed/state`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the receiver answers', isThere);
  return one;
}

/** An agent in a process of its own. */
function agent(port: number, format: 'json' | 'proto', name: string) {
  const file = join(folder, `${name}.txt`);
  const url = `http://127.0.0.1:${port}/v1/traces`;
  const child = spawn(process.execPath, [AGENT, url, format, name, file], { cwd: ROOT });
  started.push(child);
  let said = '';
  child.stderr.on('data', part => {
    said += part;
  });
  let tasks = '';
  child.stdout.on('data', part => {
    tasks += part;
  });
  const ended = new Promise<{ code: number | null; said: string; tasks: number }>(resolve =>
    child.on('close', code => resolve({ code, said, tasks: Number(tasks) })),
  );
  const batches = (kind: string): readonly (readonly string[])[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .flatMap(line => (line.startsWith(`${kind} `) ? [line.split(' ').slice(1)] : []))
      : [];
  return { name, child, ended, batches };
}

/** Ids of all spans that are kept, as often as they are. */
function spanIds(lines: string): readonly string[] {
  const ids: string[] = [];
  JSON.parse(`[${lines.trim().split('\n').join(',')}]`, (key, value) => {
    if (key === 'spanId') ids.push(value);
    return value;
  });
  return ids;
}

function casesOf(lines: string): ReadonlyMap<string, TraceCase> {
  const reader = createTraceReader();
  const file = reader.open('traces.jsonl');
  file.write(new TextEncoder().encode(lines));
  file.end();
  const { cases, skipped } = reader.end();
  // Of a run that was killed at its beginning there may be no more than that it began.
  expect(skipped.filter(({ reason }) => !reason.endsWith('has no step'))).toEqual([]);
  return new Map(cases.map(one => [one.id, one]));
}

describe('agents that send their spans by OpenTelemetry’s SDK', () => {
  it('lose no acknowledged span, even if one of them or the receiver is killed, and play as a run', async () => {
    const port = await freePort();
    let one = await receiver(port);
    const agents = [agent(port, 'json', 'clerk'), agent(port, 'proto', 'porter'), agent(port, 'json', 'ill')];
    const counts = () => agents.map(({ batches }) => batches('acknowledged').length);
    let before = counts();
    for (let kill = 0; kill < KILLS; kill++) {
      const alive = kill === 0 ? 3 : 2;
      await until('each has sent', () => counts().every((count, i) => i >= alive || count > before[i] + 2));
      agents[2].child.kill('SIGKILL');
      one.kill('SIGKILL');
      await one.ended;
      before = counts();
      one = await receiver(port);
    }
    for (const { child } of agents) child.kill('SIGTERM');
    const ends = await Promise.all(agents.map(({ ended }) => ended));
    for (const end of ends.slice(0, 2)) expect(end).toMatchObject({ code: 0, said: '' });
    // They had something left to send, and sent it.
    for (const i of [0, 1]) expect(agents[i].batches('acknowledged').length).toBeGreaterThan(before[i]);

    const lines = await (await fetch(`http://127.0.0.1:${port}/observed/traces.jsonl`)).text();
    const kept = new Set(spanIds(lines));
    for (const { batches } of agents)
      expect(
        batches('acknowledged')
          .flat()
          .filter(id => !kept.has(id)),
      ).toEqual([]);
    expect(agents.flatMap(({ batches }) => batches('refused'))).toEqual([]);

    const cases = casesOf(lines);
    for (const [i, name] of ['clerk', 'porter'].entries()) {
      expect(ends[i].tasks).toBeGreaterThan(5);
      for (let task = 0; task < ends[i].tasks; task++) expectTask(cases.get(`${name}-${task}`), name, task);
    }
    expect(ends[2].code).toBeNull();

    const steps = [...cases.values()].reduce((sum, one) => sum + one.steps.length, 0);
    const [segment = ''] = readdirSync(keep).filter(name => name.endsWith('.jsonl'));
    for (const path of [keep, join(keep, segment)]) {
      const { code, stdout } = await inProcess(...['run', '--model', 'recorded', '--traces', path]);
      expect(code).toBe(0);
      const { outcomes } = JSON.parse(stdout);
      expect(outcomes).toMatchObject({ steps, ended_untold: cases.size });
    }
  }, 60_000);
});

/** Snippets of the documentation in one language, in their order. */
const snippets = (language: string): readonly string[] =>
  [...readFileSync(join(ROOT, 'docs/observe.md'), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, own, code]) => (own === language ? [code] : []),
  );

describe('a receiver without the page', () => {
  it('reports that there is none, and ends at a signal with what it has saved', async () => {
    const port = await freePort();
    const one = await receiver(port, join(folder, 'alone'));
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    one.kill('SIGINT');
    const { code, stdout, stderr } = await one.ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^receives traces at [^\n]+\n$/);
  });
});

describe('a receiver under load', () => {
  it('answers others while a large request is read, keeps what is sound, and refuses what is too much', async () => {
    const port = await freePort();
    const into = join(folder, 'load');
    const one = await receiver(port, into);
    const send = (body: Buffer | string, type = 'application/json') =>
      fetch(`http://127.0.0.1:${port}/v1/traces`, {
        ...{ method: 'POST', body: typeof body === 'string' ? body : new Uint8Array(body) },
        headers: { 'content-type': type },
      }).then(async response => ({ status: response.status, text: await response.text() }));
    const span = (at: number) => ({
      ...{ traceId: 'aa', spanId: String(at), name: 'look', startTimeUnixNano: `${at + 1}000000` },
      attributes: [{ key: 'gen_ai.tool.name', value: { stringValue: 'look' } }],
    });
    const sound = (count: number) =>
      JSON.stringify({
        resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: count }, (_, at) => span(at)) }] }],
      });
    // Empty messages of two bytes under a number that is not known.
    const empty = Buffer.alloc(40_000_000, Buffer.from([0x7a, 0x00]));
    const answers = await Promise.all([
      send(empty, 'application/x-protobuf'),
      send(sound(5_000)),
      send(`[${'[],'.repeat(4_000_000)}[]]`),
      send(sound(1)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([413, 200, 413, 200]);
    expect(answers[0].text).toContain('3000000 fields');
    const lines = await (await fetch(`http://127.0.0.1:${port}/observed/traces.jsonl`)).text();
    expect(lines).toContain(sound(5_000));
    one.kill('SIGINT');
    expect(await one.ended).toMatchObject({ code: 0, stderr: '' });
  }, 60_000);

  it.each([
    ['', 'is empty'],
    ['letmein', 'needs at least 16'],
  ])('does not open for the token %j', async (token, words) => {
    const keep = join(folder, 'never');
    const args = ['observe', '--no-page', '--host', '0.0.0.0', '--keep', keep, '--token', token];
    const { code, stderr } = await inProcess(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(existsSync(keep)).toBe(false);
  });
});

describe('an alarm of a receiver', () => {
  it('is raised once a case and rule, by webhook and command, also after a restart', async () => {
    const bodies: string[] = [];
    const hook = createServer((request, response) => {
      request.on('data', part => bodies.push(String(part)));
      request.on('end', () => response.end());
    });
    const url = await listen(hook);
    const into = join(folder, 'alarms');
    const file = join(folder, 'alarms.txt');
    const options = ['--alarm-url', url, '--alarm-command', `cat >> ${file}`, '--alarm-rule', 'careful,s3'];
    const port = await freePort();
    const send = (name: string, calls: number) =>
      fetch(`http://127.0.0.1:${port}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: `${JSON.stringify({ case: name, tool: 'Bash', args: 'npm test', result: '1 failed' })}\n`.repeat(
          calls,
        ),
      });
    const one = await receiver(port, into, ...options);
    await send('healthy', 1);
    await send('looping', 12);
    await until('both rules have been raised', () => bodies.length >= 2);
    await send('looping', 12);
    one.kill('SIGTERM');
    expect(await one.ended).toMatchObject({ code: 0, stderr: '' });
    await receiver(port, into, ...options);
    await send('looping', 2);
    await send('another', 3);
    await until('those of the other case have been raised', () => bodies.length >= 4);
    await closeServer(hook);
    const raised = bodies.map(body => JSON.parse(body)).map(alarm => [alarm.case, alarm.rule, alarm.step]);
    expect(raised).toEqual([
      ...[
        ['looping', 'careful', 3],
        ['looping', 's3', 2],
        ['another', 'careful', 3],
        ['another', 's3', 2],
      ],
    ]);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.slice(0, 2).map(line => JSON.parse(line).case)).toEqual(['looping', 'looping']);
  });

  it('is refused before anything is received if its rule or address is unknown', async () => {
    const { code, stderr } = await inProcess(
      'observe',
      '--alarm-rule',
      'careless',
      '--alarm-url',
      'http://x',
    );
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('no rule is called “careless”; there are careful, '),
    ]);
    const other = await inProcess('observe', '--alarm-url', 'example.org');
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('--alarm-url must be an address'),
    ]);
  });
});

describe('the snippets of the documentation', () => {
  it('send spans that can be read', async () => {
    const port = await freePort();
    const into = join(folder, 'snippets');
    await receiver(port, into);
    const here = (code: string) => code.replaceAll('localhost:4318', `localhost:${port}`);
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${port}` };
    const [spans, event] = snippets('js');
    const curl = snippets('sh').find(code => code.startsWith('curl'));
    const node = (code: string) => ['node', ['--input-type=module', '-e', here(code)]] as const;
    for (const [file, args] of [node(spans), node(event), ['sh', ['-c', here(curl ?? '')]] as const])
      await promisify(execFile)(file, [...args], { cwd: ROOT, env });
    const lines = await (await fetch(`http://127.0.0.1:${port}/observed/traces.jsonl`)).text();
    const told = [...casesOf(lines).values()].map(one => ({
      case: one.id,
      steps: one.steps.map(({ tool, args, result, error }) => ({ tool, args, result, error })),
    }));
    const args = '{"order":7}';
    // The same name, but out of spans and of events.
    expect(told.map(({ steps }) => steps)).toEqual([
      [
        { tool: 'get_order', args, result: 'sent', error: null },
        { tool: 'refund', args, result: null, error: 'not allowed' },
      ],
      [{ tool: 'get_order', args, result: null, error: null }],
    ]);
  });
});

/** The steps that a task has, whichever of its spans were sent twice. */
function expectTask(one: TraceCase | undefined, agentName: string, task: number): void {
  const isMissing = task % 5 === 0;
  expect(
    one?.steps.map(({ tool, args, result, failed, agent: own, tokensIn, answer }) => ({
      ...{ tool, args, result, failed, own, tokensIn, answer },
    })),
  ).toEqual([
    {
      tool: 'get_order',
      args: JSON.stringify({ order: task }),
      result: isMissing ? null : JSON.stringify({ order: task, state: 'sent' }),
      failed: isMissing,
      own: agentName,
      tokensIn: 120,
      answer: null,
    },
    {
      ...{ tool: 'say', args: null, result: null, failed: false, own: agentName, tokensIn: 120 },
      answer: isMissing ? 'There is no such order.' : 'It was sent.',
    },
  ]);
}
