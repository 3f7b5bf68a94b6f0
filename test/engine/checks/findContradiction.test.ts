import { describe, expect, it } from 'vitest';
import { findContradiction } from '../../../src/engine/checks/findContradiction.ts';
import { SOCIAL_PARAMETERS } from '../../../src/engine/models/social/socialParameters.ts';
import type { ParameterValues } from '../../../src/engine/parameters/parameterDefinition.ts';
import type { Change } from '../../../src/engine/setup/config.ts';
import { inProcess } from '../../inProcess.ts';

const find = (parameters: ParameterValues, changes: readonly Change[] = []) =>
  findContradiction(SOCIAL_PARAMETERS, { parameters, changes });

describe('an older parameter', () => {
  it('contradicts another value of the newer one, from the start or by a change while it is on', () => {
    const problem = 'means feed=chronological, and feed=random is given too: leave one of them out';
    expect(find({ newest_first: true, feed: 'random' })).toEqual({ name: 'newest_first', problem });
    const change = { tick: 9, name: 'feed', value: 'random' };
    expect(find({ newest_first: true }, [change])?.problem).toBe(problem);
    expect(find({}, [change, { tick: 4, name: 'newest_first', value: true }])?.problem).toBe(problem);
  });

  it.each<[ParameterValues, readonly Change[]]>([
    [{ newest_first: true }, []],
    [{ newest_first: true, feed: 'chronological' }, []],
    [{ newest_first: false, feed: 'random' }, []],
    [
      { newest_first: true },
      [
        { tick: 9, name: 'feed', value: 'random' },
        { tick: 9, name: 'newest_first', value: false },
      ],
    ],
  ])('agrees with %o and %o', (parameters, changes) => {
    expect(find(parameters, changes)).toBeNull();
  });

  it('is refused on the command line in one line', async () => {
    const { code, stderr } = await inProcess(
      ...['run', '--rounds', '1', '--set', 'newest_first=true', '--set', 'feed=random'],
    );
    expect([code, stderr]).toEqual([
      2,
      'statescope: newest_first=true means feed=chronological, and feed=random is given too: leave one of them out\n',
    ]);
  });
});
