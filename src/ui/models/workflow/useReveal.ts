import { usePageStore } from '../../hooks.ts';
import { fold } from '../../side.ts';
import { WORKFLOW, workflowOf } from './workflowPart.ts';

/** Jumps to a place in the editor; a folded one opens. */
export function useReveal(): (line: number, column: number) => void {
  const store = usePageStore();
  return (line, column) => {
    const serial = (workflowOf(store.getState()).reveal?.serial ?? 0) + 1;
    if (store.getState().folded !== false) fold(store, false);
    store.getState().know(WORKFLOW, { reveal: { line, column, serial } });
  };
}
