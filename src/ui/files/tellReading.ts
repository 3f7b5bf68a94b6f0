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
  const kind = reading.by === 'usual' ? 'question' : 'note';
  notify(kind, readingLines(name, reading).join('\n'), { label: SWAP, act });
}
