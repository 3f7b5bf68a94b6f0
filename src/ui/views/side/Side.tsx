import { useEffect, useRef } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { foldSidePanel, useSide } from '../../hooks/side.ts';
import { Editing } from './Editing.tsx';
import styles from './Side.module.css';
import { SideSeparator } from './SideSeparator.tsx';
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
        title={`edit the ${text.noun} beside the chart`}
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
