import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { usePage, usePageStore, useSize } from '../../hooks/hooks.ts';
import { foldSidePanel, useSide } from '../../hooks/useSide.ts';
import { readStoredItem, removeStoredItem, writeStoredItem } from '../../lib/storedItems.ts';
import { Editing } from './Editing.tsx';
import styles from './Side.module.css';
import { countCheckErrors, type RunText, type SideText, SideTextContext, useSideText } from './sideText.ts';

const PANEL_LEFT_OPEN =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM9 3v18M14 9l3 3-3 3';

/** A model's text, to edit while its run plays. */
export const createSideEditor = (text: SideText) => () => (
  <SideTextContext value={text}>
    <Side />
  </SideTextContext>
);

/** The run's text, to edit while it plays; Apply starts again with what is written here. */
function Side() {
  const store = usePageStore();
  const side = useSide();
  const text = useSideText();
  const inputs = useInputs();
  const hasErrors = usePage(state => countCheckErrors(text.part(state).check) > 0);
  const isEdited = usePage(({ edits }) => edits.draft !== null);
  const strip = useRef<HTMLButtonElement>(null);
  const before = useRef(side);
  useEffect(() => {
    const wasThere = document.activeElement === document.body;
    // The pressed button has disappeared with the panel that it folded.
    if (before.current === 'open' && side === 'folded' && wasThere) strip.current?.focus();
    before.current = side;
  }, [side]);
  if (side === 'folded')
    return (
      <button
        ref={strip}
        type="button"
        className={styles.strip}
        aria-expanded="false"
        title={`edit the ${text.noun} next to the chart`}
        onClick={() => foldSidePanel(store, false)}
      >
        <Icon outline={PANEL_LEFT_OPEN} size={16} stroke={1.5} />
        <span>
          {text.title}
          {isEdited && (hasErrors ? ', edited, with errors' : ', edited')}
        </span>
      </button>
    );
  return (
    <section className={styles.panel} aria-label={text.title}>
      {inputs ? (
        <Editing inputs={inputs} />
      ) : (
        <p className={`label ${styles.waiting}`}>Reading the {text.noun} …</p>
      )}
      <SideSeparator noun={text.noun} />
    </section>
  );
}

/** The text of the run; while another run is being made, that of the one before. */
function useInputs(): RunText | null {
  const text = useSideText();
  const inputs = usePage(state => text.part(state).inputs);
  const before = useRef(inputs);
  if (inputs) before.current = inputs;
  return before.current;
}

/** Widths of the panel in CSS pixels: the least, and one with room for 80 columns of text. */
const MIN_SIDE_WIDTH = 240;
const WIDE = 612;
/** Width that stays for the chart and the views over time: their own least widths in the page's grid. */
const REST = 760;
/** The hairline at the panel's right. */
const HAIR = 1;
/** Pixels that an arrow key moves it by, alone and with Shift. */
const SIDE_WIDTH_STEP = 16;
const LEAP = 64;

const SIDE_WIDTH_KEY = 'statescope-side-width';
const PROPERTY = '--side-width';

/** The panel's right edge, to be dragged or moved by arrow keys; the width is kept in this browser. */
function SideSeparator({ noun }: { readonly noun: string }) {
  const ref = useRef<HTMLHRElement>(null);
  const panel = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    panel.current = ref.current?.parentElement ?? null;
    main.current = ref.current?.closest('main') ?? null;
  }, []);
  const usual = useSize(panel).width;
  const most = Math.max(MIN_SIDE_WIDTH, useSize(main).width - REST - HAIR);
  const [wanted, setWanted] = useState(readSavedSideWidth);
  // Known before it is measured: keys may come faster.
  const width = wanted === null ? usual : Math.min(most, wanted);
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (wanted === null) style.removeProperty(PROPERTY);
    else style.setProperty(PROPERTY, `${wanted + HAIR}px`);
  }, [wanted]);
  useEffect(() => {
    if (wanted === null) removeStoredItem(SIDE_WIDTH_KEY);
    else writeStoredItem(SIDE_WIDTH_KEY, String(wanted));
  }, [wanted]);
  const set = (pixels: number) => setWanted(Math.round(Math.max(MIN_SIDE_WIDTH, Math.min(most, pixels))));
  /** Makes room for 80 columns, or goes back to the usual width. */
  const toggle = () => (wanted === null ? set(WIDE) : setWanted(null));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? LEAP : SIDE_WIDTH_STEP;
    if (event.key === 'ArrowLeft') set(width - by);
    else if (event.key === 'ArrowRight') set(width + by);
    else if (event.key === 'Home') set(MIN_SIDE_WIDTH);
    else if (event.key === 'End') set(most);
    else if (event.key === 'Enter') toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    // Otherwise the browser may drag what is selected.
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  return (
    <hr
      ref={ref}
      className={styles.separator}
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of the ${noun}`}
      aria-valuemin={MIN_SIDE_WIDTH}
      aria-valuemax={most}
      aria-valuenow={width}
      aria-valuetext={`${width} pixels`}
      title="drag to widen; a double click makes room for 80 columns"
      onKeyDown={onKeyDown}
      onDoubleClick={toggle}
      onPointerDown={onPointerDown}
      onPointerMove={event => {
        if (drag.current) set(drag.current.width + event.clientX - drag.current.x);
      }}
      onLostPointerCapture={() => {
        drag.current = null;
      }}
    />
  );
}

/** The width that the user has chosen; null for the usual one. */
function readSavedSideWidth(): number | null {
  const kept = Number(readStoredItem(SIDE_WIDTH_KEY));
  return kept >= MIN_SIDE_WIDTH ? kept : null;
}
