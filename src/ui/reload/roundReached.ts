import { FILE_NETWORK } from '../choices.ts';
import type { PageStore } from '../store/pageState.ts';

/** The address that was left, and the round that its run had reached. */
const KEY = 'statescope-reached';

/** Notes the round that was reached when the page is left, where the address repeats the run. */
export function noteRound(store: PageStore): void {
  addEventListener('pagehide', () => {
    const { run, head, mixed } = store.getState();
    const { oracle, network, own = [] } = run?.setup ?? {};
    // The user's own files are not in the address.
    const isWhole = network !== FILE_NETWORK && own.length === 0;
    const isRepeated = oracle?.kind === 'policy' && isWhole && !mixed && head > 0;
    try {
      if (isRepeated) sessionStorage.setItem(KEY, JSON.stringify([location.search, head]));
      else sessionStorage.removeItem(KEY);
    } catch {
      // Where storage is forbidden, a reload begins at the address's round.
    }
  });
}

/** The round up to which a reload plays; 0 where the page was not reloaded, or at another address. */
export function roundBefore(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload') return 0;
  try {
    const [address, round]: readonly unknown[] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return address === location.search && typeof round === 'number' ? round : 0;
  } catch {
    return 0;
  }
}
