import { describe, expect, it } from 'vitest';
import { social } from '../../../../src/engine/models/social/model.ts';
import { settingsTold } from '../../../../src/ui/views/compare/setupWords.ts';

const told = (...settings: { path: string; a: unknown; b: unknown }[]) =>
  settingsTold(settings, social.parameters, 'round');

describe('the settings in which two runs differ', () => {
  it('go by the labels of their parameters', () => {
    expect(told({ path: 'parameters.liking', a: 1, b: 3 })).toEqual([{ label: 'Liking', a: '1', b: '3' }]);
    expect(told({ path: 'changes', a: [], b: [{ tick: 11, name: 'liking', value: 3 }] })).toEqual([
      { label: 'changes', a: 'none', b: 'Liking 3 × from round 11' },
    ]);
  });

  it('tell an answer that is given', () => {
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
});
