import { describe, expect, it } from 'vitest';
import { social } from '../../../../src/engine/models/social/socialModel.ts';
import { describeSettings } from '../../../../src/ui/views/compare/deciderSettings.ts';

const told = (...settings: { path: string; a: unknown; b: unknown }[]) =>
  describeSettings(settings, social.parameters, 'round');

describe('the settings in which two runs differ', () => {
  it('have the labels of their parameters', () => {
    expect(told({ path: 'parameters.liking', a: 1, b: 3 })).toEqual([{ label: 'Liking', a: '1', b: '3' }]);
    expect(told({ path: 'changes', a: [], b: [{ tick: 11, name: 'liking', value: 3 }] })).toEqual([
      { label: 'changes', a: 'none', b: 'Liking 3 × from round 11' },
    ]);
  });

  it('include a changed answer', () => {
    const given = { tick: 12, kind: 'answer', agent: 'agent_005', answer: 'reply' };
    const [{ b }] = told({ path: 'changes', a: [], b: [given] });
    expect(b).toBe('agent_005 answers “reply” in round 12');
  });

  it('leave out the rounds, and the fingerprint of a file of another name', () => {
    expect(told({ path: 'rounds', a: 8, b: 12 })).toEqual([]);
    const name = { path: 'workflow.name', a: 'a.yaml', b: 'b.yaml' };
    const print = { path: 'workflow.sha256', a: 'a'.repeat(64), b: 'b'.repeat(64) };
    expect(told(name, print)).toEqual([{ label: 'workflow name', a: 'a.yaml', b: 'b.yaml' }]);
    expect(told(print)).toEqual([{ label: 'workflow sha256', a: 'aaaaaaaa', b: 'bbbbbbbb' }]);
  });

  it('include who decides, and who did before, for a branch of a replay', () => {
    const model = { kind: 'openai', model: 'qwen', servers: [{ version: null, digest: null }] };
    const replay = { kind: 'replay', of: '1a2b3c4d'.repeat(8), recorded: model };
    const differing = [
      { path: 'oracle.kind', a: 'replay', b: 'policy' },
      { path: 'oracle.of', a: replay.of, b: null },
      { path: 'oracle.recorded', a: model, b: null },
      { path: 'earlier_oracles', a: null, b: [{ until: 5, oracle: replay }] },
    ];
    const answers = 'the answers of run 1a2b3c4d, by qwen';
    expect(told(...differing)).toEqual([
      { label: 'who decides', a: answers, b: 'the built-in policy' },
      { label: 'who decided before', a: 'nobody else', b: `${answers}, up to round 5` },
    ]);
  });

  it('include who decided in two recordings', () => {
    const policy = { kind: 'policy' };
    const earlier = { path: 'oracle.earlier', a: [{ until: 3, oracle: policy }], b: null };
    expect(
      told(
        { path: 'oracle.of', a: 'a'.repeat(64), b: 'b'.repeat(64) },
        ...[{ path: 'oracle.recorded.model', a: 'qwen', b: 'llama' }, earlier],
      ),
    ).toEqual([
      {
        label: 'who decides',
        a: 'the answers of run aaaaaaaa, by qwen, before by the built-in policy, up to round 3',
        b: 'the answers of run bbbbbbbb, by llama',
      },
    ]);
  });

  it('include the differences of two ways to ask one model', () => {
    const kinds = { path: 'oracle.kind', a: 'ollama', b: 'openai' };
    const temperature = { path: 'oracle.temperature', a: 0, b: 1 };
    expect(told(kinds, temperature)).toEqual([
      { label: 'who decides', a: 'a model by ollama', b: 'a model by openai' },
      { label: 'oracle temperature', a: '0', b: '1' },
    ]);
  });

  it('contain no JSON', () => {
    const limits = [{ tick: 4, calls_per_run: 5, tokens_per_run: null }];
    expect(told({ path: 'oracle.limit_changes', a: [], b: limits })).toEqual([
      { label: 'oracle limit changes', a: 'none', b: 'tick 4, calls per run 5, tokens per run none' },
    ]);
  });
});
