import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLineWriter, formatSessionFolder } from '../../../../src/cli/guard/guardSessions.ts';
import { createSessionReporter } from '../../../../src/cli/guard/reporting/createSessionReporter.ts';
import { reportGuardSession } from '../../../../src/cli/guard/reporting/reportGuardSession.ts';
import { closeServer, listen } from '../proxy/scriptedModel.ts';

const root = mkdtempSync(join(tmpdir(), 'statescope-report-'));
afterAll(() => rmSync(root, { recursive: true }));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A session's file that grows by a call at a time. */
function createSessions() {
  const folder = mkdtempSync(join(root, 's-'));
  const own = join(folder, formatSessionFolder('s'));
  mkdirSync(own);
  const write = createLineWriter(join(own, 'session.jsonl'));
  const head = { session: 's', unit: 's', policy: 'ours', digest: 'd', agent: 'claude', acts: true, at: 0 };
  write({ kind: 'session', ...head });
  let calls = 0;
  const addCall = () => {
    const call = { id: `c${calls++}`, tool: 'Bash' };
    write({ kind: 'before', call, canAdvise: true });
    write({ kind: 'after', call, result: { failed: false } });
  };
  return { folder, addCall };
}

/** A receiver that notes how many spans each request has. */
async function startReceiver(answer: (response: ServerResponse) => void = response => response.end('{}')) {
  const counts: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => (body += part));
    request.on('end', () => {
      counts.push(JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length);
      answer(response);
    });
  });
  const url = await listen(server);
  closing.push(() => closeServer(server));
  return { counts, target: { url: new URL(url), headers: {}, getsContents: true } };
}

describe('the report of a session', () => {
  it('sends each step once', async () => {
    const { folder, addCall } = createSessions();
    const { counts, target } = await startReceiver();
    const faults: string[] = [];
    const noteFault = (message: string) => faults.push(message);
    for (const more of [2, 0, 1]) {
      for (let i = 0; i < more; i++) addCall();
      await reportGuardSession({ folder, target, patience: 5_000, noteFault }, 's');
    }
    expect(counts).toEqual([2, 1]);
    expect(faults).toEqual([]);
  });

  it('notes a receiver that is away once, leaves it alone for a while, and then sends everything', async () => {
    const { folder, addCall } = createSessions();
    let isAway = true;
    const { counts, target } = await startReceiver(response =>
      response.writeHead(isAway ? 503 : 200).end('{}'),
    );
    const faults: string[] = [];
    const noteFault = (message: string) => faults.push(message);
    const report = () => reportGuardSession({ folder, target, patience: 5_000, noteFault }, 's');
    const passTime = () => utimesSync(join(folder, 'receiver-unreachable'), 1, 1);
    for (let i = 0; i < 3; i++) {
      addCall();
      await report();
    }
    expect(counts).toEqual([1]);
    passTime();
    await report();
    expect(counts).toEqual([1, 3]);
    isAway = false;
    passTime();
    await report();
    addCall();
    await report();
    expect(counts).toEqual([1, 3, 3, 1]);
    expect(faults).toEqual([`${target.url.href} takes no report: it answers 503`]);
  });

  it('tries again where the clock was set back since the receiver was away', async () => {
    const { folder, addCall } = createSessions();
    addCall();
    const { counts, target } = await startReceiver(response => response.writeHead(200).end('{}'));
    writeFileSync(join(folder, 'receiver-unreachable'), '');
    const later = Date.now() / 1000 + 86_400;
    utimesSync(join(folder, 'receiver-unreachable'), later, later);
    await reportGuardSession({ folder, target, patience: 5_000, noteFault: expect.unreachable }, 's');
    expect(counts).toEqual([1]);
  });

  it('gives up on a receiver that does not answer', async () => {
    const { folder, addCall } = createSessions();
    addCall();
    const { target } = await startReceiver(() => {});
    const faults: string[] = [];
    const began = performance.now();
    await reportGuardSession(
      { folder, target, patience: 50, noteFault: message => faults.push(message) },
      's',
    );
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(faults).toEqual([`${target.url.href} takes no report: no answer in 50 ms`]);
  });

  it('never rejects, whatever is wrong with the session', async () => {
    const { target } = await startReceiver();
    const faults: string[] = [];
    const noteFault = (message: string) => faults.push(message);
    const folder = mkdtempSync(join(root, 's-'));
    await reportGuardSession({ folder, target, patience: 50, noteFault }, 'missing');
    expect(faults).toEqual([expect.stringContaining('ENOENT')]);
    const own = join(folder, formatSessionFolder('odd'));
    mkdirSync(own);
    writeFileSync(join(own, 'session.jsonl'), 'no JSON\n{"kind":"before"}\n');
    await reportGuardSession({ folder, target, patience: 50, noteFault }, 'odd');
    expect(faults).toHaveLength(1);
  });
});

describe('a reporter', () => {
  it('sends news that come during a request with the next one, and settles once all is sent', async () => {
    const { folder, addCall } = createSessions();
    const waiting: ServerResponse[] = [];
    const { counts, target } = await startReceiver(response => {
      if (counts.length === 1) waiting.push(response);
      else response.end('{}');
    });
    const reporter = createSessionReporter({
      folder,
      target,
      patience: 5_000,
      noteFault: expect.unreachable,
    });
    for (let i = 0; i < 4; i++) {
      addCall();
      reporter.report('s');
      if (i === 0) await expect.poll(() => waiting.length).toBe(1);
    }
    waiting[0].end('{}');
    await reporter.settle();
    expect(counts).toEqual([1, 3]);
  });
});
