import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a view while a press in it shows something else in its place, and returns it to the pressed
 * control.
 * @param isAway true if something else is shown
 * @returns a function to call at every press in the view
 */
export function useFocusBack(
  view: RefObject<HTMLElement | null>,
  isAway: boolean,
): (event: MouseEvent) => void {
  // The button itself is another one by then.
  const pressed = useRef<{ readonly text: string; readonly at: number } | null>(null);
  const named = (text: string) =>
    [...(view.current?.querySelectorAll('button') ?? [])].filter(({ textContent }) => textContent === text);
  useEffect(() => {
    const { current } = view;
    const { activeElement, body } = document;
    if (isAway) {
      if (pressed.current !== null && activeElement === body) current?.focus({ preventScroll: true });
      return;
    }
    const from = pressed.current;
    pressed.current = null;
    if (from === null || !(activeElement === body || activeElement === current)) return;
    (named(from.text)[from.at] ?? current)?.focus();
  }, [view, isAway]);
  return ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (isAway || button === null) return;
    const text = button.textContent ?? '';
    pressed.current = { text, at: named(text).indexOf(button) };
  };
}
