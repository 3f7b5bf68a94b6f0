import { describe, expect, it } from 'vitest';
import { buildCourse } from '../../../../src/engine/models/recorded/course.ts';
import { prepareCasesBy } from '../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { buildStateWalk } from '../../../../src/engine/models/recorded/sets/buildSetsReport.ts';
import { aCase, step } from './cases.ts';

const calls = (...tools: string[]) => tools.map(tool => step(tool));
const moves = ({ chart }: ReturnType<typeof buildCourse>) =>
  chart.transitions.map(({ source, trigger, target }) => `${source} –${trigger}→ ${target}`);

describe('the chart of recorded cases', () => {
  it('has only the moves that happened, with the tools as triggers', () => {
    const cases = [
      aCase('a', calls('find', 'book'), { outcome: 'succeeded' }),
      aCase('b', calls('find', 'find'), { outcome: 'failed' }),
    ];
    const course = buildCourse(cases, [
      ['LOOKUP', 'ACT'],
      ['LOOKUP', 'LOOKUP'],
    ]);
    expect(course.chart.states).toEqual(['not begun', 'LOOKUP', 'ACT', 'succeeded', 'failed']);
    expect(moves(course)).toEqual([
      'not begun –find→ LOOKUP',
      'LOOKUP –book→ ACT',
      'LOOKUP –ends badly→ failed',
      'ACT –ends well→ succeeded',
    ]);
    expect([...course.stateOf]).toEqual([1, 2, 1, 1]);
  });

  it('distinguishes the steps of a tool that lead to several states', () => {
    const course = buildCourse([aCase('a', calls('sh', 'sh'))], [['READ', 'EDIT']]);
    expect(moves(course)).toEqual([
      'not begun –sh → READ→ READ',
      'READ –sh → EDIT→ EDIT',
      'EDIT –ends→ ended',
    ]);
  });

  it('keeps its own states distinct from those of the traces', () => {
    const course = buildCourse([aCase('a', calls('x'), { outcome: 'failed' })], [['failed']]);
    expect(course.chart.states).toEqual(['not begun', 'failed (step)', 'failed']);
  });

  it('names a state of the traces the same however cases end, and as a comparison does', () => {
    const cases = [aCase('a', calls('x', 'y'))];
    const states = [['failed', 'ended']];
    expect(buildCourse(cases, states).chart.states).toEqual([
      'not begun',
      'failed (step)',
      'ended (step)',
      'ended',
    ]);
    const [walked] = prepareCasesBy(cases, ({ tool }) => (tool === 'x' ? 'failed' : 'ended'));
    expect(buildStateWalk(walked!).stays.map(({ state }) => state)).toEqual([
      'failed (step)',
      'ended (step)',
    ]);
  });

  it('leads a case without steps from its beginning to its end', () => {
    expect(moves(buildCourse([aCase('a', [])], [[]]))).toEqual(['not begun –ends→ ended']);
  });
});
