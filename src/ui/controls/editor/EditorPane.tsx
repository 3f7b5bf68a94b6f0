import { useId, useLayoutEffect, useRef } from 'react';
import type { LineMark } from './lineMarks.ts';
import type { EditorProblem } from './problem.ts';
import styles from './TextEditor.module.css';
import { TextPane } from './TextPane.ts';
import type { TextEditorProps } from './textEditorProps.ts';

/** The editor itself: React sets what it shows, CodeMirror keeps what is typed. */
export function EditorPane(props: TextEditorProps) {
  const { language, label, text, origin, problems, marks, reveal } = props;
  const { variables, words, snippets, renamer, renames } = props;
  const host = useRef<HTMLDivElement>(null);
  const pane = useRef<TextPane | null>(null);
  const latest = useRef(props);
  const id = useId();
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const { past, text, origin } = latest.current;
    const made = new TextPane(host.current!, text, origin, past.kept(), {
      onChange: typed => latest.current.onChange(typed),
      onApply: () => latest.current.onApply(),
      onRename: () => latest.current.renamer && made.rename(latest.current.renamer),
    });
    pane.current = made;
    const keep = () => past.keep(made.past);
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
      made.destroy();
    };
  }, []);
  useLayoutEffect(() => pane.current!.setText(text, origin), [text, origin]);
  useLayoutEffect(
    () => pane.current!.setLanguage(language, { variables, words, snippets }),
    [language, variables, words, snippets],
  );
  // After the text, which their places refer to.
  useLayoutEffect(() => pane.current!.setProblems(problems), [problems]);
  useLayoutEffect(() => {
    if (marks) pane.current!.setMarks(marks);
  }, [marks]);
  const isWrong = problems.some(({ severity }) => severity === 'error');
  useLayoutEffect(
    () =>
      pane.current!.setAttributes({
        // A scrolling area must be reachable by keyboard.
        tabindex: '0',
        'aria-label': label,
        'aria-describedby': `${id}problems ${id}keys`,
        'aria-invalid': String(isWrong),
      }),
    [label, id, isWrong],
  );
  const serial = reveal?.serial;
  useLayoutEffect(() => {
    const place = latest.current.reveal;
    if (serial !== undefined && place) pane.current!.reveal(place.line, place.column);
  }, [serial]);
  useLayoutEffect(() => {
    const { renamer } = latest.current;
    if (renames > 0 && renamer) pane.current!.rename(renamer);
  }, [renames]);
  return (
    <div className={styles.editor}>
      <div ref={host} className={styles.host} />
      <Problems id={`${id}problems`} problems={problems} />
      <Marks marks={marks ?? []} />
      <p id={`${id}keys`} className="hidden">
        Tab indents; Escape, then Tab leaves the text. Control+Enter or Command+Enter applies it.
        {renamer && ' F2 renames what is named at the cursor.'}
      </p>
    </div>
  );
}

/** The underlined problems in words, for screen readers. */
function Problems({ id, problems }: { id: string; problems: readonly EditorProblem[] }) {
  return (
    <div id={id} className="hidden" role="status">
      {problems.slice(0, MAX_ANNOUNCED_PROBLEMS).map((problem, position) => (
        <p key={position}>
          {problem.severity === 'error' ? 'Error' : 'Warning'} in line {problem.line}, column {problem.column}
          : {problem.message}
        </p>
      ))}
      {problems.length > MAX_ANNOUNCED_PROBLEMS && <p>and {problems.length - MAX_ANNOUNCED_PROBLEMS} more</p>}
    </div>
  );
}

/** The marks next to the lines, in the same form. */
const Marks = ({ marks }: { marks: readonly LineMark[] }) => (
  <ul className="hidden" aria-label="Marked lines">
    {marks.slice(0, MAX_ANNOUNCED_PROBLEMS).map(({ line, words }, position) => (
      <li key={position}>
        Line {line}: {words}
      </li>
    ))}
    {marks.length > MAX_ANNOUNCED_PROBLEMS && <li>and {marks.length - MAX_ANNOUNCED_PROBLEMS} more</li>}
  </ul>
);

/** Most problems that are read out. */
const MAX_ANNOUNCED_PROBLEMS = 5;
