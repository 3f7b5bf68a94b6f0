import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { X } from '../../lib/icons.ts';
import { releaseModelSelection } from '../../model/releaseModelSelection.ts';
import { getInspectedAgent, isSomebodySelected } from '../../state/selection.ts';
import { EnlargeButton } from './EnlargeButton.tsx';
import inspector from './Inspector.module.css';
import { INSPECTOR, INSPECTOR_ID, Selected } from './Inspector.tsx';
import styles from './InspectorSheet.module.css';

/** The selection in a window of one column: over the page, which does not move. */
export function InspectorSheet() {
  const tapped = useTapped();
  const isOpen = usePage(state => isSomebodySelected(state.selection));
  return isOpen && <Sheet tapped={tapped.current} />;
}

function Sheet({ tapped }: { tapped: number | null }) {
  const store = usePageStore();
  const sheet = useRef<HTMLElement>(null);
  // As it was opened: it does not jump while one looks from dot to dot.
  const [place] = useState(() => chooseSheetPlace(tapped, innerHeight));
  const isTall = usePage(state => state.isTall && getInspectedAgent(state.selection) !== null);
  const agent = usePage(state => getInspectedAgent(state.selection));
  useEffect(() => {
    // Another agent is read from the beginning.
    if (agent !== null) sheet.current?.scrollTo?.(0, 0);
  }, [agent]);
  useSpace(place.edge, place.height);
  const close = () =>
    store.getState().select({ agents: [], state: null, own: releaseModelSelection(store.getState()) });
  return (
    <section
      id={INSPECTOR_ID}
      ref={sheet}
      tabIndex={-1}
      className={`${inspector.view} ${styles.sheet}`}
      style={isTall ? undefined : { height: place.height }}
      data-edge={place.edge}
      data-tall={isTall || undefined}
      aria-label={INSPECTOR}
    >
      <div className={styles.buttons}>
        {agent !== null && <EnlargeButton what="the inspector" />}
        <button type="button" aria-label="Close the inspector" title="Esc" onClick={close}>
          <Icon outline={X} size={16} />
        </button>
      </div>
      <Selected />
    </section>
  );
}

/** Place of the last tap in CSS pixels from the window's top; null after a key press. */
function useTapped() {
  const tapped = useRef<number | null>(null);
  useEffect(() => {
    const pointed = ({ clientY }: PointerEvent) => {
      tapped.current = clientY;
    };
    const pressed = () => {
      tapped.current = null;
    };
    document.addEventListener('pointerdown', pointed, true);
    document.addEventListener('keydown', pressed, true);
    return () => {
      document.removeEventListener('pointerdown', pointed, true);
      document.removeEventListener('keydown', pressed, true);
    };
  }, []);
  return tapped;
}

/** The page can be scrolled out from under the sheet. */
function useSpace(edge: 'top' | 'bottom', height: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const name = `--sheet-${edge}`;
    style.setProperty(name, `${height}px`);
    return () => void style.removeProperty(name);
  }, [edge, height]);
}

/** Place of a sheet over the page. */
interface SheetPlace {
  readonly edge: 'top' | 'bottom';
  /** CSS pixels. */
  readonly height: number;
}

/** Part of the window that a sheet takes at most. */
const MAX_SHEET_SHARE = 0.46;
/** Least height in which a decision and its reasons can be read, CSS pixels. */
const MIN_SHEET_HEIGHT = 220;
/** Distance from what was tapped, CSS pixels. */
const TAP_DISTANCE = 16;

/**
 * The place that leaves uncovered what was tapped: at the bottom, or at the top for what is far down.
 * @param tapped height at which it was tapped, CSS pixels; null for the keyboard
 */
export function chooseSheetPlace(tapped: number | null, windowHeight: number): SheetPlace {
  const most = Math.round(windowHeight * MAX_SHEET_SHARE);
  if (tapped === null) return { edge: 'bottom', height: most };
  const below = windowHeight - tapped - TAP_DISTANCE;
  if (below >= Math.min(MIN_SHEET_HEIGHT, most)) return { edge: 'bottom', height: Math.min(most, below) };
  return { edge: 'top', height: Math.min(most, tapped - TAP_DISTANCE) };
}
