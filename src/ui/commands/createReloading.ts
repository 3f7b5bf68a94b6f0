import type { ReloadCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { getErrorMessage } from '../lib/messages.ts';
import { allowHosts, revokeHost } from '../policy/allowedOrigins.ts';
import { isHostOrPattern } from '../policy/hosts.ts';
import { removeReloadIntent, saveReloadIntent } from '../savedRuns/afterReload.ts';
import { saveWholeRun } from '../savedRuns/savedRunKeeper.ts';
import type { Intent, PageStore } from '../state/pageState.ts';

interface ReloadingParts {
  readonly store: PageStore;
  engine(): RemoteEngine;
  /** Base URLs for which there is a key. */
  keyUrls(): readonly string[];
  pause(): Promise<void>;
  fail(error: unknown): void;
  /** Reloads the page without asking the user whether to leave. */
  reload(): void;
}

/**
 * Commands that change the reachable hosts. A policy cannot grow while the page lives: the run is kept up to its round, the
 * page reloaded, and the run comes back as after any reload.
 */
export function createReloading({
  store,
  engine,
  keyUrls,
  pause,
  fail,
  reload,
}: ReloadingParts): ReloadCommands {
  const leave = async (intent: Intent, change: () => void) => {
    const state = store.getState;
    try {
      if (state().phase === 'playing') await pause();
      state().send('leave');
      await saveWholeRun(store, engine);
      saveReloadIntent({ id: state().keptAs ?? '', intent, keyUrls: keyUrls() });
      change();
    } catch (error) {
      state().send('stay');
      removeReloadIntent();
      return fail(createNotSavedError(error));
    }
    reload();
  };
  return {
    async reach(hosts, intent) {
      const unnamed = hosts.find(host => !isHostOrPattern(host));
      if (unnamed === undefined) return leave(intent, () => allowHosts(hosts));
      fail(
        new Error(
          `${unnamed} cannot be named in a browser’s security policy: give the server a name, such as localhost.`,
        ),
      );
    },
    release: host => leave('look', () => revokeHost(host)),
  };
}

const createNotSavedError = (error: unknown): Error =>
  new Error(
    `The run could not be saved (${getErrorMessage(error)}), so the page was not reloaded: nothing is lost, and what it may reach stays as it was.`,
  );
