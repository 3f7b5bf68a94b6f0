import { useRef } from 'react';
import type { Problem } from '../../../engine/models/workflow/detail.ts';
import { download } from '../../controls/download.ts';
import { Icon } from '../../controls/Icon.tsx';
import { discarded, restored } from '../../editing.ts';
import { useLink, usePage, usePageStore } from '../../hooks.ts';
import { DOWNLOAD } from '../../icons.ts';
import { counted } from '../../words.ts';
import styles from './Side.module.css';
import { useReveal } from './useReveal.ts';
import { keptWords, soundWords } from './words.ts';
import { workflowOf } from './workflowPart.ts';

const FOLDER_OPEN =
  'M6 14l1.5-2.9A2 2 0 0 1 9.24 10H20a2 2 0 0 1 1.94 2.5l-1.54 6a2 2 0 0 1-1.95 1.5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H18a2 2 0 0 1 2 2v2';

interface Props {
  /** Name and text in the editor. */
  readonly name: string;
  readonly text: string;
  readonly isEdited: boolean;
  readonly onChange: (text: string) => void;
  readonly onRevert: () => void;
}

/** Problems of the text, and how it compares with the run's. */
export function SideFoot({ name, text, isEdited, onChange, onRevert }: Props) {
  const check = usePage(state => workflowOf(state).check);
  const keeping = usePage(page => page.keeping);
  const problems = check?.problems ?? [];
  // They belong to the previous text until the present one has been checked.
  const isOld = check !== null && check.text !== text;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first, ...rest] = errors.length > 0 ? errors : problems;
  const others =
    errors.length > 0 ? [...rest, ...problems.filter(other => other.severity === 'warning')] : rest;
  const reveal = useReveal();
  const mend = (problem: Problem) => {
    onChange(mended(text, problem));
    reveal(problem.line, problem.column);
  };
  return (
    <footer className={styles.foot}>
      {first && (
        <div className={isOld ? styles.old : styles.fresh} aria-busy={isOld}>
          <FirstProblem
            problem={first}
            meant={suggested(check?.text ?? text, first)}
            isEdited={isEdited}
            onMend={check?.text === text ? mend : undefined}
          />
          {others.length > 0 && <OtherProblems problems={others} hasErrors={errors.length > 0} />}
        </div>
      )}
      <div className={styles.changed}>
        <p className="label">
          {check === null
            ? 'Reading it …'
            : isOld
              ? 'checking …'
              : errors.length > 0
                ? counted(errors.length, 'error')
                : soundWords(check)}
          {errors.length === 0 && isEdited && check?.text === text && '; Apply starts again with it'}
        </p>
        <OpenButton />
        <button
          type="button"
          className={styles.icon}
          aria-label="Save the workflow"
          title="save what is written here as a file"
          onClick={() => download(name, [text], 'application/yaml')}
        >
          <Icon outline={DOWNLOAD} size={14} />
        </button>
      </div>
      {isEdited && (
        <p className={styles.changed}>
          <span className="label">changed, not applied{keptWords(keeping)}</span>
          <button
            type="button"
            className={styles.link}
            onClick={onRevert}
            title="back to the text of the run"
          >
            Revert
          </button>
        </p>
      )}
      <SetAside />
    </footer>
  );
}

interface FirstProps {
  readonly problem: Problem;
  /** The suggested replacement; null where there is none, or its place is unknown. */
  readonly meant: string | null;
  readonly isEdited: boolean;
  /** Missing while the text is being checked. */
  readonly onMend: ((problem: Problem) => void) | undefined;
}

