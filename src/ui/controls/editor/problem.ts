import type { Action, Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';

/** A problem at a place of the text. Line and column begin at 1; columns and lengths are UTF-16 units. */
export interface EditorProblem {
  readonly line: number;
  readonly column: number;
  /** Length; if absent or 0, the word at the place is meant. */
  readonly length?: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** The probable intention, in place of the words there; null or absent if it is unknown. */
  readonly meant?: string | null;
}

/** End of a word in YAML. */
const WORD_END = /[\s,:[\]{}#"'&*!|>]/;

/** Position of a place; for one outside the text, the nearest inside. */
export function findEditorPosition(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.max(1, Math.min(doc.lines, Math.floor(line) || 1)));
  return Math.max(from, Math.min(to, from + (Math.floor(column) || 1) - 1));
}

/** The part of the text that a problem underlines: at least one letter of its line, if it has any. */
function findProblemRange(doc: Text, problem: EditorProblem): { readonly from: number; readonly to: number } {
  const at = findEditorPosition(doc, problem.line, problem.column);
  const line = doc.lineAt(at);
  const from = at === line.to && at > line.from ? at - 1 : at;
  const length = problem.length || measureLeadingWord(line.text.slice(from - line.from));
  return { from, to: Math.min(Math.max(from + length, Math.min(from + 1, line.to)), doc.length) };
}

/** Puts the suggestion in the place of the problem, at its present position. */
const createFixAction = (insert: string): Action => ({
  name: `Change to ${insert}`,
  apply: (view, from, to) =>
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    }),
});

function measureLeadingWord(rest: string): number {
  const end = rest.search(WORD_END);
  return end < 0 ? rest.length : end;
}

/** Diagnostics in the order of the text. */
export const buildDiagnostics = (doc: Text, problems: readonly EditorProblem[]): Diagnostic[] =>
  problems
    .map(problem => ({
      ...findProblemRange(doc, problem),
      severity: problem.severity,
      message: problem.message,
      ...(problem.meant && { actions: [createFixAction(problem.meant)] }),
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
