import { useEffect, useRef } from 'react';
import type { WorkflowText } from '../../../engine/models/workflow/detail.ts';
import { asksModel } from '../../../engine/oracleSetup.ts';
import { YamlEditor } from '../../controls/editor/YamlEditor.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { afterApplying, applying, reverted, typed } from '../../editing.ts';
import { useLink, usePage, usePageStore } from '../../hooks.ts';
import { fold, useSide } from '../../side.ts';
import styles from './Side.module.css';
import { SideFoot } from './SideFoot.tsx';
import { useReveal } from './useReveal.ts';
import { errorsIn } from './words.ts';
import { WORKFLOW, workflowOf } from './workflowPart.ts';

const PANEL_LEFT_CLOSE =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM9 3v18M16 15l-3-3 3-3';
const PANEL_LEFT_OPEN =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM9 3v18M14 9l3 3-3 3';

const NO_NAMES: readonly string[] = [];

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

function Editing({ inputs }: { readonly inputs: WorkflowText }) {
  const store = usePageStore();
  const link = useLink();
  const draft = usePage(({ edits }) => edits.draft);
  const check = usePage(state => workflowOf(state).check);
  const reveal = usePage(state => workflowOf(state).reveal);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('workflow') ?? false);
  // A run is not quite open until its text has arrived.
  const isOpening = usePage(state => state.phase === 'opening' || workflowOf(state).inputs === null);
  const show = useReveal();
  const text = draft?.text ?? inputs.text;
  const name = draft?.name ?? inputs.name;
  const isChecked = check?.text === text;
  const canApply = draft !== null && isChecked && errorsIn(check) === 0 && !isOpening;
  const change = (next: string) => {
    const named = draft?.name ?? (isOwn ? inputs.name : editedName(inputs.name));
    store.getState().edit(edits => typed(edits, named, next, inputs.text));
  };
  /** Applies the text: a run that was playing plays on, and a text with mistakes shows the first. */
  const apply = async () => {
    const wrong = isChecked ? check.problems.find(({ severity }) => severity === 'error') : undefined;
    if (wrong) return show(wrong.line, wrong.column);
    if (!canApply) return;
    const before = store.getState();
    before.edit(edits => applying(edits, text, inputs.text));
    await link.openOwn('workflow', [new File([text], name, { type: 'application/yaml' })]);
    const { run, phase } = store.getState();
    if (run === before.run) before.edit(edits => afterApplying(edits, inputs.text));
    const isNew = run !== null && run !== before.run && phase === 'paused';
    if (before.phase === 'playing' && isNew && !asksModel(run.setup.oracle)) void link.toggle();
  };
  return (
    <>
      <header className={styles.head}>
        <h2>Workflow</h2>
        <span className={`mono ${styles.name}`} title={name}>
          {name}
        </span>
        <button
          type="button"
          className={styles.icon}
          aria-label="Fold the workflow"
          aria-expanded="true"
          title="fold"
          onClick={() => {
            // Opened again it does not jump.
            store.getState().know(WORKFLOW, { reveal: null });
            fold(store, true);
          }}
        >
          <Icon outline={PANEL_LEFT_CLOSE} size={14} />
        </button>
        <button
          type="button"
          className={styles.apply}
          disabled={!canApply}
          title="start again with this text and the same seed (Control or Command and Enter)"
          onClick={() => void apply()}
        >
          Apply
        </button>
      </header>
      <div className={styles.text}>
        <YamlEditor
          label={`Workflow ${name}, YAML`}
          text={text}
          onChange={change}
          onApply={() => void apply()}
          problems={check?.problems ?? []}
          reveal={reveal}
          variables={inputs.variables ?? NO_NAMES}
          words={inputs.words ?? NO_NAMES}
        />
      </div>
      <SideFoot
        name={name}
        text={text}
        isEdited={draft !== null}
        onChange={change}
        onRevert={() => {
          store.getState().edit(reverted);
          show(1, 1);
        }}
      />
    </>
  );
}

/** An example that was changed is another file. */
const editedName = (name: string): string => name.replace(/(\.ya?ml)?$/i, '-edited.yaml');
