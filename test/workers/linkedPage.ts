import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createPageCommands } from '../../src/ui/commands/createPageCommands.ts';
import type { RemoteEngine } from '../../src/ui/contract/remoteEngine.ts';
import { registerModels } from '../../src/ui/models/index.ts';
import { createPageStore } from '../../src/ui/store/createPageStore.ts';
import { connectEngineWorker } from '../../src/workers/connectEngineWorker.ts';
import { ROOT, running } from './page.ts';

registerModels();

/** A small run of the usual model. */
export const SMALL: Setup = { ...DEFAULT_SETUP, network: 'small-world', agents: 30, seed: 7 };

/** A page without views: its commands and its state, with a real engine. @param isOfTest whether it ends with the test */
export function linkedPage(isOfTest = true) {
  const store = createPageStore();
  const client: { api?: RemoteEngine } = {};
  const commands = createPageCommands(store, (onFrame, onFailure) => {
    const connection = connectEngineWorker(onFrame, onFailure, ROOT);
    if (isOfTest) running.push(connection);
    client.api = connection.api;
    return connection;
  });
  if (isOfTest) running.push(commands);
  const errors = () =>
    store
      .getState()
      .notices.filter(({ kind }) => kind === 'error')
      .map(({ text }) => text);
  return { store, commands, client, errors, dispose: () => commands.dispose() };
}
