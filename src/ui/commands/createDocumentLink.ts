import * as Comlink from 'comlink';
import type { Link } from '../contract/link.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import type { PageStore } from '../state/pageState.ts';

interface DocumentLinkParts {
  readonly store: PageStore;
  /** The engine that holds the run on the screen. */
  holder(): RemoteEngine;
  /** The engine that there is, without one being started. */
  current(): RemoteEngine | null;
}

/** Commands that write the run's document. */
export const createDocumentLink = ({
  store,
  holder,
  current,
}: DocumentLinkParts): Pick<Link, 'exportRun' | 'exportSizes' | 'cancelExport'> => ({
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
