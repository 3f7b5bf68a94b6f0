import { describe, expect, it, vi } from 'vitest';
import { EngineStopped, NotLoaded } from '../../../src/engine/core/errors.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { getSocialPart } from '../../../src/ui/models/social/socialPart.ts';
import { UNBORN } from '../../../src/ui/state/life.ts';
import { FILE_NETWORK } from '../../../src/ui/state/oracleChoices.ts';
import { openPage } from '../page.tsx';
import { settlePage } from '../settlePage.ts';

describe('engine link', () => {
  it('opens a run with its warm-up and writes the set-up into the address', async () => {
    const { store } = await openPage();
    expect(store.getState()).toMatchObject({ phase: 'paused', head: 0 });
    expect(location.search).toBe('?model=social&network=congress&seed=7&oracle=policy');
  });

  it('hands over copies of files, so that the page still has them when it opens the run once more', async () => {
    const { engine, store, commands } = await openPage();
    const bytes = new TextEncoder().encode('..a,b..').subarray(2, 5);
    const network = { name: 'edges.csv', bytes };
    await commands.open({ ...store.getState().run!.setup, network: FILE_NETWORK }, { network: [network] });
    const [sent] = engine.opened!.files.network!;
    expect(sent).toEqual(network);
    // What is transferred takes its whole buffer along.
    expect(sent.bytes.buffer.byteLength).toBe(3);
    structuredClone(sent.bytes, { transfer: [sent.bytes.buffer as ArrayBuffer] });
    expect(sent.bytes).toHaveLength(0);
    await commands.reset({ seed: 8 });
    expect(engine.opened!.files.network).toEqual([network]);
  });

  it('steps, and fetches the cascade and the inspected agent for the new head', async () => {
    const { store, commands } = await openPage();
    store.getState().select({ agents: [1] });
    await commands.step();
    await settlePage();
    expect(store.getState().head).toBe(1);
    expect(getSocialPart(store.getState()).tree?.topic).toBe('climate');
    expect(store.getState().detail).toMatchObject({ agent: 1, tick: 1 });
  });

  it.each(['leave', 'ask'] as const)('does not play while the page is about to %s', async event => {
    const { engine, store, commands } = await openPage();
    const before = [...engine.calls];
    store.getState().send(event);
    expect(store.getState().phase).toBe('paused');
    await commands.step();
    await commands.toggle();
    expect(engine.calls).toEqual(before);
  });

  it('keeps the run on the screen when another cannot be opened, and reports the reason once', async () => {
    const { engine, store, commands } = await openPage();
    await commands.step();
    engine.refuse = 'edges.csv, line 17: "x" is not a number';
    await commands.reset({ network: 'lastfm' });
    expect(store.getState().head).toBe(1);
    expect(store.getState().run!.setup.network).toBe('congress');
    expect(store.getState().notices.map(notice => notice.text)).toEqual([
      'edges.csv, line 17: "x" is not a number',
    ]);
    expect(store.getState().phase).toBe('paused');
  });

  it('offers to open again a run with a part that failed to load, and no other', async () => {
    const { engine, store, commands } = await openPage();
    await commands.step();
    engine.refuse = new NotLoaded('networks/lastfm.bin could not be loaded (no connection)');
    await commands.reset({ network: 'lastfm' });
    const [{ button }] = store.getState().notices;
    expect(button?.label).toBe('Try again');
    button?.act();
    await settlePage();
    expect(store.getState().run!.setup.network).toBe('lastfm');
    // The run that gave way is offered as it is at the first try.
    expect(store.getState().notices.map(notice => notice.button?.label)).toEqual(['Bring it back']);
    engine.refuse = 'edges.csv, line 17: "x" is not a number';
    await commands.reset({ network: 'congress' });
    expect(store.getState().notices.at(-1)).not.toHaveProperty('button');
  });

  it('starts with the defaults when the address’s set-up is refused, and keeps the address', async () => {
    const { engine, store, commands } = await openPage();
    store.setState({ run: null, life: UNBORN, phase: 'opening' });
    const address = '?parameters=as-they-were';
    history.replaceState(null, '', address);
    engine.refuse = 'no parameter "speed"';
    await commands.start(
      { ...store.getInitialState().run?.setup, ...engineSetup, parameters: { speed: 2 } },
      0,
    );
    expect(engine.calls.slice(-2)).toEqual([
      'open seed 9 congress',
      `open seed ${DEFAULT_SETUP.seed} congress`,
    ]);
    expect(store.getState().run).not.toBeNull();
    expect(location.search).toBe(address);
  });

  it('offers to open either again where neither the address’s run nor the default’s came; the latter keeps the address as well', async () => {
    const { engine, store, commands } = await openPage();
    store.setState({ run: null, life: UNBORN, phase: 'opening' });
    const address = '?network=lastfm';
    history.replaceState(null, '', address);
    vi.spyOn(engine.api, 'open')
      .mockRejectedValueOnce(new NotLoaded('networks/lastfm.bin could not be loaded (no connection)'))
      .mockRejectedValueOnce(new NotLoaded('networks/congress.bin could not be loaded (no connection)'));
    await commands.start({ ...engineSetup, network: 'lastfm', parameters: {} }, 0);
    const { notices, run } = store.getState();
    expect([run, notices.map(({ button }) => button?.label)]).toEqual([null, ['Try again', 'Try again']]);
    notices[1].button?.act();
    await settlePage();
    expect(store.getState().run!.setup).toEqual(DEFAULT_SETUP);
    expect(location.search).toBe(address);
    notices[0].button?.act();
    await settlePage();
    expect(store.getState().run!.setup.network).toBe('lastfm');
    expect(location.search).toContain('network=lastfm&seed=9');
  });

  it('announces the questions beforehand, where the address’s run comes by Try again', async () => {
    const { engine, store, commands } = await openPage();
    store.setState({ run: null, life: UNBORN, phase: 'opening' });
    engine.refuse = new NotLoaded('networks/lastfm.bin could not be loaded (no connection)');
    await commands.start({ ...engineSetup, parameters: {}, oracle: createRemoteDefaults('ollama') }, 5);
    expect(store.getState().run!.setup.oracle.kind).toBe('policy');
    store.getState().notices[0].button!.act();
    await vi.waitFor(() => expect(store.getState().notices.at(-1)).toMatchObject({ kind: 'note' }));
    expect(store.getState().notices.at(-1)!.text).toMatch(/language model|asked/);
    expect(store.getState().run!.setup.oracle.kind).not.toBe('policy');
  });

  it('starts with the defaults of the address’s model, and the error stays', async () => {
    const { engine, store, commands } = await openPage();
    store.setState({ run: null, life: UNBORN, phase: 'opening' });
    engine.refuse = 'hard_limit 8192 is below paging_limit 9000';
    await commands.start({ ...getModelDefaults('librarian'), parameters: { paging_limit: 9000 } }, 0);
    expect(store.getState().run!.setup).toEqual(getModelDefaults('librarian'));
    expect(store.getState().notices.map(({ text }) => text)).toEqual([
      'hard_limit 8192 is below paging_limit 9000',
    ]);
  });

  it('starts with the default model when the defaults of the address’s are refused too', async () => {
    const { engine, store, commands } = await openPage();
    store.setState({ run: null, life: UNBORN, phase: 'opening' });
    engine.refuse = 'no such texts';
    const stop = store.subscribe(({ notices }) => {
      if (notices.length === 0) return;
      stop();
      engine.refuse = 'no texts at all';
    });
    await commands.start({ ...getModelDefaults('librarian'), own: ['source'] }, 0);
    expect(store.getState().run!.setup).toEqual(DEFAULT_SETUP);
    expect(store.getState().notices.length).toBe(2);
  });

  it('resets with the same seed and the changes made in mid-run', async () => {
    const { engine, store, commands } = await openPage();
    await commands.change('activity', 3);
    expect(store.getState().run!.setup.changes).toEqual([{ tick: 1, name: 'activity', value: 3 }]);
    await commands.reset();
    expect(engine.calls.at(-1)).toBe('open seed 7 congress');
    expect(store.getState().run!.setup).toMatchObject({ changes: [], parameters: { activity: 3 } });
  });

  it('draws another seed', async () => {
    const { store, commands } = await openPage();
    await commands.newSeed();
    expect(store.getState().run!.setup.seed).not.toBe(7);
  });

  it('plays and pauses, and passes on a new speed', async () => {
    const { engine, store, commands } = await openPage();
    await commands.toggle();
    expect(store.getState().phase).toBe('playing');
    commands.setSpeed(7);
    await commands.toggle();
    expect(engine.calls.slice(-3)).toEqual(['play 4', 'play 0', 'pause']);
    expect(store.getState().phase).toBe('paused');
  });

  it('carries out what was pressed while a run was being made, once it exists', async () => {
    const { engine, store, commands } = await openPage();
    const opened = commands.open({ ...DEFAULT_SETUP, seed: 1 });
    const pressed = commands.toggle();
    expect(store.getState().phase).toBe('opening');
    await Promise.all([opened, pressed]);
    await settlePage();
    expect(engine.calls.slice(-2)).toEqual(['open seed 1 congress', 'play 4']);
    await commands.toggle();
    await Promise.all([commands.open({ ...DEFAULT_SETUP, seed: 2 }), commands.step()]);
    await settlePage();
    expect(store.getState()).toMatchObject({ head: 1, run: { setup: { seed: 2 } } });
  });

  it('plays no run by what was pressed for another that was refused', async () => {
    const { engine, store, commands } = await openPage();
    engine.refuse = 'too many agents';
    await Promise.all([commands.open({ ...DEFAULT_SETUP, seed: 7, network: 'lastfm' }), commands.toggle()]);
    await settlePage();
    expect([store.getState().phase, engine.calls.at(-1)]).toEqual(['paused', 'open seed 7 lastfm']);
  });

  it('reports that the latest of two openings was refused, and keeps the other run', async () => {
    const { engine, store, commands } = await openPage();
    const first = commands.open({ ...DEFAULT_SETUP, seed: 1 });
    while (engine.calls.at(-1) !== 'open seed 1 congress') await Promise.resolve();
    engine.refuse = 'too many agents';
    const second = commands.open({ ...DEFAULT_SETUP, seed: 2 });
    expect(await Promise.all([first, second])).toEqual([true, false]);
    expect(store.getState().run!.setup.seed).toBe(1);
    expect(store.getState().notices.at(-1)!.text).toBe('too many agents');
    expect(store.getState()).toMatchObject({ phase: 'paused', life: { name: 'paused' } });
  });

  it('shows the latest of two openings, whichever was ready first', async () => {
    const { store, commands } = await openPage();
    const both = [commands.open({ ...DEFAULT_SETUP, seed: 1 }), commands.open({ ...DEFAULT_SETUP, seed: 2 })];
    expect((await Promise.all(both)).at(-1)).toBe(true);
    expect(store.getState()).toMatchObject({ life: { name: 'paused' }, run: { setup: { seed: 2 } } });
    expect(location.search).toContain('seed=2');
    expect(store.getState().notices).toEqual([]);
  });

  it('plays on at another speed, and a speed alone starts nothing', async () => {
    const { engine, store, commands } = await openPage();
    commands.setSpeed(0);
    expect(store.getState()).toMatchObject({ phase: 'paused', speed: 0 });
    expect(engine.calls.filter(call => call.startsWith('play'))).toEqual([]);
    await commands.toggle();
    const { stay } = store.getState().life;
    commands.setSpeed(1);
    await settlePage();
    expect(store.getState().life).toEqual({ name: 'playing', stay });
  });

  it('connects again after the worker died, and keeps what is on the screen until then', async () => {
    const { engine, store, commands } = await openPage();
    const connect = vi.spyOn(engine.calls, 'push');
    engine.fail('out of memory');
    expect(store.getState().notices[0]!.text).toContain('out of memory');
    expect(store.getState().run).not.toBeNull();
    await commands.reset();
    expect(store.getState().run!.info.epoch).toBe(2);
    connect.mockRestore();
  });

  it('starts no engine for a command about the run that the dead one held, and reports once that it has stopped', async () => {
    const { engine, store, commands } = await openPage();
    const change = () => commands.change('activity', 3);
    engine.fail('out of memory');
    const calls = engine.calls.length;
    await expect(commands.exportSizes()).rejects.toThrow(EngineStopped);
    await expect(
      commands.exportRun(
        'json',
        async () => {},
        () => {},
      ),
    ).rejects.toThrow(EngineStopped);
    await change();
    expect(store.getState().notices.map(({ text }) => text)).toEqual([
      expect.stringContaining('out of memory'),
    ]);
    store.getState().dismiss(store.getState().notices[0].id);
    await change();
    expect(store.getState().notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The engine stopped: it holds no run\. .* Reset starts the engine again/),
    ]);
    expect(engine.calls.length).toBe(calls);
  });

  it('plays the same run up to the round that was reached, once the engine is started again', async () => {
    const { engine, store, commands } = await openPage();
    for (let round = 0; round < 3; round++) await commands.step();
    await commands.change('activity', 3);
    engine.fail('out of memory');
    expect(store.getState().notices[0]!.text).toContain(
      'Reset starts the engine again with the same set-up and plays forward to round 3.',
    );
    await commands.reset();
    expect(engine.calls.slice(-2)).toEqual(['open seed 7 congress', 'runTo 3']);
    expect(store.getState()).toMatchObject({ head: 3, phase: 'paused', target: null, notices: [] });
    expect(store.getState().run!.setup.changes).toEqual([{ tick: 4, name: 'activity', value: 3 }]);
    await commands.reset();
    expect(store.getState().head).toBe(0);
  });

  it('reports the progress of an opening, and the round it plays to', async () => {
    const { store, commands } = await openPage();
    const seen: unknown[] = [];
    const stop = store.subscribe(({ phase, progress, target }) => seen.push({ phase, progress, target }));
    await commands.open({ ...DEFAULT_SETUP, seed: 3 }, {}, 4);
    stop();
    expect(seen).toContainEqual({
      phase: 'opening',
      progress: { part: 0.5, label: 'Warming up' },
      target: null,
    });
    expect(seen).toContainEqual({ phase: 'playing', progress: null, target: 4 });
    expect(seen.at(-1)).toEqual({ phase: 'paused', progress: null, target: null });
  });
});

const engineSetup = {
  model: 'social',
  network: 'congress',
  agents: null,
  seed: 9,
  preset: 'showcase',
  oracle: { kind: 'policy' } as const,
  changes: [],
};
