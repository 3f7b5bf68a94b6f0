import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { computeFnv1aDigest } from '../../../engine/core/hashing/computeFnv1aDigest.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import type { LineMark } from '../../controls/editor/lineMarks.ts';
import { type EditorPast, TextEditor } from '../../controls/editor/TextEditor.tsx';
import { Icon } from '../../controls/Icon.tsx';
import {
  beginApplyingText,
  finishApplyingText,
  recordTypedDraft,
  replaceDraft,
  revertDraft,
} from '../../files/draftEditing.ts';
import { useCommands, usePage, usePageStore, useSize } from '../../hooks/hooks.ts';
import { foldSidePanel, useSide } from '../../hooks/useSide.ts';
import { useViews } from '../../hooks/useViews.ts';
import { readStoredItem, removeStoredItem, writeStoredItem } from '../../lib/storedItems.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageParts } from '../../model/modelPlugin.ts';
import { createBranchOrigin, getBranchParent } from '../../store/getBranchParent.ts';
import { buildStepFigures, buildStepMarks } from '../statistics/describeStepCounts.ts';
import { useReport } from '../statistics/useReport.ts';
import { getProblemReplacement } from './mending.ts';
import styles from './Side.module.css';
import { SideFoot } from './SideFoot.tsx';
import {
  capitalizeNoun,
  countCheckErrors,
  type RunText,
  type SidePart,
  type SideText,
  SideTextContext,
  useSideText,
} from './sideText.ts';
import { useReveal } from './useReveal.ts';

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

const PANEL_LEFT_CLOSE =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM9 3v18M16 15l-3-3 3-3';

/** The text in its editor, with what can be done with it. */
function Editing({ inputs }: { readonly inputs: RunText }) {
  const store = usePageStore();
  const commands = useCommands();
  const draft = usePage(({ edits }) => edits.draft);
  const side = useSideText();
  const check = usePage(state => side.part(state).check);
  const reveal = usePage(state => side.part(state).reveal);
  // A run is not quite open until its text has arrived.
  const isOpening = usePage(state => state.phase === 'opening' || side.part(state).inputs === null);
  const show = useReveal(useSideText());
  const [renames, setRenames] = useState(0);
  const [isTable, setTable] = useState(false);
  // A place is shown in the text.
  useEffect(() => setTable(false), [reveal?.serial]);
  const renamer = useMemo(() => side.renamer?.(commands), [side, commands]);
  const problems = useProblems(check);
  const marks = useMarks(draft !== null);
  const names = useNames();
  const named = useEditedName(inputs);
  const text = draft?.text ?? inputs.text;
  const name = draft?.name ?? inputs.name;
  const isChecked = check?.text === text;
  const language = side.language(name, text);
  const canApply = draft !== null && isChecked && countCheckErrors(check) === 0 && !isOpening;
  const change = (next: string) => {
    const over = { name: named, text: next, input: side.input };
    store.getState().edit(edits => recordTypedDraft(edits, over, inputs.text));
  };
  const replace = (named: string, next: string) => {
    const base = computeFnv1aDigest(inputs.text);
    store.getState().edit(edits => replaceDraft(edits, { name: named, text: next, base, input: side.input }));
    show(1, 1);
    if (draft === null) return;
    store.getState().notify('note', `${draft.name} was replaced by ${named}; it is set aside.`);
  };
  /** Applies the text: a run that was playing plays on, and a text with mistakes shows the first. */
  const apply = async () => {
    const wrong = isChecked ? check.problems.find(({ severity }) => severity === 'error') : undefined;
    if (wrong) return show(wrong.line, wrong.column);
    if (!canApply) return;
    await applyEditedText({ store, commands }, side, { name, text, over: inputs.text });
  };
  const revert = () => {
    store.getState().edit(revertDraft);
    show(1, 1);
  };
  return (
    <>
      <Head
        name={name}
        canApply={canApply}
        isTable={isTable}
        onTable={() => setTable(!isTable)}
        onApply={() => void apply()}
      />
      {isTable && side.Table && (
        <div className={styles.scrolls}>
          <side.Table text={text} onChange={change} />
        </div>
      )}
      {/* It stays: what the table changes can be undone in it. */}
      <div className={styles.text} hidden={isTable && side.Table !== undefined}>
        <TextEditor
          language={language}
          label={`${capitalizeNoun(side.noun)} ${name}, ${LANGUAGES[language]}`}
          text={text}
          origin={`${named} ${draft?.base ?? computeFnv1aDigest(inputs.text)}`}
          onChange={change}
          onApply={() => void apply()}
          problems={problems}
          marks={marks}
          reveal={reveal}
          {...names}
          snippets={side.snippets}
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
        onRevert={revert}
      />
    </>
  );
}

interface Applied {
  readonly name: string;
  readonly text: string;
  /** The text of the run on the screen. */
  readonly over: string;
}

