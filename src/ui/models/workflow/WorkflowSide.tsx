import { useEffect, useRef } from 'react';
import type { WorkflowText } from '../../../engine/models/workflow/detail.ts';
import { Icon } from '../../controls/Icon.tsx';
import { usePage, usePageStore } from '../../hooks.ts';
import { fold, useSide } from '../../side.ts';
import { Editing } from './Editing.tsx';
import styles from './Side.module.css';
import { SideSeparator } from './SideSeparator.tsx';
import { errorsIn } from './words.ts';
import { workflowOf } from './workflowPart.ts';

const PANEL_LEFT_OPEN =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM9 3v18M14 9l3 3-3 3';

/** The run's workflow, to edit while it plays; Apply starts again with what is written here. */
export function WorkflowSide() {
  const store = usePageStore();
  const side = useSide();
  const inputs = useInputs();
  const hasErrors = usePage(state => errorsIn(workflowOf(state).check) > 0);
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
        title="edit the workflow beside the chart"
        onClick={() => fold(store, false)}
      >
        <Icon outline={PANEL_LEFT_OPEN} size={16} stroke={1.5} />
        <span>Workflow{isEdited && (hasErrors ? ', edited, with errors' : ', edited')}</span>
      </button>
    );
  return (
    <section className={styles.panel} aria-label="Workflow">
      {inputs ? (
        <Editing inputs={inputs} />
      ) : (
        <p className={`label ${styles.waiting}`}>Reading the workflow …</p>
      )}
      <SideSeparator />
    </section>
  );
}

/** The text of the run; while another run is being made, that of the one before. */
function useInputs(): WorkflowText | null {
  const inputs = usePage(state => workflowOf(state).inputs);
  const before = useRef(inputs);
  if (inputs) before.current = inputs;
  return before.current;
}
