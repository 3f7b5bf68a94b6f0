import { useCallback } from 'react';
import { getKeyTargetIndex } from './chart/getKeyTargetIndex.ts';

/** Controls of a list that keys go through. */
const CONTROLS = ':is(button, input):not(:disabled)';
/** Controls that Page keys pass over. */
const PAGE = 10;
/** Keys of a row, as those of a column. */
const ALONG_ROW: Readonly<Record<string, string>> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' };

/**
 * Makes a list of like controls one stop of Tab: ↑ and ↓ (in a row ← and →, too) go through them, Home and End to its ends.
 * Tab returns to the control that had the focus last, and first to the pressed one.
 * @returns the ref of the list, whose controls may come and go
 */
export const useOneTabStop = (isRow = false) =>
  useCallback(
    (list: HTMLElement | null) => (list === null ? undefined : holdOneTabStop(list, isRow)),
    [isRow],
  );

function holdOneTabStop(list: HTMLElement, isRow: boolean): () => void {
  let current: HTMLElement | null = null;
  const listControls = () => [...list.querySelectorAll<HTMLElement>(CONTROLS)];
  const arrange = () => {
    const controls = listControls();
    const pressed = controls.find(control => control.getAttribute('aria-pressed') === 'true');
    const isHere = current !== null && controls.includes(current);
    // A choice that was made elsewhere moves the stop, unless somebody is in the list.
    if (!isHere || (pressed !== undefined && !list.contains(document.activeElement)))
      current = pressed ?? controls[0] ?? null;
    for (const control of controls) control.tabIndex = control === current ? 0 : -1;
  };
  const focused = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return;
    current = target;
    arrange();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const controls = listControls();
    const at = event.target instanceof HTMLElement ? controls.indexOf(event.target) : -1;
    const key = (isRow ? ALONG_ROW[event.key] : undefined) ?? event.key;
    const to = at < 0 ? null : getKeyTargetIndex(key, at, controls.length, PAGE);
    if (to === null) return;
    event.preventDefault();
    controls[to]?.focus();
  };
  arrange();
  const changes = new MutationObserver(arrange);
  changes.observe(list, { childList: true, subtree: true, attributeFilter: ['aria-pressed', 'disabled'] });
  list.addEventListener('focusin', focused);
  list.addEventListener('keydown', pressed);
  return () => {
    changes.disconnect();
    list.removeEventListener('focusin', focused);
    list.removeEventListener('keydown', pressed);
  };
}
