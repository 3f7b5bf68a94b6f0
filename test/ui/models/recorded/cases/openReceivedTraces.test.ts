import { beforeAll, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../../../../src/engine/setup/config.ts';
import type { PageCommands } from '../../../../../src/ui/contract/pageCommands.ts';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import {
  findCaseByName,
  openReceivedTraces,
} from '../../../../../src/ui/models/recorded/cases/openReceivedTraces.ts';
import { RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { createPageStore } from '../../../../../src/ui/store/createPageStore.ts';
import { createViewStore } from '../../../../../src/ui/store/createViewStore.ts';
import { frameOf, infoOf } from '../../../fakeEngine.ts';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

const opened = (names: readonly string[], epoch: number) => {
  const info = infoOf(DEFAULT_SETUP, epoch);
  return { ...info, names, config: { ...info.config, agents: names.length } };
};

/** A page that follows a source with these cases, and that is sent others. */
function followingPage(names: readonly string[], next: readonly string[]) {
  const store = createPageStore();
  const { getState } = store;
  const setup = { ...DEFAULT_SETUP };
  getState().opened(opened(names, 1), setup);
  getState().receive(frameOf(names.length, -10, 3, 1));
  getState().know(RECORDED, { isStreamed: true, received: 9 });
  let made: (setup: Setup) => void = () => undefined;
  const commands = {
    open: async (again: Setup) => {
      await new Promise<void>(resolve => {
        made = () => resolve();
      });
      getState().opened(opened(next, 2), again);
      getState().receive(frameOf(next.length, -10, 4, 2));
      getState().know(RECORDED, { isStreamed: true });
      return true;
    },
    forgetKept: async () => undefined,
  } as unknown as PageCommands;
  const done = openReceivedTraces(
    { store, commands },
    { bytes: new Uint8Array(), received: 12, opens: () => undefined },
  );
  const finish = () => {
    made(setup);
    return done;
  };
  return { store, views: createViewStore(store), finish };
}

it('a choice made while a run is made again is of the cases that views show, whatever their new numbers', async () => {
  const { store, views, finish } = followingPage(['b', 'c'], ['a', 'b', 'c']);
  views.getState().select({ agents: [1] });
  views.getState().togglePin(0);
  const done = finish();
  await Promise.resolve();
  await done;
  const { run, selection, pinned } = store.getState();
  expect(selection.agents.map(agent => run?.info.names[agent])).toEqual(['c']);
  expect(pinned.map(agent => run?.info.names[agent])).toEqual(['b']);
  expect([store.getState().held, store.getState().heldFor]).toEqual([null, null]);
});

it('a case that came in addition changes no choice', async () => {
  const { store, views, finish } = followingPage(
    ['case 1: b', 'case 2: c +1'],
    ['case 1: b', 'case 2: c +2', 'd'],
  );
  views.getState().select({ agents: [1] });
  await finish();
  expect(store.getState().selection.agents).toEqual([1]);
});

it('a run that is opened meanwhile stays, with nothing of the live one', async () => {
  const { store, finish } = followingPage(['b', 'c'], ['a', 'b', 'c']);
  store.getState().select({ agents: [1] });
  const other = { ...DEFAULT_SETUP, seed: 5 };
  const done = finish();
  await Promise.resolve();
  await Promise.resolve();
  store.getState().opened(opened(['x'], 3), other);
  expect(await done).toBe(false);
  expect(store.getState().run?.setup).toBe(other);
  expect([store.getState().selection.agents, store.getState().held]).toEqual([[], null]);
});

it('a case is found again by its name, whatever its present number, and not found where several share the name', () => {
  const names = ['case 1: b…2', 'case 2: a…1', '↳ explore', '↳ explore', 'task 7'];
  expect(findCaseByName(names, 4, 'task 7')).toBe(4);
  expect(findCaseByName(names, 0, 'case 1: a…1')).toBe(1);
  expect(findCaseByName(['case 1: b…2', 'case 2: a…1 +3'], 0, 'case 1: a…1 +2')).toBe(1);
  expect(findCaseByName(names, 2, '↳ explore')).toBe(2);
  expect(findCaseByName(names, 1, '↳ explore')).toBeNull();
  expect(findCaseByName(names, 0, 'gone')).toBeNull();
});
