import { useMemo, useState } from 'react';
import { digest32 } from '../../../engine/digest32.ts';
import type { WorkflowText } from '../../../engine/models/workflow/detail.ts';
import { workflowQueries } from '../../../engine/models/workflow/workflowQueries.ts';
import { asksModel } from '../../../engine/oracleSetup.ts';
import { type Renamer, YamlEditor } from '../../controls/editor/YamlEditor.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { afterApplying, applying, replaced, reverted, typed } from '../../files/editing.ts';
import { useLink, usePage, usePageStore } from '../../hooks.ts';
import type { Link } from '../../link/link.ts';
import { fold } from '../../side.ts';
import { replacement } from './mending.ts';
import styles from './Side.module.css';
import { SideFoot } from './SideFoot.tsx';
import { SNIPPETS } from './snippets.ts';
import { UNDO_KEPT } from './undoKept.ts';
import { useReveal } from './useReveal.ts';
import { errorsIn } from './words.ts';
import { WORKFLOW, type WorkflowPart, workflowOf } from './workflowPart.ts';

const PANEL_LEFT_CLOSE =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM9 3v18M16 15l-3-3 3-3';

const NO_NAMES: readonly string[] = [];

/** The text in its editor, with what can be done with it. */
export function Editing({ inputs }: { readonly inputs: WorkflowText }) {
  const store = usePageStore();
  const link = useLink();
  const draft = usePage(({ edits }) => edits.draft);
  const check = usePage(state => workflowOf(state).check);
  const reveal = usePage(state => workflowOf(state).reveal);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('workflow') ?? false);
  // A run is not quite open until its text has arrived.
  const isOpening = usePage(state => state.phase === 'opening' || workflowOf(state).inputs === null);
  const show = useReveal();
  const [renames, setRenames] = useState(0);
  const renamer = useMemo(() => renamerOf(link), [link]);
  const { problems, words } = useChecked(inputs, check);
  const text = draft?.text ?? inputs.text;
  const name = draft?.name ?? inputs.name;
  const isChecked = check?.text === text;
  const canApply = draft !== null && isChecked && errorsIn(check) === 0 && !isOpening;
  const change = (next: string) => {
    const named = draft?.name ?? (isOwn ? inputs.name : editedName(inputs.name));
    store.getState().edit(edits => typed(edits, named, next, inputs.text));
  };
  const replace = (named: string, next: string) => {
    const base = digest32(inputs.text);
    store.getState().edit(edits => replaced(edits, { name: named, text: next, base }));
    show(1, 1);
    if (draft === null) return;
    store.getState().notify('note', `${draft.name} has given way to ${named}; it is set aside.`);
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
      <Head name={name} canApply={canApply} onApply={() => void apply()} />
      <div className={styles.text}>
        <YamlEditor
          label={`Workflow ${name}, YAML`}
          text={text}
          onChange={change}
          onApply={() => void apply()}
          problems={problems}
          reveal={reveal}
          variables={inputs.variables ?? NO_NAMES}
          words={words}
          snippets={SNIPPETS}
          renamer={renamer}
          renames={renames}
          past={UNDO_KEPT}
        />
      </div>
      <SideFoot
        name={name}
        text={text}
        isEdited={draft !== null}
        onChange={change}
        onRename={() => setRenames(renames + 1)}
        onReplace={replace}
        onRevert={() => {
          store.getState().edit(reverted);
          show(1, 1);
        }}
      />
    </>
  );
}

interface HeadProps {
  readonly name: string;
  readonly canApply: boolean;
  readonly onApply: () => void;
}

function Head({ name, canApply, onApply }: HeadProps) {
  const store = usePageStore();
  return (
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
        onClick={onApply}
      >
        Apply
      </button>
    </header>
  );
}

/** What the editor shows of a check: problems with what was meant, and the words that there are by now. */
function useChecked(inputs: WorkflowText, check: WorkflowPart['check']) {
  const problems = useMemo(
    () => check?.problems.map(one => ({ ...one, meant: replacement(check.text, one) })) ?? [],
    [check],
  );
  const words = useMemo(
    () => [...(inputs.words ?? NO_NAMES), ...(check?.mentions.map(({ state }) => state) ?? NO_NAMES)],
    [inputs, check],
  );
  return { problems, words };
}

/** An example that was changed is another file. */
const editedName = (name: string): string => name.replace(/(\.ya?ml)?$/i, '-edited.yaml');

/** Knows the states of a text by asking the engine, which reads it as it reads the run's. */
const renamerOf = ({ ask }: Link): Renamer => ({
  noun: 'state',
  async places(text) {
    const check = await ask(engine => workflowQueries.ask(engine, 'checkWorkflow', text));
    return check?.mentions.map(({ state, from, to }) => ({ name: state, from, to })) ?? null;
  },
  rename: (text, from, to) => ask(engine => workflowQueries.ask(engine, 'renameState', { text, from, to })),
});
