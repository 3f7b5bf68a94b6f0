import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineStopped } from '../../../src/engine/core/errors.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { createPageCommands } from '../../../src/ui/commands/createPageCommands.ts';
import type { PageCommands } from '../../../src/ui/contract/pageCommands.ts';
import type { RemoteEngine } from '../../../src/ui/contract/remoteEngine.ts';
import type { Connect } from '../../../src/ui/life/connection.ts';
import type { LifeName } from '../../../src/ui/state/life.ts';
import { createPageStore } from '../../../src/ui/store/createPageStore.ts';
import { FakeEngine } from '../fakeEngine.ts';

/** A page whose engine can be made to compute: then it answers nothing until it is ended. */
function busyPage(isBusy = false) {
  const fake = new FakeEngine();
  const state = { busy: isBusy, opensSlowly: false, started: 0 };
  const connect: Connect = (onFrame, onFailure) => {
    state.busy = state.started === 0 && isBusy;
    state.started++;
    const { api } = fake.connect(onFrame, onFailure);
    let end: (reason: Error) => void = () => undefined;
    const ended = new Promise<never>((_, reject) => {
      end = reject;
    });
    ended.catch(() => undefined);
    const held = new Proxy(api, {
      get:
        (target, name: keyof RemoteEngine) =>
        (...given: unknown[]) => {
          if (name === 'open' && state.opensSlowly) {
            state.opensSlowly = false;
            state.busy = true;
          }
          return state.busy ? ended : (target[name] as (...parts: unknown[]) => unknown)(...given);
        },
    });
    return { api: held, dispose: () => end(new EngineStopped('it was ended')) };
  };
  const store = createPageStore();
  return { fake, state, store, commands: createPageCommands(store, connect) };
}

async function openBusyPage() {
  const page = busyPage();
  await page.commands.start({ ...DEFAULT_SETUP, seed: 7 }, 0);
  return page;
}
type BusyPage = Awaited<ReturnType<typeof openBusyPage>>;

const dropped = () => new File(['1 2\n2 3\n3 1\n'], 'edges.csv');

/** What the user does, and what the next run is like then. */
const WAYS: readonly (readonly [
  name: string,
  go: (commands: PageCommands) => Promise<void>,
  part: object,
])[] = [
  ['Reset', commands => commands.reset(), { seed: 7, model: 'social' }],
  ['a new seed', commands => commands.newSeed(), { model: 'social', network: 'congress' }],
  ['another model', commands => commands.openModel('governed'), { model: 'governed' }],
  ['a dropped file', commands => commands.openFiles([dropped()]), { network: 'file' }],
];

/** How a life with a run gets to where its engine computes. */
const STAYS: readonly (readonly [LifeName, (page: BusyPage) => unknown])[] = [
  ['paused', ({ commands }) => void commands.step()],
  ['playing', ({ commands }) => commands.toggle()],
  ['running', ({ store }) => store.getState().send('runTo', 9)],
  ['awaiting', ({ store }) => store.getState().send('await')],
  [
    'reopening',
    ({ commands, state }) => {
      state.opensSlowly = true;
      void commands.open({ ...DEFAULT_SETUP, seed: 3 });
    },
  ],
  ['asking', ({ store }) => store.getState().askBeforeLeaving({})],
  [
    'reviving',
    ({ fake, commands, state }) => {
      fake.fail('out of memory');
      state.opensSlowly = true;
      void commands.reset();
    },
  ],
];

describe('an engine that computes and does not answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it.each(
    STAYS.flatMap(([from, bring]) => WAYS.map(([name, go, part]) => [from, name, bring, go, part] as const)),
  )('while the run is %s gives way to %s within a second', async (from, _name, bring, go, part) => {
    const page = await openBusyPage();
    await bring(page);
    await pass(0);
    expect(page.store.getState().life.name).toBe(from);
    page.state.busy = true;
    const before = page.state.started;
    const gone = go(page.commands);
    await pass(900);
    expect(page.state.started).toBe(before);
    await pass(200);
    await gone;
    expect(page.state.started).toBe(before + 1);
    expect(page.store.getState()).toMatchObject({
      life: { name: 'paused' },
      head: 0,
      run: { setup: part },
    });
    const told = page.store.getState().notices.map(({ text }) => text);
    expect(told).toContainEqual(expect.stringContaining('did not answer'));
  });

  it.each(WAYS)('while the first run is made gives way to %s', async (_name, go) => {
    const { commands, store, state } = busyPage();
    state.opensSlowly = true;
    void commands.start({ ...DEFAULT_SETUP, seed: 7 }, 0);
    await pass(0);
    expect(store.getState().life.name).toBe('opening');
    const gone = go(commands);
    await pass(1100);
    await gone;
    expect(state.started).toBe(2);
    expect(store.getState()).toMatchObject({ life: { name: 'paused' }, head: 0 });
    expect(store.getState().run).not.toBeNull();
  });

  it('is not ended while its script is still being loaded', async () => {
    const { commands, state } = busyPage(true);
    void commands.start({ ...DEFAULT_SETUP, seed: 7 }, 0);
    void commands.reset();
    await pass(5000);
    expect(state.started).toBe(1);
  });

  it('is not ended while a model’s answers would be lost: the user is asked', async () => {
    const page = await openBusyPage();
    await page.commands.toggle();
    page.store.setState({ head: 3, heldBefore: true });
    page.state.busy = true;
    const asked = page.commands.reset();
    await pass(1100);
    await asked;
    expect(page.state.started).toBe(1);
    expect(page.store.getState()).toMatchObject({ life: { name: 'asking' }, leaving: {} });
    const sure = page.commands.reset({}, true);
    await pass(1100);
    await sure;
    expect(page.state.started).toBe(2);
    expect(page.store.getState().life.name).toBe('paused');
  });

  it('leaves the run on the screen when the next one is refused, and says that it was ended', async () => {
    const page = await openBusyPage();
    page.state.busy = true;
    page.fake.refuse = 'too many agents';
    const gone = page.commands.reset({ seed: 8 });
    await pass(1100);
    await gone;
    expect(page.store.getState()).toMatchObject({ life: { name: 'dead' }, run: { setup: { seed: 7 } } });
    expect(page.store.getState().notices.map(({ text }) => text)).toEqual([
      expect.stringContaining('did not answer'),
      'too many agents',
    ]);
    await page.commands.reset();
    expect(page.store.getState()).toMatchObject({ life: { name: 'paused' }, run: { setup: { seed: 7 } } });
  });

  const told = ({ store }: BusyPage) => store.getState().notices.map(({ text }) => text);

  it('reports for a refused file that the run is made again, not that it stays', async () => {
    const page = await openBusyPage();
    page.state.busy = true;
    page.fake.refuse = 'bad edge list';
    const dropped = page.commands.openFiles([new File(['a,b\n'], 'x.csv')]);
    await pass(1100);
    await dropped;
    expect(page.store.getState().life.name).toBe('dead');
    expect(told(page)).toEqual([
      expect.stringContaining('did not answer'),
      'bad edge list. Play or Reset makes the run on the screen again.',
    ]);
  });

  it('is reported once the run is there, also where Reset was pressed twice', async () => {
    const page = await openBusyPage();
    page.state.busy = true;
    const both = [page.commands.reset(), page.commands.reset()];
    await pass(1200);
    await Promise.all(both);
    expect(page.store.getState().life.name).toBe('paused');
    expect(told(page)).toEqual([expect.stringContaining('did not answer')]);
  });
});
