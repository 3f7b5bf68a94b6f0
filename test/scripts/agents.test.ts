import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_AGENTS, HOOK_TRAITS } from '../../src/cli/guard/hookAgents.ts';
import { readGuardPolicy } from '../../src/engine/guard/readGuardPolicy.ts';

interface Agent {
  readonly packages: Readonly<Record<string, string>>;
  readonly endsTurn: boolean;
  readonly stopCode: number;
}
interface Play {
  readonly name: string;
  readonly isGuarded: boolean;
  readonly ran: number;
  made(agent: Agent): number;
}

const AGENT_FOLDER: string = join(import.meta.dirname, '../agents');
const { AGENTS, FRAMEWORKS } = await import(join(AGENT_FOLDER, 'agents.mjs'));
const { PLAYS, POLICY, comparePlay } = await import(join(AGENT_FOLDER, 'plays.mjs'));
const { startScriptedModel } = await import(join(AGENT_FOLDER, 'scriptedModel.mjs'));
const plays: readonly Play[] = PLAYS;

describe('coding agents that are run with the guard', () => {
  it('are all that have hooks or a plugin, in the versions that the documentation names', () => {
    expect(Object.keys(AGENTS)).toEqual(expect.arrayContaining([...HOOK_AGENTS, 'opencode']));
    const page = readFileSync(join(import.meta.dirname, '../../docs/guard.md'), 'utf8');
    for (const { packages } of Object.values({ ...AGENTS, ...FRAMEWORKS } as Readonly<Record<string, Agent>>))
      for (const version of Object.values(packages).slice(0, 1)) expect(page).toContain(version);
  });

  it.each(HOOK_AGENTS)('are expected to be stopped as far as their hooks allow: %s', name => {
    expect(AGENTS[name].endsTurn).toBe(HOOK_TRAITS[name].endsTurn);
  });

  it('have a policy that can be read', () => {
    expect(readGuardPolicy(POLICY).rules).toHaveLength(1);
  });

  it.each(plays.filter(({ isGuarded }) => !isGuarded))('are held to each expectation: $name', play => {
    const agent = AGENTS.codex;
    const record = { made: play.made(agent), advisedAfter: null, stoppedAfter: null, isDone: true };
    const seen = { record, ran: play.ran, code: 0, output: '', sessions: [], faults: '' };
    expect(comparePlay(play, agent, 'codex', seen)).toEqual([]);
    for (const [key, wrong] of Object.entries({ ran: 1, code: 3, sessions: [{ lines: [{}] }], faults: 'x' }))
      expect(comparePlay(play, agent, 'codex', { ...seen, [key]: wrong })).toHaveLength(1);
    for (const [key, wrong] of Object.entries({ made: 1, advisedAfter: 1, stoppedAfter: 1, isDone: false }))
      expect(
        comparePlay(play, agent, 'codex', { ...seen, record: { ...record, [key]: wrong } }),
      ).toHaveLength(1);
  });
});

const command = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };
const CALL = '{"command":"ls"}';
/** By path of the question: a first one and the next, which repeats the call. */
const QUESTIONS: Readonly<Record<string, readonly [object, object]>> = {
  '/v1/chat/completions': [
    { messages: [], tools: [{ function: { name: 'bash', parameters: command } }] },
    {
      messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'bash', arguments: CALL } }] }],
      tools: [{ function: { name: 'bash', parameters: command } }],
    },
  ],
  '/v1/responses': [
    { input: [], tools: [{ type: 'function', name: 'shell', parameters: command }] },
    {
      input: [{ type: 'function_call', name: 'shell', arguments: CALL }],
      tools: [{ type: 'function', name: 'shell', parameters: command }],
    },
  ],
  '/v1/messages': [
    { messages: [], tools: [{ name: 'Bash', input_schema: command }] },
    {
      messages: [{ role: 'assistant', content: [{ type: 'tool_use', input: JSON.parse(CALL) }] }],
      tools: [{ name: 'Bash', input_schema: command }],
    },
  ],
  '/v1beta/models/m:generateContent': [
    { contents: [], tools: [{ functionDeclarations: [{ name: 'run_shell_command', parameters: command }] }] },
    {
      contents: [{ parts: [{ functionCall: { args: JSON.parse(CALL) } }] }],
      tools: [{ functionDeclarations: [{ name: 'run_shell_command', parameters: command }] }],
    },
  ],
};

describe('the scripted model of coding agents', () => {
  it.each(Object.keys(QUESTIONS))('calls the shell once, and is done: %s', async path => {
    const model = await startScriptedModel();
    const record = model.play(({ calls }: { calls: readonly string[] }) => (calls.length < 1 ? 'ls' : null));
    const ask = async (body: object) =>
      (await fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(body) })).text();
    const [first, next] = QUESTIONS[path];
    expect(await ask(first)).toMatch(/ls/);
    expect(record).toMatchObject({ made: 1, isDone: false });
    expect(await ask(next)).toContain('Done.');
    expect(record).toMatchObject({ made: 1, isDone: true });
    model.stop();
  });
});
