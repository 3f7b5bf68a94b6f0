import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createReloading } from '../../src/ui/commands/createLateCommands.ts';
import type { RemoteEngine } from '../../src/ui/contract/remoteEngine.ts';
import { takeReloadIntent } from '../../src/ui/savedRuns/afterReload.ts';
import { readSavedRow, readSavedRows } from '../../src/ui/savedRuns/savedRunIndex.ts';
import { waitForRound } from '../../src/ui/store/waitForRound.ts';
import { linkedPage, SMALL } from './linkedPage.ts';

const draftOf = (url: string) => ({ ...createRemoteDefaults('openai'), urls: [url], model: 'm' });
const REMOTE: Setup = { ...SMALL, oracle: draftOf('http://a:1') };
const FULL = 'the disk is full';

/** A page whose reload is noted instead of done. */
async function leaving(setup = SMALL) {
  const page = linkedPage();
  const { store, commands, client } = page;
  await commands.start(setup, 0);
  const reload = vi.fn();
  const reaching = createReloading({
    store,
    engine: () => client.api!,
    keyUrls: () => ['http://a:1'],
    pause: async () => undefined,
    fail: error => store.getState().notify('error', (error as Error).message),
    reload,
  });
  return { ...page, reload, reach: () => reaching.reach(['http://b:2'], 'test') };
}

/** An engine whose disk is full. */
const keepNothing = (client: { api?: RemoteEngine }) => {
  client.api = new Proxy(client.api!, {
    get: (all, name) =>
      name === 'keptNow' ? async () => ({ tick: 0, bytes: 0, problem: FULL }) : Reflect.get(all, name),
  });
};
const refusePut = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException(FULL, 'QuotaExceededError');
  });

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe('before the page reloads itself', () => {
  it('the run is kept up to its round, with the state of the page', async () => {
    const { store, commands, reach, reload } = await leaving();
    await commands.step();
    await waitForRound(store, 1);
    store.setState({ panel: 'oracle', draft: draftOf('http://b:2') });
    store.getState().select({ agents: [2], hover: { kind: 'agent', agent: 2 } });
    await reach();
    const { run, hash, keptAs } = store.getState();
    const row = (await readSavedRow(keptAs!))!;
    expect(row).toMatchObject({ setup: run!.setup, tick: 1, hash });
    expect(row.view).toMatchObject({ panel: 'oracle', draft: draftOf('http://b:2') });
    expect(row.view.selection).toMatchObject({ agents: [2], hover: null });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('the remaining steps are noted once, without any key', async () => {
    const { store, commands, reach } = await leaving(REMOTE);
    commands.setKey('secret-key', ['http://a:1']);
    await reach();
    const id = store.getState().keptAs!;
    const all = JSON.stringify([await readSavedRows(), { ...sessionStorage }, { ...localStorage }]);
    expect(all).toContain('http://a:1');
    expect(all).not.toContain('secret-key');
    expect(takeReloadIntent(id)).toEqual({ id, intent: 'test', keyUrls: ['http://a:1'] });
    expect(takeReloadIntent(id)).toBeNull();
    await reach();
    expect(takeReloadIntent('another run')).toBeNull();
  });

  it.each([
    ['the engine cannot keep it', keepNothing],
    ['its row cannot be written', refusePut],
  ])('a run that cannot be saved is reported in one line, without a reload: %s', async (_, refuse) => {
    const { client, store, commands, reach, reload, errors } = await leaving();
    await commands.step();
    await waitForRound(store, 1);
    refuse(client);
    await reach();
    expect(errors()).toEqual([
      'The run could not be saved (the disk is full), so the page was not reloaded: nothing is lost, and what it may reach stays as it was.',
    ]);
    expect(reload).not.toHaveBeenCalled();
    expect(store.getState().phase).toBe('paused');
    expect(sessionStorage.getItem('statescope-after-reload')).toBeNull();
    expect(localStorage.getItem('statescope-hosts')).toBeNull();
  });

  it('a run is required', async () => {
    const { store, reach, reload, errors } = await leaving();
    store.setState({ run: null });
    await reach();
    expect(errors()[0]).toContain('no run is open yet');
    expect(reload).not.toHaveBeenCalled();
  });
});
