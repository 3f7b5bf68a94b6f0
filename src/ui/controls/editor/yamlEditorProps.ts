import type { EditorProblem } from './problem.ts';

/** What the editor is given, and whom it tells. */
export interface YamlEditorProps {
  /** What is edited, for those who do not see it. */
  readonly label: string;
  /** Another text than the one that was told last replaces what is there. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Control or Command and Enter. */
  readonly onApply: () => void;
  /** Those of the text as it was checked; they move with it until others come. */
  readonly problems: readonly EditorProblem[];
  /** A place to jump to, once for each serial number; from 1. */
  readonly reveal: { readonly line: number; readonly column: number; readonly serial: number } | null;
  /** Names that are known in prompts. */
  readonly variables: readonly string[];
  /** Keys and names of states, to complete. */
  readonly words: readonly string[];
}
