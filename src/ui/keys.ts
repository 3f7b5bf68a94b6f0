import { useEffect } from 'react';
import { useLink, usePageStore } from './hooks.ts';

/** Pixels that a pan key moves, and the factor of a zoom key. */
const PAN = 100;
const ZOOM = 1.25;

interface Commands {
  readonly onHelp: () => void;
  readonly onSearch: () => void;
}

/** The page's keys. Nothing happens while something is typed or a dialog is open. */
export function useKeys({ onHelp, onSearch }: Commands): void {
  const store = usePageStore();
  const link = useLink();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
      const state = store.getState();
      const act = command(event.key, state.letterKeys);
      if (!act) return;
      event.preventDefault();
      act();
    };
    const command = (key: string, letters: boolean): (() => void) | null => {
      const state = store.getState();
      const forward = () => {
        if (state.selection.cursor === null) void link.step();
        else state.moveCursor(1);
      };
      const always: Readonly<Record<string, () => void>> = {
        ' ': () => void link.toggle(),
        ArrowRight: forward,
        ArrowLeft: () => state.moveCursor(-1),
        Escape: () => state.stepBack(),
      };
      const single: Readonly<Record<string, () => void>> = {
        w: () => state.zoom(ZOOM),
        s: () => state.zoom(1 / ZOOM),
        a: () => state.pan(-PAN),
        d: () => state.pan(PAN),
        f: () => state.fit(),
        '/': onSearch,
        '?': onHelp,
      };
      return always[key] ?? (letters ? single[key.toLowerCase()] : undefined) ?? null;
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [store, link, onHelp, onSearch]);
}

/** True where the key belongs to a field, an editor, a dialog, or (Space) to the button that has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest('dialog[open], [contenteditable="true"]')) return true;
  if (target.closest('input, select, textarea'))
    return event.key !== 'Escape' || target.closest('select') !== null;
  return event.key === ' ' && target.closest('button, a, summary, [role="button"], [role="option"]') !== null;
}
