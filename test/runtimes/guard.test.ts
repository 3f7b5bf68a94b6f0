import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { buildGuardHook, GUARD_HOOK } from '../../scripts/buildGuardHook.mjs';
import { createTraceReader } from '../../src/engine/traces/createTraceReader.ts';
import type { TraceCase } from '../../src/engine/traces/traces.ts';
import { cli, running } from '../cli/command.ts';
import { HOOK_INPUTS } from '../cli/guard/hooks.ts';
import { runPlainAgent, type Script, startScriptedModel } from '../cli/guard/proxy/scriptedModel.ts';
import { freePort } from '../freePort.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-guard-'));
const started: { kill(signal: NodeJS.Signals): unknown }[] = [];
const closing: (() => Promise<void>)[] = [];
beforeAll(() => buildGuardHook(folder), 60_000);
afterEach(async () => {
  for (const one of started.splice(0)) one.kill('SIGKILL');
  for (const close of closing.splice(0)) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Waits long enough for a program to start on a busy machine. */
const SOON = { timeout: 30_000, interval: 20 };

function start(...args: string[]) {
  const one = running(...cli.command(...args));
  started.push(one);
  return one;
}

const isAnswering = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** A receiver in a process of its own. @returns its address, and the cases of what it has */
async function startReceiver() {
  const port = await freePort();
  const keep = mkdtempSync(join(folder, 'kept-'));
  start('observe', '--no-page', '--port', String(port), '--keep', keep);
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => isAnswering(`${url}/observed/state`), SOON).toBe(true);
  return {
    url,
    readCases: async () => readCases(await (await fetch(`${url}/observed/traces.jsonl`)).text()),
  };
}

function readCases(lines: string): readonly TraceCase[] {
  const reader = createTraceReader();
  const file = reader.open('traces.jsonl');
  file.write(new TextEncoder().encode(lines));
  file.end();
  const { cases, skipped } = reader.end();
  expect(skipped).toEqual([]);
  return cases;
}

const listTools = (one: TraceCase | undefined) => one?.steps.map(({ tool }) => tool);

function writePolicy(act = 1): string {
  const path = join(mkdtempSync(join(folder, 'policy-')), 'policy.json');
  const rules = [{ id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'call' } }];
  writeFileSync(path, JSON.stringify({ format: 'statescope-guard', version: 1, name: 'ours', act, rules }));
  return path;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the hook's program as an agent does. */
function runHook(
  policy: string,
  input: object,
  env: NodeJS.ProcessEnv = {},
  ...args: string[]
): Promise<Ended> {
  const child = spawn(process.execPath, [join(folder, GUARD_HOOK), 'claude', policy, ...args], {
    env: { ...process.env, ...env },
  });
  started.push(child);
  const ended = { code: null as number | null, stdout: '', stderr: '' };
  child.stdout.on('data', part => (ended.stdout += part));
  child.stderr.on('data', part => (ended.stderr += part));
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  return new Promise(resolve => child.on('close', code => resolve({ ...ended, code })));
}

/** A session of Claude Code that makes one call over and over, until it is refused. @returns milliseconds of the slowest hook */
async function loop(policy: string, session: string, env: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const { before, after } = HOOK_INPUTS.claude;
  let slowest = 0;
  const hook = async (input: object) => {
    const began = performance.now();
    const { code, stdout, stderr } = await runHook(policy, input, env, ...args);
    slowest = Math.max(slowest, performance.now() - began);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  for (let i = 0; i < 8; i++) {
    if ((await hook(before(session, `c${i}`, 'npm test'))).includes('deny')) return { calls: i, slowest };
    await hook(after(session, `c${i}`, 'npm test', '1 failed', true));
  }
  return { calls: 8, slowest };
}

const LOOP: Script = () => ({ tool: 'shell', args: { command: 'npm test' } });
const GUARDED = ['Bash', 'Bash', 'Bash', 'guard: advises', 'Bash', 'guard: ignored', 'guard: stops'];

/** A proxy in a process of its own, before a model that loops. */
async function startProxy(policy: string, upstream: string, ...args: string[]) {
  const port = await freePort();
  const one = start('guard', 'proxy', policy, '--upstream', upstream, '--port', String(port), ...args);
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => isAnswering(`${url}/v1/models`), SOON).toBe(true);
  return { ...one, url };
}

describe('a decision of a guard', () => {
  it('is seen at once by `observe`, sent by hook and proxy, named by an option or by OpenTelemetry’s variable', async () => {
    const { url, readCases: read } = await startReceiver();
    expect((await loop(writePolicy(), 'by option', {}, '--observe', url)).calls).toBe(4);
    expect((await loop(writePolicy(), 'by variable', { OTEL_EXPORTER_OTLP_ENDPOINT: url })).calls).toBe(4);
    expect((await loop(writePolicy(0), 'shadow', {}, '--observe', url)).calls).toBe(8);
    const model = await startScriptedModel(LOOP);
    closing.push(model.close);
    const proxy = await startProxy(writePolicy(), model.url, '--observe', url);
    const headers = { 'x-statescope-session': 'proxied' };
    const agent = { url: proxy.url, dialect: 'chat', headers, perform: () => '1 failed' } as const;
    expect((await runPlainAgent(agent)).calls).toBe(4);

    const find = async (id: string) => (await read()).find(one => one.id === id);
    expect(listTools(await find('by option'))).toEqual(GUARDED);
    expect(listTools(await find('by variable'))).toEqual(GUARDED);
    const shadow = await find('shadow');
    expect(shadow?.labels.guard).toBe('shadow');
    expect(listTools(shadow)?.filter(tool => tool !== 'Bash')).toEqual([
      'guard: would advise',
      'guard: would stop',
    ]);
    // The proxy reports while its client goes on.
    await expect
      .poll(async () => listTools(await find('proxied')), SOON)
      .toEqual(GUARDED.map(tool => (tool === 'Bash' ? 'shell' : tool)));
    // The tokens of each answer but the last stand with the call that it made.
    expect((await find('proxied'))?.steps.map(({ tokensIn }) => tokensIn)).toEqual([
      ...[100, 100, 100, null, 100, null, null],
    ]);
  });

  it('is decided all the same, in time, where nobody or somebody silent is at the address, which is noted once', async () => {
    const silent = spawn(process.execPath, [
      '-e',
      "require('net').createServer(() => {}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })",
    ]);
    started.push(silent);
    const port = await new Promise<string>(resolve =>
      silent.stdout.once('data', part => resolve(String(part).trim())),
    );
    for (const address of [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${port}`]) {
      const policy = writePolicy();
      const { calls, slowest } = await loop(policy, 's', {}, '--observe', address);
      expect(calls).toBe(4);
      // Half of the time that any agent gives its hooks.
      expect(slowest).toBeLessThan(2_500);
      const faults = readFileSync(join(policy, '../faults.log'), 'utf8').trim().split('\n');
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain('takes no report');
    }
  });
});
