import { describe, expect, it } from 'vitest';
import { calls, caseFiles, json, jsonLines, readCase, reversed, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const event = (id: string, kind: string, more: object) => ({
  ...{ id, kind, source: 'agent', timestamp: `2026-01-01T00:00:0${id}` },
  ...more,
});
const act = (id: string, tool: string) =>
  event(id, 'ActionEvent', {
    ...{ tool_name: tool, tool_call_id: `k${id}`, thought: [], action: { kind: 'A' } },
    tool_call: { id: `k${id}`, name: tool, arguments: '{}' },
  });

describe('histories of OpenHands', () => {
  it('are read as the list of events that its page downloads', () => {
    const { cases, skipped } = readCase('a03-openhands', 'trajectory.json');
    expect(cases.map(one => [one.id, calls(one)])).toEqual([
      [
        'trajectory.json',
        [
          ['execute_bash', false],
          ['str_replace_editor', false],
          ['finish', null],
        ],
      ],
    ]);
    expect(cases[0]!.steps[0]).toMatchObject({
      args: '{"command":"ls","is_input":false}',
      result: 'a b',
      prompt: 'fix it',
    });
    expect(skipped).toEqual([]);
  });

  it('are read as outputs of version 1, whose tokens are given by response', () => {
    const { cases, skipped } = readCase('a03-openhands', 'v1-output.jsonl');
    expect(cases.map(one => [one.id, calls(one), tokens([one])])).toEqual([
      [
        'demo__demo-1',
        [
          ['terminal', false],
          ['finish', null],
        ],
        [900, 90],
      ],
    ]);
    expect(cases[0]!.steps.map(({ usd }) => usd)).toEqual([0.02, null]);
    expect(skipped).toEqual([]);
  });

  it('of version 1 mark failures: an error, a refusal, a code', () => {
    const returned = (id: string, call: string, kind: string, more: object) =>
      event(id, kind, { source: 'environment', tool_call_id: call, ...more });
    const history = [
      ...[act('1', 'a'), returned('2', 'k1', 'AgentErrorEvent', { error: 'no such tool' })],
      ...[act('3', 'b'), returned('4', 'k3', 'UserRejectObservation', { rejection_reason: 'no' })],
      ...[
        act('5', 'c'),
        returned('6', 'k5', 'ObservationEvent', { observation: { content: 'x', exit_code: 2 } }),
      ],
      ...[act('7', 'd'), returned('8', 'k7', 'ObservationEvent', { observation: { content: 'x' } })],
      event('9', 'ConversationErrorEvent', { code: 'MaxIterationsReached' }),
    ];
    const { cases } = readFiles({ a: json({ instance_id: 'i', history }) });
    expect(calls(cases[0]!).map(([, failed]) => failed)).toEqual([true, true, true, null]);
    expect(cases[0]!.steps.map(({ error }) => error)).toEqual(['no such tool', 'no', 'x', null]);
    expect(cases[0]!.end).toBe('MaxIterationsReached');
  });

  it('of a folder with a file for each event are one case, whatever the order of files', () => {
    const file = (name: string, value: unknown) => [`run/events/${name}.json`, json(value)] as const;
    const files = Object.fromEntries([
      file(
        'event-00002-x',
        event('2', 'ObservationEvent', {
          tool_call_id: 'k1',
          observation: { content: 'y', is_error: false },
        }),
      ),
      file('event-00001-x', act('1', 'terminal')),
    ]);
    const { cases, skipped } = readFiles(files);
    expect(cases.map(one => [one.id, calls(one)])).toEqual([['run', [['terminal', false]]]]);
    expect(readFiles(reversed(files)).cases).toEqual(cases);
    expect(skipped).toEqual([]);
  });

  it('are the same cases whatever the order of files', () => {
    const files = caseFiles('a03-openhands');
    expect(readFiles(reversed(files)).cases).toEqual(readFiles(files).cases);
  });

  it('report in one line a line that is not an event', () => {
    const { skipped } = readFiles({ a: jsonLines(act('1', 'a'), { weather: 'fine' }) });
    expect(skipped).toEqual([{ file: 'a', line: 2, reason: 'no event, and no history of events' }]);
  });
});
