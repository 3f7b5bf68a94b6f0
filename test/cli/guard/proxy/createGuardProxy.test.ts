import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createGuardProxy } from '../../../../src/cli/guard/proxy/createGuardProxy.ts';
import type { ChatDialect } from '../../../../src/cli/guard/proxy/readConversation.ts';
import { readGuardTrials } from '../../../../src/cli/guard/readGuardTrials.ts';
import { readGuardPolicy } from '../../../../src/engine/guard/readGuardPolicy.ts';
import { closeServer, listen, runPlainAgent, type Script, startScriptedModel } from './scriptedModel.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-proxy-'));
afterAll(() => rmSync(folder, { recursive: true }));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const policyOf = (part: object = {}) =>
  readGuardPolicy({
    ...{ format: 'statescope-guard', version: 1, name: 'ours' },
    rules: [
      { id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' }, advise: 'Look elsewhere.' },
    ],
    ...part,
  });

/** A proxy before a model that plays a script. */
async function startGuarded(script: Script, part: object = {}, sessions = mkdtempSync(join(folder, 's-'))) {
  const model = await startScriptedModel(script);
  const faults: string[] = [];
  const policy = policyOf(part);
  const proxy = createGuardProxy({
    ...{ upstream: new URL(model.url), policy, sessions },
    noteFault: message => faults.push(message),
  });
  const url = await listen(proxy);
  const close = () => closeServer(proxy);
  closing.push(model.close, close);
  return { url, model, sessions, policy, faults, close };
}

/** The same command over and over. */
const LOOP: Script = () => ({ tool: 'shell', args: { command: 'npm test' } });
/** The same, until it is advised once. */
function createObedientScript(): Script {
  let isAdvised = false;
  return (calls, prompt) => {
    isAdvised ||= prompt.includes('Look elsewhere.');
    if (!isAdvised) return { tool: 'shell', args: { command: 'npm test' } };
    return calls < 6 ? { tool: 'shell', args: { command: `cat ${calls}` } } : { text: 'mended' };
  };
}
const redTest = () => '1 failed';

const DIALECTS: readonly ChatDialect[] = ['chat', 'responses', 'messages'];
const FORMS = DIALECTS.flatMap(dialect => [
  { dialect, stream: false },
  { dialect, stream: true },
]);

describe('the proxy', () => {
  it.each(FORMS)(
    'advises a looping agent, and answers in the model’s place after that: $dialect, streamed $stream',
    async form => {
      const { url, model, faults } = await startGuarded(LOOP);
      const { calls, text } = await runPlainAgent({ url, ...form, perform: redTest });
      expect(calls).toBe(4);
      expect(text).toMatch(/^Stopped: the same call with the same result 3 times in a row, after 4 steps/);
      expect(model.requests).toHaveLength(4);
      expect(model.requests[2].body).not.toContain('Look elsewhere.');
      expect(model.requests[3].body).toContain('Look elsewhere.');
      expect(faults).toEqual([]);
    },
  );

  it.each(FORMS)('lets an agent go on that obeys: $dialect, streamed $stream', async form => {
    const { url } = await startGuarded(createObedientScript());
    expect(
      await runPlainAgent({ url, ...form, perform: (_, call) => (call < 3 ? '1 failed' : `file ${call}`) }),
    ).toEqual({
      ...{ calls: 6, text: 'mended' },
    });
  });

  it.each(DIALECTS)('changes no byte of a request in a session in which it only notes: %s', async dialect => {
    const { url, model, sessions, policy } = await startGuarded(LOOP, { act: 0 });
    expect((await runPlainAgent({ url, dialect, perform: redTest })).calls).toBe(12);
    for (const { body } of model.requests) expect(body).not.toContain('Agent State');
    const { trials } = readGuardTrials(sessions, policy, new Map());
    expect(trials).toMatchObject([{ acts: false, isStopped: true, calls: 12, advised: 1 }]);
    // 13 answers of 110 tokens each; a stream's usage counts as well as that of a whole answer.
    expect(trials[0].tokens).toBe(13 * 110);
  });

  it('leaves healthy agents alone: one that never repeats a result, and one that polls by design', async () => {
    const different = await startGuarded(calls => (calls < 8 ? LOOP(calls, '') : { text: 'done' }));
    const one = await runPlainAgent({
      url: different.url,
      dialect: 'chat',
      perform: (_, call) => `${call} failed`,
    });
    expect(one).toEqual({ calls: 8, text: 'done' });
    const polling = await startGuarded(
      calls => (calls < 9 ? { tool: 'get_status', args: { job: 7 } } : { text: 'ready' }),
      { exempt: [{ tool: '^get_status$' }] },
    );
    const other = await runPlainAgent({ url: polling.url, dialect: 'messages', perform: () => 'running' });
    expect(other).toEqual({ calls: 9, text: 'ready' });
  });

  it('knows a stopped session after a restart, by its file', async () => {
    const first = await startGuarded(LOOP);
    await runPlainAgent({ url: first.url, dialect: 'chat', perform: redTest });
    await first.close();
    const again = await startGuarded(LOOP, {}, first.sessions);
    const { calls, text } = await runPlainAgent({ url: again.url, dialect: 'chat', perform: redTest });
    expect(calls).toBe(0);
    expect(text).toContain('Stopped: ');
  });

  it('keeps sessions that begin alike apart by the header', async () => {
    const { url, sessions } = await startGuarded(LOOP);
    for (const id of ['a', 'b'])
      expect(
        (
          await runPlainAgent({
            url,
            dialect: 'chat',
            headers: { 'x-statescope-session': id },
            perform: redTest,
          })
        ).calls,
      ).toBe(4);
    expect(readdirSync(sessions)).toHaveLength(2);
  });

  it('counts a turn once, though every request repeats it and one is sent twice', async () => {
    const { url, sessions, policy } = await startGuarded(LOOP, {
      act: 0,
      rules: [],
      budgets: { calls: 100 },
    });
    const messages = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'out' },
    ];
    for (let i = 0; i < 3; i++)
      await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify({ messages }) });
    expect(readGuardTrials(sessions, policy, new Map()).trials[0].calls).toBe(1);
  });

  it('passes keys on and writes neither them nor what results say', async () => {
    const { url, model, sessions } = await startGuarded(LOOP);
    await runPlainAgent({ url, dialect: 'chat', perform: () => 'a private result' });
    expect(model.requests[0].key).toBe('Bearer secret-key');
    const files = readdirSync(sessions).map(name =>
      readFileSync(join(sessions, name, 'session.jsonl'), 'utf8'),
    );
    expect(files.join()).toContain('npm test');
    expect(files.join()).not.toMatch(/secret-key|a private result/);
  });

  it('passes on what it does not know', async () => {
    const { url, model } = await startGuarded(LOOP);
    expect(await (await fetch(`${url}/v1/models?x=1`)).json()).toEqual({ data: [] });
    expect(model.requests[0].path).toBe('/v1/models?x=1');
  });

  it('says in one line that the model cannot be reached', async () => {
    const { url, model } = await startGuarded(LOOP);
    await model.close();
    closing.shift();
    await expect(runPlainAgent({ url, dialect: 'chat', perform: redTest })).rejects.toThrow(
      /^502 .*cannot be reached/,
    );
  });

  it('lets a request pass where the session’s folder cannot be written, and notes it', async () => {
    const { url, faults } = await startGuarded(LOOP, {}, '/dev/null/nowhere');
    expect((await runPlainAgent({ url, dialect: 'chat', most: 6, perform: redTest })).calls).toBe(6);
    expect(faults[0]).toMatch(/ENOTDIR/);
  });

  it('holds 200 streams at once', async () => {
    const { url, faults } = await startGuarded(LOOP);
    const agents = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        runPlainAgent({ url, dialect: DIALECTS[i % 3], stream: true, task: `task ${i}`, perform: redTest }),
      ),
    );
    expect(agents.filter(({ calls }) => calls === 4)).toHaveLength(200);
    expect(faults).toEqual([]);
  });
});