/** Opens a run of a text; one that was playing plays on. */
async function applyEditedText(
  { store, commands }: PageParts,
  side: SideText,
  { name, text, over }: Applied,
) {
  const before = store.getState();
  const parent = getBranchParent(before, commands.ownFiles());
  before.edit(edits => beginApplyingText(edits, text, over));
  const file = new File([text], name, { type: side.type });
  await commands.openOwn(
    side.input,
    [file],
    parent === null ? undefined : createBranchOrigin(parent, 0, { kind: 'text' }),
  );
  const { run, phase } = store.getState();
  if (run === before.run) before.edit(edits => finishApplyingText(edits, over));
  if (run === null || run === before.run || phase !== 'paused') return;
  if (run.setup.oracle.kind === 'policy') await noteUnreadPrompts({ store, commands }, side, over, text);
  if (parent !== null) store.getState().setBranch({ ...OTHER_TEXT, from: 0, parent });
  if (before.phase === 'playing' && !isLanguageModelOracle(run.setup.oracle)) void commands.toggle();
}

/** Prompts that a notice names. */
const MAX_PROMPTS_NAMED = 3;

/** Says once which of the changed prompts the built-in policy does not read. */
async function noteUnreadPrompts(
  { store, commands }: PageParts,
  side: SideText,
  before: string,
  after: string,
): Promise<void> {
  const unread = await commands.ask(async engine => side.unreadPrompts?.(engine, before, after) ?? []);
  if (unread === null || unread.length === 0) return;
  const named = unread.slice(0, MAX_PROMPTS_NAMED).map(name => `“${name}”`);
  const more = unread.length > named.length ? ` and ${unread.length - named.length} more` : '';
  const [noun, has, it] = unread.length === 1 ? ['prompt', 'has', 'it'] : ['prompts', 'have', 'them'];
  store
    .getState()
    .notify(
      'note',
      `The ${noun} of ${named.join(', ')}${more} ${has} changed, without effect: the built-in policy does not read ${it}. A language model, under Who decides, would.`,
    );
}

/** A chart lasts for the whole life of a run: another text begins a new run, which still counts as a branch. */
const OTHER_TEXT = { change: 'another text', since: 'from the start', isOtherText: true } as const;

interface HeadProps {
  readonly name: string;
  readonly canApply: boolean;
  /** True if the text is shown as a table. */
  readonly isTable: boolean;
  readonly onTable: () => void;
  readonly onApply: () => void;
}

function Head({ name, canApply, isTable, onTable, onApply }: HeadProps) {
  const store = usePageStore();
  const side = useSideText();
  return (
    <header className={styles.head}>
      <h2>{side.title}</h2>
      <span className={`mono ${styles.name}`} title={name}>
        {name}
      </span>
      {side.Table && (
        <button
          type="button"
          className={styles.icon}
          aria-pressed={isTable}
          title="what moves agents, as a table"
          onClick={onTable}
        >
          Table
        </button>
      )}
      <button
        type="button"
        className={styles.icon}
        aria-label={`Fold the ${side.noun}`}
        aria-expanded="true"
        title="fold"
        onClick={() => {
          // Opened again it does not jump.
          side.setReveal(store.getState(), null);
          foldSidePanel(store, true);
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

/** Problems of a check, with what was meant. */
const useProblems = (check: SidePart['check']) =>
  useMemo(
    () => check?.problems.map(one => ({ ...one, meant: getProblemReplacement(check.text, one) })) ?? [],
    [check],
  );

/** Name of the text in the editor once something is typed there. */
function useEditedName({ name }: RunText): string {
  const side = useSideText();
  const drafted = usePage(({ edits }) => edits.draft?.name);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes(side.input) ?? false);
  return drafted ?? (isOwn ? name : side.editedName(name));
}

/** Names to complete; the same ones until others come. */
function useNames() {
  const side = useSideText();
  const names = usePage(state => JSON.stringify(side.namesIn(state)));
  return useMemo(() => JSON.parse(names) as ReturnType<typeof side.namesIn>, [names]);
}

const LANGUAGES = { yaml: 'YAML', xml: 'XML', json: 'JSON' } as const;

const UNDO_KEY = 'statescope-undo';

/** The editor's undo history, stored in this browser with the drafts. */
const UNDO_KEPT: EditorPast = {
  kept: () => readStoredItem(UNDO_KEY),
  keep(past) {
    // Otherwise an older history would be taken for it.
    if (past === null || !writeStoredItem(UNDO_KEY, past)) removeStoredItem(UNDO_KEY);
  },
};

/**
 * Results for the lines of the run's text; null while another text is edited, in which the present marks move with
 * their lines.
 */
function useMarks(isEdited: boolean): readonly LineMark[] | null {
  const { Steps } = useViews();
  const report = useReport(false, Steps !== undefined);
  const { Tick } = usePage(getCurrentModelWords);
  // Figures stand there with the statistics that they are of.
  const isCounted = usePage(({ counted }) => counted !== null);
  const { steps } = report ?? {};
  const text = JSON.stringify([
    ...(report && steps ? buildStepMarks(steps, report, Tick) : []),
    ...(report && steps && isCounted ? buildStepFigures(steps, report, Tick) : []),
  ]);
  const marks = useMemo(() => JSON.parse(text) as readonly LineMark[], [text]);
  return isEdited ? null : marks;
}
