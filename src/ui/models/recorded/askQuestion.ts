import type { PageStore } from '../../state/pageState.ts';
import { type CasesQuestion, chooseCasesView, formatCasesView, getCasesView } from './casesView.ts';
import { getCasesQuestion } from './recordedPart.ts';

/** Pages that answer to the browser's way back. */
const listening = new WeakSet<PageStore>();

/** Asks another question, with an entry in the browser's history: the way back leads to the earlier one. */
export function askQuestion(store: PageStore, question: CasesQuestion): void {
  const state = store.getState();
  const before = getCasesQuestion(state);
  if (question !== before) {
    // The address may have another one to be written.
    const view = formatCasesView({ ...getCasesView(state), question: before });
    history.replaceState({ view }, '');
    history.pushState(null, '');
    if (!listening.has(store)) {
      listening.add(store);
      window.addEventListener('popstate', event => returnToView(store, event));
    }
  }
  chooseCasesView(store, { question });
}

/** Shows the view of an entry of the history; the run stays. */
function returnToView(store: PageStore, { state: entry }: PopStateEvent): void {
  const { run, arrange, setPauses, pauses } = store.getState();
  const view: unknown = entry?.view ?? new URLSearchParams(location.search).get('view');
  if (run?.setup.model === 'recorded') arrange({ view: typeof view === 'string' ? view : null });
  // The entry may have the address of an earlier run: it is written again.
  setPauses([...pauses]);
}
