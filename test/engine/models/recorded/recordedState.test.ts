import { describe, expect, it } from 'vitest';
import { buildCaseFamilies, sortByFamily } from '../../../../src/engine/models/recorded/recordedState.ts';
import { aCase } from './cases.ts';

const sent = (id: string, parent: string | null) => aCase(id, [], { parent });

describe('families of cases', () => {
  it('show which case sent which, whatever the order of the cases', () => {
    const { senderOf, sentBy } = buildCaseFamilies([
      sent('b', 'a'),
      sent('a', null),
      sent('c', 'a'),
      sent('d', 'b'),
    ]);
    expect([...senderOf]).toEqual([1, -1, 1, 0]);
    expect([...sentBy]).toEqual([
      [1, [0, 2]],
      [0, [3]],
    ]);
  });

  it('have no sender outside of the cases, and no sender in a circle', () => {
    expect([...buildCaseFamilies([sent('a', 'gone')]).senderOf]).toEqual([-1]);
    const { senderOf } = buildCaseFamilies([sent('a', 'b'), sent('b', 'a')]);
    expect([...senderOf].filter(sender => sender >= 0)).toHaveLength(1);
    expect([...buildCaseFamilies([sent('a', 'a')]).senderOf]).toEqual([-1]);
  });

  it('stand together, the heaviest first, each sub-agent after its sender', () => {
    const families = buildCaseFamilies([sent('a', null), sent('b', null), sent('c', 'b'), sent('d', 'c')]);
    expect(sortByFamily(families, agent => agent)).toEqual([1, 2, 3, 0]);
  });
});
