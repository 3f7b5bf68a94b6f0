import { describe, expect, it } from 'vitest';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import { RecordedModelState } from '../../../../src/engine/models/recorded/recordedModel.ts';
import { recordedQueries } from '../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import { createRemoteDefaults } from '../../../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { readRecording } from '../../../../src/oracles/recording/recording.ts';
import { documentText, logRows, playTo } from '../../play.ts';
import { agentDetail } from '../../reports.ts';
import { aCase, runOf, step } from './cases.ts';

const call = (tool: string, args: string, result: string) =>
  step(tool, {
    args,
    argsHash: args,
    result,
    resultHash: result,
    failed: result === 'no',
    tokensIn: 90,
    tokensOut: 10,
  });
const CASES = [
  aCase('task 1', [call('find', 'a', '1'), call('find', 'a', '1'), step('say', { answer: 'hello' })], {
    ...{ outcome: 'succeeded', reward: 1, tokens: 'exact', labels: { model: 'm' } },
  }),
  aCase('task 2', [call('find', 'b', 'no'), call('book', 'b', 'ok')], {
    outcome: 'failed',
    end: 'max_steps',
  }),
  aCase('task 3', [step('say')]),
];

const stateOf = ({ state }: Run): RecordedModelState => {
  if (!(state instanceof RecordedModelState)) throw new Error('another model');
  return state;
};
const elsewhere = () => Promise.reject(new Error('nothing is bundled'));

