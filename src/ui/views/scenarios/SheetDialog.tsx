import { useEffect, useState } from 'react';
import { type StudentSheet, writeSheetFile } from '../../../engine/export/sheetFile.ts';
import type { OutcomeValues } from '../../../engine/model/outcomeDefinition.ts';
import { deriveStudentSeed } from '../../../engine/setup/deriveStudentSeed.ts';
import { parseAddress } from '../../address/pageAddress.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { downloadFile } from '../../controls/downloadFile.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { createLesson, getScenarioModel, type Scenario } from '../../scenarios/scenario.ts';
import { isSheetDraftKept, readSheetDraft, writeSheetDraft } from '../../scenarios/sheetDraft.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import { formatOutcomeValue, formatUnitSuffix } from '../../worlds/summarizeOutcome.ts';
import styles from './Scenarios.module.css';

interface Props {
  readonly scenario: Scenario;
  readonly onClose: () => void;
}

/** A sheet to hand in: the student's own run of a scenario, questions about it, and both in one file. */
export function SheetDialog({ scenario, onClose }: Props) {
  const { id, question, setting, tasks } = scenario;
  const [draft, setDraft] = useState(readSheetDraft);
  const change = (part: Partial<typeof draft>) => {
    const next = { ...draft, ...part };
    writeSheetDraft(next);
    setDraft(next);
  };
  const { student } = draft;
  const answers = tasks.map((_, at) => draft.answers[id]?.[at] ?? '');
  const answer = (at: number, text: string) =>
    change({ answers: { ...draft.answers, [id]: answers.map((old, i) => (i === at ? text : old)) } });
  const seed = getSheetSeed(scenario, student);
  const sheet: StudentSheet = {
    ...{ student, scenario: id, question },
    answers: tasks.map((task, at) => ({ question: task, answer: answers[at] })),
  };
  return (
    <Dialog title={`Sheet: ${question}`} onClose={onClose}>
      <div className={styles.sheet}>
        <p className={styles.setting}>{setting}</p>
        <label>
          Name or number
          <input
            type="text"
            autoComplete="name"
            value={student}
            onChange={event => change({ student: event.target.value })}
          />
        </label>
        <SheetRun scenario={scenario} seed={seed} />
        <ol>
          {tasks.map((task, at) => (
            <li key={task}>
              <label>
                {task}
                <textarea rows={3} value={answers[at]} onChange={event => answer(at, event.target.value)} />
              </label>
            </li>
          ))}
        </ol>
        {!isSheetDraftKept() && (
          <p role="status">
            This browser has no room for your answers: save the sheet before you close or reload the page.
          </p>
        )}
        <SheetWays scenario={scenario} sheet={sheet} seed={seed} />
      </div>
    </Dialog>
  );
}

interface RunProps {
  readonly scenario: Scenario;
  /** Null without a name. */
  readonly seed: number | null;
}

/** Seed of the run of a sheet: the student's, or that of a recording, which is the same in every world; null without a name. */
function getSheetSeed({ address, asks }: Scenario, student: string): number | null {
  const own = deriveStudentSeed(student);
  return own === null || asks !== null ? own : Number(new URLSearchParams(address).get('seed'));
}

/** True if the run on the screen is of the scenario's model and has the sheet's seed. */
const useOwnRun = ({ scenario, seed }: RunProps): boolean =>
  usePage(({ run }) => run?.setup.model === getScenarioModel(scenario) && run.setup.seed === seed);

/** The seed that follows from the name, the way to its run, and what that shows. */
function SheetRun({ scenario, seed }: RunProps) {
  const store = usePageStore();
  const commands = useCommands();
  const isOwn = useOwnRun({ scenario, seed });
  const open = async () => {
    if (seed === null) return;
    const { setup, rounds, problems } = await parseAddress(scenario.address);
    if (problems.length > 0) return void store.getState().notify('error', problems.join(' '));
    // With another seed it branches off from nothing.
    const { branchOf: _, ...its } = setup;
    store.getState().arrange({ scenarios: null, lesson: createLesson(scenario) });
    await commands.openAsked({ ...its, seed }, rounds, null);
    store.getState().notify('note', 'Your sheet waits for you.', {
      label: 'Back to the sheet',
      act: () => store.getState().arrange({ scenarios: scenario.id }),
      stays: true,
    });
  };
  const isRecording = scenario.asks === null;
  if (seed === null)
    return (
      <p className={styles.setting}>
        {isRecording
          ? 'A recording is the same for everybody: the answers are your own.'
          : 'Your name gives your run its seed: everybody has a run of their own.'}
      </p>
    );
  const run = isRecording ? 'the recording' : 'my run';
  return (
    <>
      <p className={styles.setting}>
        {isRecording
          ? 'A recording is the same for everybody: the answers are your own. '
          : `Seed ${seed}, which follows from your name alone; capitals and spaces do not count. `}
        <button type="button" onClick={() => void runWithRetry(store, open)}>
          {isOwn ? `Open ${run} again` : `Open ${run}`}
        </button>
      </p>
      {isOwn && <SheetOutcomes first={scenario.outcome?.name ?? null} />}
    </>
  );
}

