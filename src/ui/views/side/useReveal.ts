import { usePageStore } from '../../hooks/hooks.ts';
import { foldSidePanel } from '../../hooks/useSide.ts';
import type { SideText } from './sideText.ts';

/** Jumps to a place in the editor; a folded one opens. */
export function useReveal(text: SideText): (line: number, column: number) => void {
  const store = usePageStore();
  return (line, column) => {
    const serial = (text.part(store.getState()).reveal?.serial ?? 0) + 1;
    if (store.getState().folded !== false) foldSidePanel(store, false);
    text.setReveal(store.getState(), { line, column, serial });
  };
}