describe('a run of recorded cases', () => {
  it('plays each step in its tick, and ends as the source recorded', async () => {
    const run = await playTo(await runOf(CASES), 4);
    expect(logRows(run).map(({ tick, agent, to, trigger }) => [tick, agent, to, trigger])).toEqual([
      [1, 0, 'find', 'find'],
      [1, 1, 'find', 'find'],
      [1, 2, 'say', 'say'],
      [2, 1, 'book', 'book'],
      [2, 2, 'ended', 'ends'],
      [3, 0, 'say', 'say'],
      [3, 1, 'failed', 'ends badly'],
      [4, 0, 'succeeded', 'ends well'],
    ]);
    expect(run.state.isOver).toBe(true);
    expect(run.outcomesAt(4)).toEqual([1, 1, 1, 6, 1, 400, null]);
    expect(run.outcomesAt(1)).toEqual([0, 0, 0, 3, 1, 200, null]);
  });

  it('shows a case with what each step repeats, as of a tick', async () => {
    const run = await playTo(await runOf(CASES), 2);
    const trace = recordedQueries.of(stateOf(run), 'trace', 0, { tick: 2, tickSeconds: 1 });
    expect(trace).toMatchObject({ id: 'task 1', stepsInAll: 3, ends: 4 });
    expect(trace.steps.map(({ number, repeats }) => [number, repeats])).toEqual([
      [1, null],
      [2, { number: 1, sameResult: true }],
    ]);
    expect(agentDetail(run, 1)).toMatchObject({ state: 'book', model: { kind: 'recorded' } });
    const hits = recordedQueries.of(stateOf(run), 'search', 'HELLO', { tick: 2, tickSeconds: 1 });
    expect(hits).toEqual([]);
    expect(() => stateOf(run).query('trace', 3, { tick: 2, tickSeconds: 1 })).toThrow(
      'case 3 is not one of 3',
    );
  });

  it('is stuck where it repeats itself, from the step that shows it until it stops repeating', async () => {
    const again = Array.from({ length: 5 }, () => call('find', 'a', '1'));
    const run = await runOf([aCase('loop', [...again, step('say')])]);
    expect(stateOf(await playTo(run, 2)).verdicts()).toEqual([]);
    const [verdict] = stateOf(await playTo(run, 4)).verdicts();
    expect(verdict).toEqual({ agent: 0, reason: 'stuck since step 3, which repeats step 1', score: 4 / 3 });
    expect(stateOf(await playTo(run, 7)).verdicts()).toEqual([]);
  });

  it('is restored to the same hash by a saved state, in mid-run', async () => {
    const whole = await playTo(await runOf(CASES), 4);
    const half = await playTo(await runOf(CASES), 2);
    const again = await runOf(CASES);
    again.restore(half.save());
    expect((await playTo(again, 4)).hash).toBe(whole.hash);
  });

  it.each([false, true])('is played again from its document alone, with texts hidden: %s', async redact => {
    const run = await playTo(await runOf(CASES, { parameters: { redact } }), 4);
    const text = documentText(run);
    expect(text.includes('hello')).toBe(!redact);
    const recording = await readRecording('run.json', new TextEncoder().encode(text));
    const { run: again } = await openRun(recording.setup, { bundled: elsewhere, files: recording.files });
    expect((await playTo(again, recording.rounds)).hash).toBe(run.hash);
    expect(recording.hash).toBe(run.hash);
  });

  it('comes to the same states from a document without texts, though the texts decided them', async () => {
    const shell = ['cat x', 'pytest', 'sed -i y'].map((args, i) => step('bash', { args, argsHash: `${i}` }));
    const run = await playTo(
      await runOf([aCase('a', shell, { end: 'SECRET: it broke' })], { parameters: { redact: true } }),
      4,
    );
    expect(logRows(run).map(({ to }) => to)).toEqual(['READ', 'TEST', 'EDIT', 'ended']);
    const text = documentText(run);
    expect(text).not.toContain('pytest');
    expect(text).not.toContain('SECRET');
    const recording = await readRecording('run.json', new TextEncoder().encode(text));
    const { run: again } = await openRun(recording.setup, { bundled: elsewhere, files: recording.files });
    expect((await playTo(again, recording.rounds)).hash).toBe(run.hash);
  });

  it('leaves a case of unknown end under way, where that is requested', async () => {
    const run = await playTo(await runOf(CASES, { parameters: { under_way: true } }), 4);
    expect(run.state.isOver).toBe(true);
    expect(agentDetail(run, 2)).toMatchObject({ state: 'say' });
    expect(run.outcomesAt(4).slice(0, 3)).toEqual([1, 1, 0]);
  });

  it('finds a case under way stuck at the step at which the rule first holds, be it the last one so far', async () => {
    const again = step('npm test', { argsHash: 'x', resultHash: 'y' });
    const stuckAfter = async (count: number, under_way: boolean) => {
      const steps = Array<typeof again>(count).fill(again);
      const run = await runOf([aCase('a', steps)], { parameters: { under_way } });
      return (await playTo(run, count)).state.verdicts?.().map(({ agent, reason }) => [agent, reason]);
    };
    expect(await stuckAfter(2, true)).toEqual([]);
    expect(await stuckAfter(3, true)).toEqual([[0, 'stuck since step 3, which repeats step 1']]);
    expect(await stuckAfter(12, true)).toEqual([[0, 'stuck since step 3, which repeats step 1']]);
    expect(await stuckAfter(3, false)).toEqual([]);
  });

  it('distinguishes a tool with the name of its own ends', async () => {
    const steps = ['look', 'ends', 'more'].map(tool => step(tool));
    const run = await playTo(await runOf([aCase('a', steps), aCase('b', [step('look')])]), 4);
    expect(
      logRows(run)
        .filter(({ agent }) => agent === 0)
        .map(({ to }) => to),
    ).toEqual([...['look', 'ends', 'more', 'ended']]);
  });

  it('takes the first cases where fewer are requested, and notes where there are fewer than requested', async () => {
    expect((await runOf(CASES, { agents: 2 })).config.agents).toBe(2);
    await expect(runOf(CASES, { agents: 4 })).rejects.toThrow('4 agents: the traces have 3 cases');
  });

  it('asks no question, and reports it where an oracle is named', async () => {
    await expect(runOf(CASES, { oracle: createRemoteDefaults('ollama') })).rejects.toThrow(
      'a recorded run asks nobody',
    );
  });
});
