import type { PageStore } from '../../../state/pageState.ts';
import { type CasesQuestion, getRecordedPart, getTracesKey, RECORDED } from '../recordedPart.ts';

/** The last choice of a user, and the traces that it was about. */
interface Choice {
  readonly question: CasesQuestion;
  readonly traces: string;
}

const choices = new WeakMap<PageStore, Choice>();

/** Shows the answer to a question. It stays when the run of the same traces is built again: played once more, or as more has come. */
export function chooseQuestion(store: PageStore, question: CasesQuestion): void {
  if (!choices.has(store))
    store.subscribe((now, then) => {
      const choice = choices.get(store);
      if (now.run === then.run || choice?.traces !== getTracesKey(now)) return;
      if (getRecordedPart(now).question === null) now.know(RECORDED, { question: choice.question });
    });
  choices.set(store, { question, traces: getTracesKey(store.getState()) });
  store.getState().know(RECORDED, { question });
}