/** "Line 47, column 15: no state is called “shiping”. Did you mean shipping? The run keeps its version." */
function FirstProblem({ problem, meant, isEdited, onMend }: FirstProps) {
  const reveal = useReveal();
  const { line, column, message, severity } = problem;
  return (
    <div className={severity === 'error' ? styles.error : styles.warning}>
      <button type="button" className={styles.place} onClick={() => reveal(line, column)}>
        Line {line}, column {column}: {message}
      </button>
      {(meant !== null || (isEdited && severity === 'error')) && (
        <p>
          {meant !== null && (
            <>
              Did you mean{' '}
              <button
                type="button"
                className={styles.meant}
                disabled={!onMend}
                onClick={() => onMend?.(problem)}
              >
                {meant}
              </button>
              ?{' '}
            </>
          )}
          {isEdited && severity === 'error' && 'The run keeps its version.'}
        </p>
      )}
    </div>
  );
}

interface OtherProps {
  readonly problems: readonly Problem[];
  readonly hasErrors: boolean;
}

function OtherProblems({ problems, hasErrors }: OtherProps) {
  const reveal = useReveal();
  return (
    <ul className={styles.others} aria-label="More problems">
      {problems.map(({ line, column, message, severity }, position) => (
        <li key={position}>
          <button type="button" onClick={() => reveal(line, column)}>
            <span className={styles.line}>
              {line}:{column}
            </span>
            {severity === 'warning' && hasErrors && 'warning: '}
            {message}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Texts typed over others, waiting here. */
function SetAside() {
  const store = usePageStore();
  const reveal = useReveal();
  const aside = usePage(({ edits }) => edits.aside);
  const over = usePage(state => workflowOf(state).inputs?.text);
  const [latest, ...rest] = aside;
  if (latest === undefined || over === undefined) return null;
  return (
    <p className={styles.changed}>
      <span className="label">
        {latest.name} was not applied and is set aside
        {rest.length > 0 && `, ${counted(rest.length, 'text')} more`}
      </span>
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          store.getState().edit(edits => restored(edits, over));
          reveal(1, 1);
        }}
      >
        Restore
      </button>
      <button type="button" className={styles.link} onClick={() => store.getState().edit(discarded)}>
        Discard
      </button>
    </p>
  );
}

/** Whether the text at a problem's place is still the one it is about: part of its line, with a word that it quotes. */
function isExact(text: string, { line, column, length, message }: Problem): boolean {
  const there = text.split('\n')[line - 1];
  const [begin, end] = [column - 1, column - 1 + length];
  if (there === undefined || length <= 0 || begin < 0 || end > there.length) return false;
  const stretch = bare(there.slice(begin, end));
  const quoted = [...message.matchAll(/“([^”]+)”/g)].map(([, word]) => bare(word));
  return quoted.length === 0 || quoted.some(word => word !== '' && stretch.includes(word));
}

/** A word without surrounding quotation marks and braces. */
const bare = (word: string): string => word.trim().replace(/^["'{]+|["'}]+$/g, '');

/** The suggested word, where it can replace the wrong one. */
const suggested = (text: string, problem: Problem): string | null =>
  isExact(text, problem) ? problem.meant : null;

/** The text with the wrong word replaced by the suggested one, quoted where the wrong one was. */
export function mended(text: string, problem: Problem): string {
  const { line, column, length } = problem;
  const meant = suggested(text, problem);
  const lines = text.split('\n');
  const wrong = lines[line - 1];
  if (wrong === undefined || meant === null) return text;
  const [begin, end] = [column - 1, column - 1 + length];
  const quote = /^(['"]).*\1$/.exec(wrong.slice(begin, end))?.[1] ?? '';
  lines[line - 1] = wrong.slice(0, begin) + quote + meant + quote + wrong.slice(end);
  return lines.join('\n');
}

function OpenButton() {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.icon}
        aria-label="Open a workflow"
        title="open a file (.yaml), or drop it on the page"
        onClick={() => picker.current?.click()}
      >
        <Icon outline={FOLDER_OPEN} size={14} />
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Workflow file"
        accept=".yaml,.yml,.json"
        multiple
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void link.openFiles(files, 'workflow');
          event.target.value = '';
        }}
      />
    </>
  );
}
