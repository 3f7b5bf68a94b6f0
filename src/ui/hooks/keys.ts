import { useEffect } from 'react';
import type { PageState } from '../state/pageState.ts';
import { isSelectionEmpty, isSomebodySelected } from '../state/selection.ts';
import { isOneColumn, useCommands, usePageStore } from './hooks.ts';

/** Pixels that a pan key moves, and the factor of a zoom key. */
const PAN = 100;
const ZOOM = 1.25;

interface Commands {
  readonly onHelp: () => void;
  readonly onSearch: () => void;
  readonly onInspector: () => void;
}

/** The page's keys. Nothing happens while something is typed or a dialog is open. */
export function useKeys({ onHelp, onSearch, onInspector }: Commands): void {
  const store = usePageStore();
  const commands = useCommands();
  useReached();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isKeyTaken(event)) return;
      if (isUndoKey(event)) {
        event.preventDefault();
        void (event.shiftKey ? commands.redo() : commands.undo());
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const state = store.getState();
      const act = command(getKeyName(event), state.letterKeys);
      if (!act) return;
      event.preventDefault();
      const active = document.activeElement;
      // A button with the focus would be pressed as the key goes up.
      if (event.key === ' ' && active instanceof HTMLElement && active.matches(PRESSED)) active.blur();
      act();
    };
    const leave = ({ panel, isLogged, counted, pair, selection, arrange, count, stepBack }: PageState) => {
      if (panel !== null) return arrange({ panel: null });
      const isSelected = isSomebodySelected(selection);
      // In one column the inspector lies over the log.
      if (isLogged && !(isSelected && isOneColumn())) return arrange({ isLogged: false });
      if (counted !== null && !isSelected) return count();
      stepBack();
      const { own } = store.getState().selection;
      if (pair !== null && own === selection.own && isSelectionEmpty(selection)) void commands.leavePair();
    };
    const command = (key: string, letters: boolean): (() => void) | null => {
      const state = store.getState();
      const forward = () => {
        if (state.selection.cursor === null) void commands.step();
        else state.moveCursor(1);
      };
      const always: Readonly<Record<string, () => void>> = {
        ' ': () => void commands.toggle(),
        ArrowRight: forward,
        ArrowLeft: () => state.moveCursor(-1),
        'Shift ArrowLeft': () => state.moveRange(-1),
        'Shift ArrowRight': () => state.moveRange(1),
        Home: () => state.moveCursor(Number.NEGATIVE_INFINITY),
        End: () => state.goForward(),
        Escape: () => leave(state),
      };
      const single: Readonly<Record<string, () => void>> = {
        w: () => state.zoom(ZOOM),
        s: () => state.zoom(1 / ZOOM),
        a: () => state.pan(-PAN),
        d: () => state.pan(PAN),
        c: () => state.arrange({ isComparing: true }),
        f: () => state.fit(),
        t: () => state.count(),
        l: () => state.arrange({ isLogged: !state.isLogged }),
        '/': onSearch,
        i: onInspector,
        '?': onHelp,
      };
      return always[key] ?? (letters ? single[key.toLowerCase()] : undefined) ?? null;
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [store, commands, onHelp, onSearch, onInspector]);
}

const isUndoKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && ctrlKey !== metaKey && !altKey;

/** An arrow with Shift is another key; every other key is what it types. */
const getKeyName = ({ key, shiftKey }: KeyboardEvent): string =>
  shiftKey && key.startsWith('Arrow') ? `Shift ${key}` : key;

/**
 * The control that the user reached with Tab; null while the pointer chooses. The browser's own `:focus-visible` does
 * not work here: it includes clicked elements as soon as a key goes down.
 */
let reached: EventTarget | null = null;

/** True if a space presses a control, because Tab led there, instead of playing. */
export const isReachedByKeyboard = (control: EventTarget): boolean => control === reached;

function useReached(): void {
  useEffect(() => {
    let isTabbing = false;
    const down = (event: Event) => {
      if (!(event instanceof KeyboardEvent)) isTabbing = false;
      else if (event.key === 'Tab') isTabbing = true;
    };
    const focused = ({ target }: FocusEvent) => {
      reached = isTabbing ? target : null;
    };
    document.addEventListener('keydown', down, true);
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('focusin', focused);
    return () => {
      document.removeEventListener('keydown', down, true);
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('focusin', focused);
    };
  }, []);
}

/** Fields in which a space is a letter. */
const TEXT_FIELDS =
  'textarea, [contenteditable="true"], input:not([type]), input:is([type="text"], [type="number"], [type="search"], [type="url"], [type="password"])';

/** Elements that a space presses. */
const PRESSED = 'button, a, summary, select, input, [role="button"], [role="option"]';

/**
 * True if the key belongs to a field, an editor or a dialog, or (Space) to a control that was reached by the keyboard.
 */
export function isKeyTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest('dialog[open], [contenteditable="true"]')) return true;
  // A control that was clicked has the focus still, but nobody sees it there: Space plays, as is said.
  if (event.key === ' ')
    return target.matches(TEXT_FIELDS) || (target.closest(PRESSED) !== null && isReachedByKeyboard(target));
  if (target.closest('input, select, textarea'))
    return event.key !== 'Escape' || target.closest('select') !== null;
  return false;
}