/** Results of the run on the screen. @param first the outcome that the scenario is about; null for none */
function SheetOutcomes({ first }: { readonly first: string | null }) {
  const commands = useCommands();
  const run = usePage(state => state.run);
  const head = usePage(state => state.head);
  const hash = usePage(state => state.hash);
  const { Tick } = usePage(getCurrentModelWords);
  const [values, setValues] = useState<OutcomeValues>([]);
  useEffect(() => {
    let isLeft = false;
    void commands
      .ask(engine => engine.asOf(head))
      .then(found => {
        if (!isLeft && found !== null) setValues(found.outcomes);
      });
    return () => {
      isLeft = true;
    };
  }, [commands, head]);
  const rows = (run?.info.outcomes ?? []).map(({ name, label, unit }, at): Result => {
    const value = values[at] ?? null;
    const text = value === null ? '–' : `${formatOutcomeValue(value, unit)}${formatUnitSuffix(unit)}`;
    return { name, label, text };
  });
  const others = rows.filter(({ name }) => name !== first);
  return (
    <section className={styles.outcomes} aria-label="Results of your run">
      <ResultList
        rows={[
          { name: 'tick', label: Tick, text: formatGroupedInteger(head) },
          { name: 'hash', label: 'Hash', text: hash.slice(0, 8) },
          ...rows.filter(({ name }) => name === first),
        ]}
      />
      <details>
        <summary>{others.length} other results</summary>
        <ResultList rows={others} />
      </details>
    </section>
  );
}

interface Result {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

const ResultList = ({ rows }: { readonly rows: readonly Result[] }) => (
  <dl>
    {rows.map(({ name, label, text }) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** " It has no name yet, and 2 of 3 questions have no answer.": a sheet may be handed in with gaps, but not by mistake. */
function describeGaps({ student, answers }: StudentSheet): string {
  const empty = answers.filter(({ answer }) => answer.trim() === '').length;
  const gaps = [
    student.trim() === '' && 'It has no name yet',
    empty > 0 && `${empty} of ${answers.length} questions ${empty === 1 ? 'has' : 'have'} no answer yet`,
  ].filter(Boolean);
  return gaps.length === 0 ? '' : ` ${gaps.join(', and ')}.`;
}

/** Writes the sheet and the run on the screen into one file. */
function SheetWays({ scenario, sheet, seed }: RunProps & { readonly sheet: StudentSheet }) {
  const store = usePageStore();
  const commands = useCommands();
  const isOwn = useOwnRun({ scenario, seed });
  const isPlayed = usePage(({ head }) => head >= 1);
  const [isSaving, setSaving] = useState(false);
  const [saved, setSaved] = useState<{ readonly name: string; readonly sheet: string } | null>(null);
  const save = async () => {
    const decoder = new TextDecoder();
    const parts: string[] = [];
    await commands.exportRun(
      'json',
      async bytes => void parts.push(decoder.decode(bytes, { stream: true })),
      () => {},
    );
    const who = sheet.student.trim().replace(/[^\p{L}\p{N}]+/gu, '-');
    const name = `sheet-${scenario.id}-${who}.json`;
    downloadFile(name, [writeSheetFile(sheet, parts.join(''))], 'application/json');
    setSaved({ name, sheet: JSON.stringify(sheet) });
  };
  const saveOnce = async () => {
    // A second export would break off the first.
    if (isSaving) return;
    setSaving(true);
    await runWithRetry(store, save);
    setSaving(false);
  };
  return (
    <p className={styles.ways}>
      <button type="button" disabled={!isOwn || !isPlayed} onClick={() => void saveOnce()}>
        Save the sheet
      </button>
      <button type="button" onClick={() => print()}>
        Print
      </button>
      <button type="button" onClick={() => store.getState().arrange({ scenarios: '' })}>
        All scenarios
      </button>
      <span role="status">
        {isSaving
          ? 'Saving …'
          : saved !== null
            ? `${saved.sheet === JSON.stringify(sheet) ? 'Saved' : 'Changed since it was saved'} as ${saved.name}.`
            : isOwn && isPlayed
              ? 'One file with your answers and your run, which is played again to check it.'
              : 'A sheet is saved with your own run on the screen.'}
        {isOwn && isPlayed && describeGaps(sheet)}
      </span>
    </p>
  );
}
