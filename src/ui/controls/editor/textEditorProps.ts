import type { EditorSnippet } from './findSnippetsAt.ts';
import type { EditorLanguage } from './languageSupport.ts';
import type { LineMark } from './lineMarks.ts';
import type { Renamer } from './openRenameDialog.ts';
import type { EditorProblem } from './problem.ts';

/** Store of the text's undo history. */
export interface EditorPast {
  /** The history kept last; null for none. */
  kept(): string | null;
  keep(past: string | null): void;
}

/** Content and callbacks of the editor. */
export interface TextEditorProps {
  readonly language: EditorLanguage;
  /** Accessible name of the text. */
  readonly label: string;
  /** The text; one that differs from the last reported replaces the content. */
  readonly text: string;
  /** Origin of the text: edits of another origin are not undone here. */
  readonly origin: string;
  readonly onChange: (text: string) => void;
  /** Called on Control+Enter or Command+Enter. */
  readonly onApply: () => void;
  /** Problems of the text as checked; they move with it until others come. */
  readonly problems: readonly EditorProblem[];
  /** Remarks on lines of the text, shown next to them; null: the present ones stay, and move with the text. */
  readonly marks?: readonly LineMark[] | null;
  /** A place to jump to, once for each serial number; from 1. */
  readonly reveal: { readonly line: number; readonly column: number; readonly serial: number } | null;
  /** Names that are known in prompts. */
  readonly variables: readonly string[];
  /** Keys and names of states, for completion. */
  readonly words: readonly string[];
  readonly snippets: readonly EditorSnippet[];
  /** Absent if nothing can be renamed. */
  readonly renamer?: Renamer | undefined;
  /** Asks for a new name, once for each number; from 1. */
  readonly renames: number;
  /** Keeps what can be undone over a reload of the page. */
  readonly past: EditorPast;
}
