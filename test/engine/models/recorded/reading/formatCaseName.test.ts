import { describe, expect, it } from 'vitest';
import { formatCaseName } from '../../../../../src/engine/models/recorded/reading/formatCaseName.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase } from '../cases.ts';

const named = (id: string, labels = {}) => formatCaseName(aCase(id, [], { labels }), 36);

describe('the name of a case', () => {
  it('is its task, or else its id, where that is short', () => {
    expect(named('order 7')).toBe('order 7');
    expect(named('x'.repeat(40), { task: '12', trial: '3' })).toBe('task 12, trial 3');
  });

  it('is an id that people know, also where a task is known', () => {
    expect(named('refund-7', { task: '12' })).toBe('refund-7');
    for (const machine of ['12', '7-0', '4f2686af-65da', 'tau2ft-retail-5d7c-t5-r0'])
      expect(named(machine, { task: '12' })).toBe('task 12');
  });

  it('is its number and both ends of a long task or id', () => {
    expect(named('0af7651916cd43dd8448eb211c80319c')).toBe('case 36: 0af7651916cd…c80319c');
    expect(named('1', { task: '[mobile_data_issue]airplane_mode_on[PERSONA:Hard]' })).toBe('1');
    expect(named('i'.repeat(30), { task: '[mobile_data_issue]airplane\n[PERSONA: Hard]' })).toBe(
      'case 36: [mobile_data…: Hard]',
    );
    expect(named(`${'😀'.repeat(30)}`)).toBe(`case 36: ${'😀'.repeat(12)}…${'😀'.repeat(7)}`);
  });

  it('is its agent where another case sent it', () => {
    const sent = (labels: Readonly<Record<string, string>>) =>
      formatCaseName(aCase('a/explore', [], { parent: 'a', labels }), 2);
    expect([sent({ agent: 'explore', task: 'look' }), sent({})]).toEqual(['↳ explore', '↳ sub-agent']);
  });

  it('is the number alone where its text is not to be shown', () => {
    const hidden = (one: TraceCase) => formatCaseName(one, 4, text => !/secret/.test(text));
    expect(hidden(aCase('secret', []))).toBe('case 4');
    expect(hidden(aCase('0af7651916cd43dd8448eb211c80319c', [], { labels: { task: 'a secret' } }))).toBe(
      'case 4',
    );
    expect(hidden(aCase('1', [], { labels: { task: '12', trial: 'secret' } }))).toBe('task 12');
    expect(hidden(aCase('a', [], { parent: 'b', labels: { agent: 'secret' } }))).toBe('↳ sub-agent');
  });
});
