import { type ComponentType, createContext, useContext } from 'react';
import type { TextProblem } from '../../../engine/core/textProblem.ts';
import type { OwnInput } from '../../../engine/setup/config.ts';
import type { PageCommands } from '../../contract/pageCommands.ts';
import type { RemoteEngine } from '../../contract/remoteEngine.ts';
import type { EditorLanguage, EditorSnippet, Renamer } from '../../controls/editor/TextEditor.tsx';
import type { PageState } from '../../state/pageState.ts';

/** The text that a run is made from. */
export interface RunText {
  readonly name: string;
  readonly text: string;
}

/** Result of reading a text. */
export interface TextCheck {
  /** Problems by place, errors and warnings together. */
  readonly problems: readonly TextProblem[];
  /** "6 states, 9 steps"; null with errors. */
  readonly found: string | null;
}

/** A place in the editor to jump to, once for each serial number. */
export interface Reveal {
  readonly line: number;
  readonly column: number;
  readonly serial: number;
}

/** A model's knowledge of its text and of the one in the editor. */
export interface SidePart {
  /** The text that the run is made from. */
  readonly inputs: RunText | null;
  /** Problems of the text in the editor, and that text. */
  readonly check: (TextCheck & { readonly text: string }) | null;
  readonly reveal: Reveal | null;
}

/** A text to begin with. */
export interface TextTemplate {
  /** Name of the file that it becomes. */
  readonly name: string;
  /** Description in a few words. */
  readonly label: string;
  text(): Promise<string>;
}

/** Names that the editor completes. */
interface SideNames {
  readonly variables: readonly string[];
  readonly words: readonly string[];
}

/** The text in the editor, and the way to change it. */
export interface SideTableProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The text that is edited next to the chart: a model's text, its reading, and its labels. */
export interface SideText {
  readonly input: OwnInput;
  /** Heading of the editor. */
  readonly title: string;
  /** Noun for the text: "workflow". */
  readonly noun: string;
  /** Names of files that are opened, for the browser's chooser. */
  readonly accept: string;
  /** MIME type of the file that it is saved as. */
  readonly type: string;
  readonly templates: readonly TextTemplate[];
  readonly snippets: readonly EditorSnippet[];
  language(name: string, text: string): EditorLanguage;
  /** Name of the changed text, if the run's text is not the user's. */
  editedName(name: string): string;
  part(state: Pick<PageState, 'modelParts'>): SidePart;
  /** Jumps to a place in the editor; null takes the last wish back. */
  setReveal(state: PageState, reveal: Reveal | null): void;
  namesIn(state: Pick<PageState, 'modelParts'>): SideNames;
  check(engine: RemoteEngine, text: string): Promise<TextCheck>;
  /**
   * Names of the prompts that differ between two texts in nothing that the built-in policy goes by; absent: no text of
   * the model has prompts.
   */
  unreadPrompts?(engine: RemoteEngine, before: string, after: string): Promise<readonly string[]>;
  /** The text as a table that changes it; absent if there is none. */
  readonly Table?: ComponentType<SideTableProps>;
  /** Renames the name at the cursor; absent if nothing can be renamed. */
  renamer?(commands: PageCommands): Renamer;
}

/** The text of the model that is open. */
export const SideTextContext = createContext<SideText | null>(null);

/** The text that is edited next to the chart. @throws Error outside of such an editor */
export function useSideText(): SideText {
  const text = useContext(SideTextContext);
  if (text === null) throw new Error('there is no text to edit');
  return text;
}

/** "Workflow" */
export const capitalizeNoun = (noun: string): string => noun[0].toUpperCase() + noun.slice(1);

/** Number of errors in a check; warnings do not count. */
export const countCheckErrors = (check: TextCheck | null): number =>
  check?.problems.filter(({ severity }) => severity === 'error').length ?? 0;

/** The text in the editor: what was typed, else the run's. */
export function getEditorText(text: SideText, state: Pick<PageState, 'edits' | 'modelParts'>): string | null {
  const { inputs } = text.part(state);
  return inputs === null ? null : (state.edits.draft?.text ?? inputs.text);
}
