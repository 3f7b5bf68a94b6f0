import { describe, expect, it } from 'vitest';
import { type ConditionNames, readCondition } from '../../../src/engine/conditions/condition.ts';

const NAMES: ConditionNames = {
  agents: 9,
  states: ['idle', 'evaluating'],
  triggers: ['timeout', 'nods', 'nods to evaluating'],
  targetsOf: trigger => (trigger === 'nods' ? ['idle', 'evaluating'] : ['idle']),
  outcomes: [
    { name: 'largest_cascade', unit: 'people', bounds: 'agents' },
    { name: 'posts', unit: 'posts' },
    { name: 'active_share', unit: 'share' },
    { name: 'profit', unit: 'scrip', bounds: 'none' },
  ],
  values: ['interest', 'ticks_in_state'],
  hasVerdicts: true,
};
const read = (text: string, part: Partial<ConditionNames> = {}) => readCondition(text, { ...NAMES, ...part });

describe('a condition', () => {
  it('is read in each of its forms', () => {
    expect(read('fails')).toEqual({ kind: 'fails' });
    expect(read('round 120')).toEqual({ kind: 'round', tick: 120 });
    expect(read(' agent_005  enters evaluating ')).toEqual({ kind: 'enters', state: 1, agent: 4 });
    expect(read('takes timeout')).toEqual({ kind: 'takes', trigger: 'timeout', target: null, agent: null });
    expect(read('agent_001 takes nods to idle')).toEqual({
      ...{ kind: 'takes', trigger: 'nods', target: 'idle', agent: 0 },
    });
    // A trigger's own name goes first.
    expect(read('takes nods to evaluating')).toMatchObject({ trigger: 'nods to evaluating', target: null });
    expect(read('agent_009 moves')).toEqual({ kind: 'moves', agent: 8 });
    expect(read('gets stuck')).toEqual({ kind: 'sticks', agent: null });
    expect(read('agent_002 gets stuck')).toEqual({ kind: 'sticks', agent: 1 });
    expect(read('posts>=50')).toMatchObject({ of: 'outcome', number: 1, value: 50 });
    expect(read('profit < -3')).toMatchObject({ of: 'outcome', number: 3, by: '<', value: -3 });
    expect(read('idle < 2.5')).toMatchObject({ of: 'state', number: 0, by: '<', value: 2.5 });
    expect(read('any agent: interest > 0.5')).toMatchObject({ kind: 'holds', agent: null });
    expect(read('agent_003: not interest')).toMatchObject({ kind: 'holds', agent: 2 });
  });

  it.each([
    ['whenever', '"whenever" is not a condition; one reads round 120, or'],
    ['round 0', 'round 0 is not one of 1 to 1000000'],
    ['round soon', '"round soon" is not a condition'],
    ['enters nowhere', '"nowhere" is no state of this run; there are idle, evaluating'],
    ['takes off', '"off" is no trigger of this run; there are timeout'],
    ['takes timeout to evaluating', 'timeout leads to no "evaluating" in this run; it leads to idle'],
    ['takes off to idle', '"off to idle" is no trigger of this run'],
    ['agent_000 moves', 'there is no agent_000: this run has agent_001 to agent_009'],
    ['agent_010 moves', 'there is no agent_010: this run has agent_001 to agent_009'],
    [
      'reach > 3',
      '"reach" is no outcome or state of this run; there are largest_cascade, posts, active_share',
    ],
    ['idle > many', '"idle > many" is not a condition'],
    ['agent_010: interest > 1', 'there is no agent_010'],
    ['any agent: intrest > 1', 'character 12: an agent has no "intrest"; did you mean interest?'],
    ['any agent:  1 < fed_up', 'character 17: an agent has no "fed_up"; it has interest, ticks_in_state'],
    ['any agent: 3 < 4', 'character 12: it reads nothing of an agent'],
    ['any agent: interest >', '"any agent: interest >", character'],
    ['any agent:', 'a condition is missing'],
    ['any agent: interest = 3', '"any agent: interest = 3", character'],
  ])('is refused in one line that says where: %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it.each([
    ['idle >= 0', 'always'],
    ['idle <= 9', 'always'],
    ['idle > -1', 'always'],
    ['idle < 10', 'always'],
    ['idle > 9', 'never'],
    ['idle >= 9.5', 'never'],
    ['idle < 0', 'never'],
    ['idle <= -1', 'never'],
    ['largest_cascade >= -3', 'always'],
    ['largest_cascade > 9', 'never'],
    ['posts >= 0', 'always'],
    ['posts < 0', 'never'],
    ['active_share > 1', 'never'],
    ['active_share <= 1', 'always'],
  ])('that always or never holds within its range is refused: %s %s holds', (text, how) => {
    expect(() => read(text)).toThrow(`"${text}" ${how} holds: `);
  });

  it.each([
    'idle >= 9',
    'idle > 0',
    'idle <= 0',
    'idle < 9',
    'posts > 1e6'.replace('1e6', '1000000'),
    'profit > -10',
  ])('that may hold or not is read: %s', text => {
    expect(read(text).kind).toBe('compares');
  });

  it('on verdicts is refused where no rules give any', () => {
    expect(() => read('gets stuck', { hasVerdicts: false })).toThrow('no rules that find agents stuck');
  });
});
