import { createLazyView } from '../createLazyView.tsx';
import styles from './TextEditor.module.css';
import type { TextEditorProps } from './textEditorProps.ts';

export type { EditorSnippet } from './findSnippetsAt.ts';
export type { EditorLanguage } from './languageSupport.ts';
export type { Renamer } from './openRenameDialog.ts';
export type { EditorProblem } from './problem.ts';
export type { EditorPast, TextEditorProps } from './textEditorProps.ts';

/** A text to edit, filling its place; its code is loaded when it is first shown. */
export const TextEditor = createLazyView<TextEditorProps>(
  async () => (await import('./EditorPane.tsx')).EditorPane,
  <p className={`label ${styles.waiting}`}>The editor is loading …</p>,
);
