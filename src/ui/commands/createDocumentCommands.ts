import * as Comlink from 'comlink';
import type { PageCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import type { PageStore } from '../state/pageState.ts';

interface DocumentCommandsParts {
  readonly store: PageStore;
  /** The engine that holds the run on the screen. */
  holder(): RemoteEngine;
  /** The engine that there is, without one being started. */
  current(): RemoteEngine | null;
}

/** Commands that write the run's document. */
export const createDocumentCommands = ({
  store,
  holder,
  current,
}: DocumentCommandsParts): Pick<PageCommands, 'exportRun' | 'exportSizes' | 'cancelExport'> => ({
  async exportRun(form, write, progress) {
    const round = await holder().exportTo(form, Comlink.proxy(write), Comlink.proxy(progress));
    store.getState().setExported(round);
    return round;
  },
  exportSizes: async () => holder().exportSizes(),
  async cancelExport() {
    await current()?.cancelExport();
  },
});
