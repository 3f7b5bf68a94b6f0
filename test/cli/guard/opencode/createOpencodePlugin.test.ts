import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatSessionFolder, readGuardLines } from '../../../../src/cli/guard/guardSessions.ts';
import { createOpencodePlugin } from '../../../../src/cli/guard/opencode/createOpencodePlugin.ts';
import { readGuardTrials } from '../../../../src/cli/guard/readGuardTrials.ts';
import { readGuardPolicy } from '../../../../src/engine/guard/readGuardPolicy.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-opencode-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RULE = { id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } };

/** A policy in a folder of its own. */
function writePolicy(part: object = {}): string {
  const path = join(mkdtempSync(join(folder, 'p-')), 'policy.json');
  writeFileSync(
    path,
    JSON.stringify({ format: 'statescope-guard', version: 1, name: 'ours', rules: [RULE], ...part }),
  );
  return path;
}

const linesOf = (policy: string, session: string) =>
  readGuardLines(join(policy, '../sessions', formatSessionFolder(session), 'session.jsonl'));

const readFaults = (policy: string): string => {
  const path = join(policy, '../faults.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Ways in which a tool ends. */
type Ending = 'exit 0' | 'exit 1' | 'error' | 'mcp';

/** opencode with the guard's plugin: calls go through the hooks as opencode 1.18 calls them. */
async function startOpencode(policy: string, abort = async (_id: string): Promise<unknown> => true) {
  const aborted: string[] = [];
  const hooks = await createOpencodePlugin({ policy })({
    client: {
      session: {
        abort({ path: { id } }) {
          aborted.push(id);
          return abort(id);
        },
      },
    },
  });
  let count = 0;
  const emitPart = (part: object) =>
    hooks.event({ event: { type: 'message.part.updated', properties: { part } } });

  /** @returns the text that the model gets */
  async function call(
    command: string,
    { session = 's', ending = 'exit 1' }: { session?: string; ending?: Ending } = {},
  ) {
    const named = { tool: 'bash', sessionID: session, callID: `c${count++}` };
    const part = { type: 'tool', ...named };
    try {
      await hooks['tool.execute.before'](named, { args: { command } });
    } catch (error) {
      // opencode shows a refused call as one with an error.
      const { message } = error as Error;
      await emitPart({ ...part, state: { status: 'error', error: message } });
      return { ran: false, text: message };
    }
    if (ending === 'error') {
      await emitPart({ ...part, state: { status: 'error', error: '1 failed' } });
      return { ran: true, text: '1 failed' };
    }
    const after = { ...named, args: { command } };
    if (ending === 'mcp') {
      const result = { content: [{ type: 'text', text: '1 failed' }], isError: true };
      await hooks['tool.execute.after'](after, result);
      return { ran: true, text: result.content.map(block => block.text).join('\n') };
    }
    const result = {
      title: command,
      output: '1 failed\n',
      metadata: { exit: Number(ending.slice(5)), truncated: false },
    };
    await hooks['tool.execute.after'](after, result);
    return { ran: true, text: result.output };
  }
  return { hooks, call, aborted };
}

async function loop(
  { call }: Awaited<ReturnType<typeof startOpencode>>,
  count: number,
  ending: Ending = 'exit 1',
) {
  const answers: Awaited<ReturnType<typeof call>>[] = [];
  for (let i = 0; i < count; i++) answers.push(await call('npm test', { ending }));
  return answers;
}

describe('the plugin of opencode', () => {
  it.each(['exit 1', 'mcp'] as const)(
    'advises at the end of the third equal result, and refuses the call after the fourth: %s',
    async ending => {
      const answers = await loop(await startOpencode(writePolicy()), 6, ending);
      expect(answers.map(({ ran }) => ran)).toEqual([true, true, true, true, false, false]);
      expect(answers.slice(0, 2).map(({ text }) => text.trim())).toEqual(['1 failed', '1 failed']);
      expect(answers[2].text).toMatch(/^1 failed\n+You are repeating yourself/);
      expect(answers[3].text).toContain('Stopped: the same call with the same result 3 times in a row');
      expect(answers[4].text).toMatch(/^Stopped: .*Call no more tools\.$/);
    },
  );

  it('ends the turn with the third refusal', async () => {
    const opencode = await startOpencode(writePolicy());
    const answers = await loop(opencode, 7);
    expect(answers.filter(({ ran }) => ran)).toHaveLength(4);
    expect(opencode.aborted).toEqual(['s']);
  });

  it('gives advice by refusing the next equal call where results are errors of the tool', async () => {
    const opencode = await startOpencode(writePolicy());
    const answers = await loop(opencode, 6, 'error');
    expect(answers.map(({ ran }) => ran)).toEqual([true, true, true, false, true, false]);
    expect(answers[3].text).toContain('You are repeating yourself');
    expect(answers[5].text).toContain('Stopped: ');
  });

  it('refuses no other call for advice that it owes, and puts it at the end of that one’s result', async () => {
    const opencode = await startOpencode(writePolicy());
    await loop(opencode, 3, 'error');
    const obeying = await opencode.call('cat a.ts', { ending: 'exit 0' });
    expect(obeying.ran).toBe(true);
    expect(obeying.text).toContain('You are repeating yourself');
    expect((await opencode.call('ls', { ending: 'exit 0' })).text).toBe('1 failed\n');
  });

  it('leaves a healthy session alone, and one in which it only notes', async () => {
    const healthy = await startOpencode(writePolicy());
    for (const command of ['npm test', 'cat a.ts', 'npm test', 'cat b.ts', 'npm test'])
      expect((await healthy.call(command, { ending: 'exit 0' })).text).toBe('1 failed\n');
    const shadow = writePolicy({ act: 0 });
    for (const { text } of await loop(await startOpencode(shadow), 8)) expect(text).toBe('1 failed\n');
    expect(
      linesOf(shadow, 's')
        .filter(line => line.kind === 'decision')
        .at(-1),
    ).toMatchObject({ would: 'stop' });
  });

  it('refuses a call about which a person is to decide, and judges the later ones at once', async () => {
    const policy = writePolicy({ rules: [{ ...RULE, advise: false, end: 'ask' }] });
    const answers = await loop(await startOpencode(policy), 8);
    expect(answers.map(({ ran }) => ran)).toEqual([true, true, true, false, false, false, false, false]);
    expect(answers[3].text).toContain('Go on?');
  });

  it('counts a sub-agent with the session that started it, and guards it by itself', async () => {
    const policy = writePolicy();
    const { hooks, call } = await startOpencode(policy);
    await call('ls', { session: 'root' });
    for (const [id, parentID] of [
      ['child', 'root'],
      ['grandchild', 'child'],
    ])
      await hooks.event({ event: { type: 'session.created', properties: { info: { id, parentID } } } });
    await call('ls', { session: 'grandchild' });
    expect(linesOf(policy, 'grandchild')[0]).toMatchObject({ session: 'grandchild', unit: 'root' });
    const read = readGuardPolicy(JSON.parse(readFileSync(policy, 'utf8')));
    const { trials } = readGuardTrials(join(policy, '../sessions'), read, new Map());
    expect(trials).toMatchObject([{ session: 'root', calls: 2 }]);
  });

  it('leaves a session’s file that names the agent and counts in the report', async () => {
    const policy = writePolicy();
    await loop(await startOpencode(policy), 6);
    expect(linesOf(policy, 's')[0]).toMatchObject({ agent: 'opencode', acts: true });
    const read = readGuardPolicy(JSON.parse(readFileSync(policy, 'utf8')));
    const { trials } = readGuardTrials(join(policy, '../sessions'), read, new Map());
    expect(trials).toMatchObject([{ session: 's', calls: 4, isStopped: true, advised: 1, ignored: 1 }]);
  });

  it('lets calls run and notes why when the policy cannot be read', async () => {
    const policy = join(mkdtempSync(join(folder, 'none-')), 'policy.json');
    for (const { text } of await loop(await startOpencode(policy), 5)) expect(text).toBe('1 failed\n');
    expect(readFaults(policy)).toContain('ENOENT');
  });

  it('refuses the call also if opencode cannot end the turn, and notes it', async () => {
    const policy = writePolicy();
    const opencode = await startOpencode(policy, () => Promise.reject(new Error('not now')));
    expect((await loop(opencode, 8)).at(-1)).toMatchObject({ ran: false });
    expect(readFaults(policy)).toContain('the turn could not be ended: not now');
  });

  it('takes events of any shape', async () => {
    const policy = writePolicy();
    const { hooks } = await startOpencode(policy);
    for (const event of [undefined, null, 'x', {}, { properties: { part: null, info: 1 } }])
      await hooks.event({ event });
    expect(readFaults(policy)).toBe('');
  });

  it('sends its decisions to the receiver that is named', async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      bodies.push(body);
      response.end('{}');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const policy = writePolicy();
    const observe = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hooks = await createOpencodePlugin({ policy, observe })({
      client: { session: { abort: async () => true } },
    });
    for (let i = 0; i < 4; i++) {
      const call = { tool: 'bash', sessionID: 's', callID: `c${i}` };
      await hooks['tool.execute.before'](call, { args: { command: 'npm test' } });
      await hooks['tool.execute.after'](call, { output: '1 failed', metadata: { exit: 1 } });
    }
    await expect.poll(() => bodies.join('\n')).toContain('"stringValue":"stop"');
    expect(bodies.join('\n')).toContain('execute_tool bash');
    server.close();
  });
});
