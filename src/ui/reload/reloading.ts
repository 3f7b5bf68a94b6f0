import type { ReloadLink } from '../link/link.ts';
import { allow, forget } from '../policy/allowed.ts';
import { isHost } from '../policy/hosts.ts';
import type { Intent } from '../store/pageState.ts';
import { messageOf } from '../words/messages.ts';
import type { Keeping } from './keepPage.ts';
import { clearPendingRun, setPendingRun } from './pending.ts';
import type { Restoring } from './restorePage.ts';

interface Parts extends Keeping, Restoring {
  pause(): Promise<void>;
  fail(error: unknown): void;
  /** Reloads the page without asking the user whether to leave. */
  reload(): void;
}

/**
 * Commands that change the reachable hosts. A policy cannot grow while the page lives: the run is saved, the
 * page reloaded, and the run played again.
 */
export function reloading(parts: Parts): ReloadLink {
  const { store, fail } = parts;
  const leave = async (intent: Intent, change: () => void) => {
    let id: string | null = null;
    try {
      if (store.getState().phase === 'playing') await parts.pause();
      store.getState().send('leave');
      const { keepPage } = await import('./keepPage.ts');
      id = await keepPage(parts, intent);
      setPendingRun(id);
      change();
    } catch (error) {
      store.getState().send('stay');
      clearPendingRun();
      fail(notKept(error));
      if (id !== null) await remove(id);
      return;
    }
    parts.reload();
  };
  const remove = async (id: string) => (await import('./savedPages.ts')).removePage(id).catch(fail);
  return {
    async reach(hosts, intent) {
      const unnamed = hosts.find(host => !isHost(host));
      if (unnamed === undefined) return leave(intent, () => allow(hosts));
      fail(
        new Error(
          `${unnamed} cannot be named in a browser’s security policy: give the server a name, such as localhost.`,
        ),
      );
    },
    release: host => leave('look', () => forget(host)),
    async restore(id, otherwise) {
      const restored = await import('./restorePage.ts')
        .then(({ restorePage }) => restorePage(parts, id))
        .catch(error => {
          fail(new Error(`The run that was saved before the reload cannot be read: ${messageOf(error)}`));
          return false;
        });
      if (restored || store.getState().unrestored === null) clearPendingRun();
      if (!restored) await otherwise();
    },
    async giveUp() {
      const { unrestored } = store.getState();
      store.getState().learn({ unrestored: null });
      clearPendingRun();
      if (unrestored) await remove(unrestored.id);
    },
  };
}

const notKept = (error: unknown): Error =>
  new Error(
    `The run could not be saved (${messageOf(error)}), so the page was not reloaded: nothing is lost, and what it may reach stays as it was.`,
  );
