import { useRef } from 'react';
import { downloadFile } from '../../controls/downloadFile.ts';
import { Icon } from '../../controls/Icon.tsx';
import { discardAsideDraft, restoreAsideDraft } from '../../files/draftEditing.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { DOWNLOAD, FOLDER_OPEN } from '../../lib/icons.ts';
import { type Keeping, MAX_KEPT_EDIT_LENGTH } from '../../state/edits.ts';
import styles from './Side.module.css';
import { SideProblems } from './SideProblems.tsx';
import { capitalizeNoun, countCheckErrors, type TextCheck, useSideText } from './sideText.ts';
import { TemplateMenu } from './TemplateMenu.tsx';
import { useReveal } from './useReveal.ts';

const TEXT_CURSOR =
  'M13 20h-1a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h1M5 4h1a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5M13.1 7.9h6.8a2 2 0 0 1 2 2v4.2a2 2 0 0 1-2 2h-6.8M4.8 16.1h-.7a2 2 0 0 1-2-2V9.9a2 2 0 0 1 2-2h.7';

interface Props {
  /** Name and text in the editor. */
  readonly name: string;
  readonly text: string;
  readonly isEdited: boolean;
  readonly onChange: (text: string) => void;
  readonly onRename: () => void;
  /** Puts another text in the place of this one. */
  readonly onReplace: (name: string, text: string) => void;
  readonly onRevert: () => void;
}

/** Problems of the text, what can be done with it, and how it compares with the run's. */
export function SideFoot({ name, text, isEdited, onChange, onRename, onReplace, onRevert }: Props) {
  const side = useSideText();
  const check = usePage(state => side.part(state).check);
  const keeping = usePage(page => page.keeping);
  const isChecked = check?.text === text;
  return (
    <footer className={styles.foot}>
      {check && (
        <SideProblems
          problems={check.problems}
          checked={check.text}
          text={text}
          isEdited={isEdited}
          onChange={onChange}
        />
      )}
      <div className={styles.changed}>
        <p className="label">
          {check === null ? 'Reading it …' : isChecked ? describeTextCheck(check) : 'checking …'}
          {isChecked && check.found !== null && isEdited && '; Apply starts again with it'}
        </p>
        <div className={styles.tools}>
          {side.renamer && (
            <button
              type="button"
              className={styles.icon}
              aria-label="Rename a state"
              title="rename the state at the cursor everywhere (F2)"
              onClick={onRename}
            >
              <Icon outline={TEXT_CURSOR} size={14} />
            </button>
          )}
          <TemplateMenu onChoose={onReplace} />
          <OpenButton />
          <button
            type="button"
            className={styles.icon}
            aria-label={`Save the ${side.noun}`}
            title="save what is written here as a file"
            onClick={() => downloadFile(name, [text], side.type)}
          >
            <Icon outline={DOWNLOAD} size={14} />
          </button>
        </div>
      </div>
      {isEdited && (
        <p className={styles.changed}>
          <span className="label">changed, not applied{describeEditsSaved(keeping)}</span>
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

/** Texts that gave way to others, waiting here. */
function SetAside() {
  const store = usePageStore();
  const reveal = useReveal(useSideText());
  const { input, part } = useSideText();
  const all = usePage(({ edits }) => edits.aside);
  const aside = all.filter(draft => draft.input === input);
  const over = usePage(state => part(state).inputs?.text);
  const [latest, ...rest] = aside;
  if (latest === undefined || over === undefined) return null;
  return (
    <p className={styles.changed}>
      <span className="label">
        {latest.name} is set aside
        {rest.length > 0 && `, ${formatNounCount(rest.length, 'text')} more`}
      </span>
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          store.getState().edit(edits => restoreAsideDraft(edits, input, over));
          reveal(1, 1);
        }}
      >
        Restore
      </button>
      <button
        type="button"
        className={styles.link}
        onClick={() => store.getState().edit(edits => discardAsideDraft(edits, input))}
      >
        Discard
      </button>
    </p>
  );
}

function OpenButton() {
  const commands = useCommands();
  const { input, noun, accept } = useSideText();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.icon}
        aria-label={`Open a ${noun}`}
        title={`open a file (${accept.split(',')[0]}), or drop it on the page`}
        onClick={() => picker.current?.click()}
      >
        <Icon outline={FOLDER_OPEN} size={14} />
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`${capitalizeNoun(noun)} file`}
        accept={accept}
        multiple
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files, input);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** "no errors; 6 states, 9 steps", "2 errors, 1 warning" */
export function describeTextCheck(check: TextCheck): string {
  const { problems, found } = check;
  const errors = countCheckErrors(check);
  const warnings = problems.length - errors;
  const wrong = [
    ...(errors > 0 ? [formatNounCount(errors, 'error')] : []),
    ...(warnings > 0 ? [formatNounCount(warnings, 'warning')] : []),
  ];
  const text = wrong.length > 0 ? wrong.join(', ') : 'no errors';
  return found === null ? text : `${text}; ${found}`;
}

/** "; kept in this browser" */
function describeEditsSaved(keeping: Keeping | null): string {
  if (keeping === null) return '';
  return {
    kept: '; saved in this browser',
    full: '; not saved: the browser’s storage is full or forbidden',
    long: `; not saved: it is longer than ${formatGroupedInteger(MAX_KEPT_EDIT_LENGTH)} characters`,
  }[keeping];
}
