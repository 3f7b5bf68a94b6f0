import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { buildGuardPrograms, GUARD_HOOK } from '../../scripts/buildGuardPrograms.mjs';
import { formatSessionFolder, readGuardLines } from '../../src/cli/guard/guardSessions.ts';
import type { ChatDialect } from '../../src/cli/guard/proxy/readConversation.ts';
import { runGuardHook } from '../../src/cli/guard/runGuardHook.ts';
import { createTraceReader } from '../../src/engine/traces/createTraceReader.ts';
import type { TraceCase } from '../../src/engine/traces/traces.ts';
import { cli, running } from '../cli/command.ts';
import { HOOK_INPUTS } from '../cli/guard/hooks.ts';
import { runPlainAgent, type Script, startScriptedModel } from '../cli/guard/proxy/scriptedModel.ts';
import { freePort } from '../freePort.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-guard-'));
const started: { kill(signal: NodeJS.Signals): unknown }[] = [];
const closing: (() => Promise<void>)[] = [];
beforeAll(() => buildGuardPrograms(folder, [GUARD_HOOK]), 60_000);
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

/** Starts the hook's program as an agent does. */
function startHook(policy: string, input: object, env: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const child = spawn(process.execPath, [join(folder, GUARD_HOOK), 'claude', policy, ...args], {
    env: { ...process.env, ...env },
  });
  started.push(child);
  const outcome = { code: null as number | null, stdout: '', stderr: '' };
  child.stdout.on('data', part => (outcome.stdout += part));
  child.stderr.on('data', part => (outcome.stderr += part));
  // A process that was killed takes no input.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  const ended = new Promise<Ended>(resolve => child.on('close', code => resolve({ ...outcome, code })));
  return { ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

const runHook = (...order: Parameters<typeof startHook>): Promise<Ended> => startHook(...order).ended;

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

const DIALECTS: readonly ChatDialect[] = ['chat', 'responses', 'messages'];
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
    const byVariable = await find('by variable');
    expect(listTools(byVariable)).toEqual(GUARDED);
    // Arguments are sent to a receiver that was named to the guard itself.
    expect((await find('by option'))?.steps[0].args).toBe('{"command":"npm test"}');
    expect(JSON.stringify(byVariable)).not.toContain('npm test');
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

/** How often a program is killed. */
const KILLS = 25;

describe('a killed guard', () => {
  it('loses no decision that it has given, and leaves nobody waiting: the hook', async () => {
    const policy = writePolicy();
    const { before, after } = HOOK_INPUTS.claude;
    const began = performance.now();
    await runHook(policy, before('first', 'c', 'ls'));
    const usual = performance.now() - began;
    const draw = createDraw();
    const outcomes = new Set<string>();
    for (let i = 0; i < KILLS; i++) {
      const session = `s${i}`;
      // The session so far, as the program writes it: what is killed, and what comes after it, are processes.
      const note = (input: object) =>
        runGuardHook({ agent: 'claude', policy }, JSON.stringify(input), Date.now());
      for (const call of ['c0', 'c1']) {
        note(before(session, call, 'npm test'));
        note(after(session, call, 'npm test', '1 failed', true));
      }
      note(before(session, 'c2', 'npm test'));
      const killed = startHook(policy, after(session, 'c2', 'npm test', '1 failed', true));
      const timer = setTimeout(() => killed.kill('SIGKILL'), draw() * usual * 1.4);
      const wasAdvised = (await killed.ended).stdout.includes('You are repeating yourself');
      clearTimeout(timer);
      const asked = performance.now();
      const next = await runHook(policy, before(session, 'c3', 'npm test'));
      expect(performance.now() - asked).toBeLessThan(2_500);
      expect([next.code, next.stderr]).toEqual([0, '']);
      const lines = readGuardLines(
        join(policy, '../sessions', formatSessionFolder(session), 'session.jsonl'),
      );
      const advised = lines.filter(line => line.kind === 'event' && line.event === 'advise');
      const isNoted = lines.some(line => line.kind === 'after' && line.call.id === 'c2');
      expect(advised).toHaveLength(isNoted ? 1 : 0);
      if (wasAdvised) expect(isNoted).toBe(true);
      outcomes.add(wasAdvised ? 'answered' : isNoted ? 'noted' : 'lost');
    }
    // It was killed before, and after.
    expect(outcomes.size).toBeGreaterThan(1);
    expect(existsSync(join(policy, '../faults.log'))).toBe(false);
  }, 120_000);

  it('loses no decision that it has given, leaves nobody waiting, and counts no call twice: the proxy', async () => {
    const policy = writePolicy();
    const model = await startScriptedModel(LOOP);
    closing.push(model.close);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const open = async () => {
      const one = start('guard', 'proxy', policy, '--upstream', model.url, '--port', String(port));
      await expect.poll(() => isAnswering(`${url}/v1/models`), SOON).toBe(true);
      return one;
    };
    let slowest = 0;
    let errors = 0;
    /** An agent that tries again until somebody answers, as SDKs do. */
    const send: typeof fetch = async (...request) => {
      for (;;) {
        const began = performance.now();
        try {
          return await fetch(...request).then(async answer => new Response(await answer.text(), answer));
        } catch {
          errors++;
          await new Promise(resolve => setTimeout(resolve, 25));
        } finally {
          slowest = Math.max(slowest, performance.now() - began);
        }
      }
    };
    let isOver = false;
    const ended: { readonly calls: number; readonly text: string }[] = [];
    const work = async (worker: number) => {
      for (let i = 0; !isOver; i++) {
        const headers = { 'x-statescope-session': `${worker} ${i}` };
        const form = { dialect: DIALECTS[i % 3], stream: i % 2 === 0 } as const;
        ended.push(await runPlainAgent({ url, ...form, headers, send, perform: () => '1 failed' }));
      }
    };
    let proxy = await open();
    const workers = Array.from({ length: 6 }, (_, worker) => work(worker));
    const draw = createDraw();
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise(resolve => setTimeout(resolve, draw() * 150));
      proxy.kill('SIGKILL');
      await proxy.ended;
      proxy = await open();
    }
    isOver = true;
    await Promise.all(workers);
    expect(errors).toBeGreaterThan(KILLS);
    expect(ended.length).toBeGreaterThan(KILLS);
    expect(ended.filter(({ calls }) => calls !== 4)).toEqual([]);
    expect(ended.filter(({ text }) => !/^Stopped: .* after 4 steps/.test(text))).toEqual([]);
    expect(slowest).toBeLessThan(5_000);
    // Who was stopped stays stopped, at once.
    const headers = { 'x-statescope-session': '0 0' };
    const again = await runPlainAgent({ url, dialect: 'chat', headers, perform: () => '1 failed' });
    expect(again.calls).toBe(0);
  }, 120_000);
});

/** Numbers from 0 to 1, the same in every run. */
function createDraw(): () => number {
  let state = Number(process.env.SEED ?? 1);
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
