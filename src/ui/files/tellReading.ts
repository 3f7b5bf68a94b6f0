import { readingLines } from '../../engine/network/direction.ts';
import type { FileLink } from '../link/link.ts';
import type { PageStore } from '../store/pageState.ts';
import { SWAP } from '../words/messages.ts';

/** Tells which way the run's edge list was read; where that was only taken so, the question stays. */
export function tellReading(store: PageStore, link: () => Pick<FileLink, 'swapDirection'>): void {
  const { run, notify } = store.getState();
  const { name, reading } = run?.info.config.networkInfo ?? {};
  if (!name || !reading) return;
  const act = () => void link().swapDirection();
  const isAsked = reading.by === 'usual';
  const told = readingLines(name, reading).join('\n');
  // The question goes with Play.
  const later = isAsked ? ' The Set-up can swap it later as well.' : '';
  notify(isAsked ? 'question' : 'note', told + later, { label: SWAP, act });
}
