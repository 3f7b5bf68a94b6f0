import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Change, Setup } from '../../../src/engine/setup/config.ts';
import type { PageState } from '../../../src/ui/state/pageState.ts';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { findRunChange } from '../../../src/ui/worlds/findRunChange.ts';

const liking = (tick: number, value = 3): Change => ({ tick, name: 'liking', value });
const setupOf = (changes: readonly Change[], more: Partial<Setup> = {}): Setup => ({
  ...DEFAULT_SETUP,
  changes,
  ...more,
});
const stateOf = (setup: Setup, more: Partial<PageState> = {}) =>
  ({
    run: { setup, info: { epoch: 1, chart: { initial: 'idle' } } },
    worlds: null,
    head: 20,
    branch: null,
    ...more,
  }) as PageState;

describe('the change of a run', () => {
  it('is that of its branch, against the run that it left', () => {
    const parent = { setup: setupOf([liking(2)]) };
    const branch = { from: 10, change: 'Liking 5', parent } as PageState['branch'];
    const change = findRunChange(stateOf(setupOf([liking(2), liking(11, 5)]), { branch }));
    expect(change).toMatchObject({ words: 'Liking 5', from: 11, without: parent.setup });
    const isOtherText = { ...branch!, isOtherText: true };
    expect(findRunChange(stateOf(setupOf([]), { branch: isOtherText }))).toBeNull();
  });

  it('is otherwise all that was changed in the latest round of changes, before the first round as well', () => {
    const both = [liking(1), { tick: 1, name: 'activity', value: 2 }];
    const change = findRunChange(stateOf(setupOf(both)));
    expect(change).toMatchObject({ words: 'liking 3, activity 2', from: 1 });
    expect(change?.without.changes).toEqual([]);
    const later = findRunChange(stateOf(setupOf([...both, liking(15, 5)])));
    expect(later).toMatchObject({ words: 'liking 5', from: 15 });
    expect(later?.without.changes).toEqual(both);
  });

  it('is none before it has been played, nor are other draws one', () => {
    expect(findRunChange(stateOf(setupOf([])))).toBeNull();
    expect(findRunChange(stateOf(setupOf([liking(21)])))).toBeNull();
    expect(findRunChange(stateOf(setupOf([{ kind: 'chance', tick: 3, seed: 9 }])))).toBeNull();
  });

  it('of a world is that of the worlds', () => {
    const [without, base] = [setupOf([]), setupOf([liking(11)])];
    const worlds = {
      ...{ epoch: 1, base, change: 'Liking 3', sweep: [], shown: { arm: 0, world: 4 } },
      plan: { arms: [without, base].map(setup => ({ label: '', values: {}, setup })) },
    } as unknown as Worlds;
    expect(findRunChange(stateOf({ ...without, seed: 99 }, { worlds }))).toMatchObject({
      ...{ words: 'Liking 3', from: 11 },
      ...{ without, changed: base },
    });
  });
});

describe('new societies', () => {
  const holds = (change: Change, network = 'congress') =>
    findRunChange(stateOf(setupOf([change], { network })))?.isForAnySociety;
  const act = (name: string, ...on: string[]): Change => ({ kind: 'intervention', tick: 2, name, on });

  it('can have parameters changed and archetypes removed, and the same agents of a given network', () => {
    for (const change of [liking(2), act('remove_agents', 'amplifier'), act('remove_agents', 'agent_005')])
      expect(holds(change)).toBe(true);
  });

  it('have no such post, nor such a question, and other agents in a generated network', () => {
    expect(holds(act('remove_post', 'post_012'))).toBe(false);
    expect(holds({ kind: 'answer', tick: 2, agent: 'agent_005', answer: 'reply' })).toBe(false);
    expect(holds(act('remove_agents', 'agent_005'), 'scale-free')).toBe(false);
    expect(holds(act('remove_agents', 'amplifier'), 'scale-free')).toBe(true);
  });
});
