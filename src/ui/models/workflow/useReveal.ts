import { usePageStore } from '../../hooks.ts';
import { fold } from '../../side.ts';
import { sliced } from '../slices.ts';

/** Jumps to a place in the editor; a folded one opens. */
export function useReveal(): (line: number, column: number) => void {
  const store = usePageStore();
  return (line, column) => {
    const serial = (store.getState().workflow.reveal?.serial ?? 0) + 1;
    if (store.getState().folded !== false) fold(store, false);
    store.setState(sliced('workflow', { reveal: { line, column, serial } }));
  };
}
