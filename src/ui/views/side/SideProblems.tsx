import type { TextProblem } from '../../../engine/core/textProblem.ts';
import { usePageStore } from '../../hooks/hooks.ts';
import { applyProblemFix, getProblemReplacement } from './mending.ts';
import styles from './Side.module.css';
import { useSideText } from './sideText.ts';
import { useReveal } from './useReveal.ts';

interface Props {
  readonly problems: readonly TextProblem[];
  /** The text that they belong to, and the one in the editor. */
  readonly checked: string;
  readonly text: string;
  readonly isEdited: boolean;
  readonly onChange: (text: string) => void;
}

/** Problems of the text: the first error in full, the others and the warnings below it. */
export function SideProblems({ problems, checked, text, isEdited, onChange }: Props) {
  const reveal = useReveal(useSideText());
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first, ...others] = [...errors, ...problems.filter(({ severity }) => severity === 'warning')];
  if (first === undefined) return null;
  // They belong to the previous text until the present one has been checked.
  const isOld = checked !== text;
  const mend = (problem: TextProblem) => {
    onChange(applyProblemFix(text, problem));
    reveal(problem.line, problem.column);
  };
  return (
    <div className={isOld ? styles.old : styles.fresh} aria-busy={isOld}>
      <FirstProblem
        problem={first}
        meant={getProblemReplacement(checked, first) === null ? null : first.meant}
        isEdited={isEdited}
        onMend={isOld ? undefined : mend}
      />
      {others.length > 0 && <OtherProblems problems={others} hasErrors={errors.length > 0} />}
    </div>
  );
}

interface FirstProps {
  readonly problem: TextProblem;
  /** The suggested replacement; null if there is none, or its place is unknown. */
  readonly meant: string | null;
  readonly isEdited: boolean;
  /** Missing while the text is being checked. */
  readonly onMend: ((problem: TextProblem) => void) | undefined;
}

/** "Line 47, column 15: no state is called “shiping”. Did you mean shipping? The run keeps its version." */
function FirstProblem({ problem, meant, isEdited, onMend }: FirstProps) {
  const reveal = useReveal(useSideText());
  const { line, column, message, severity, help } = problem;
  return (
    <div className={severity === 'error' ? styles.error : styles.warning}>
      <button type="button" className={styles.place} onClick={() => reveal(line, column)}>
        Line {line}, column {column}: {message}
      </button>
      {(meant !== null || help !== undefined || (isEdited && severity === 'error')) && (
        <p>
          {help !== undefined && <LanguageLink help={help} />}
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
  readonly problems: readonly TextProblem[];
  readonly hasErrors: boolean;
}

function OtherProblems({ problems, hasErrors }: OtherProps) {
  const reveal = useReveal(useSideText());
  return (
    <ul className={styles.others} aria-label="More problems">
      {problems.map(({ line, column, message, severity, help }, position) => (
        <li key={position}>
          <button type="button" onClick={() => reveal(line, column)}>
            <span className={styles.line}>
              {line}:{column}
            </span>
            {severity === 'warning' && hasErrors && 'warning: '}
            {message}
          </button>
          {help !== undefined && <LanguageLink help={help} />}
        </li>
      ))}
    </ul>
  );
}

/** Opens Help at the example that says more. */
function LanguageLink({ help }: { readonly help: string }) {
  const store = usePageStore();
  return (
    <>
      <button type="button" className={styles.meant} onClick={() => store.getState().arrange({ help })}>
        The language
      </button>{' '}
    </>
  );
}
