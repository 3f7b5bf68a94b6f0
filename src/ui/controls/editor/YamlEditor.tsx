import { lazily } from '../lazily.tsx';
import styles from './YamlEditor.module.css';
import type { YamlEditorProps } from './yamlEditorProps.ts';

export type { EditorProblem } from './problem.ts';
export type { Renamer } from './renameDialog.ts';
export type { EditorSnippet } from './snippets.ts';
export type { EditorPast, YamlEditorProps } from './yamlEditorProps.ts';

/** A YAML text to edit, filling its place; its code is loaded when it is first shown. */
export const YamlEditor = lazily<YamlEditorProps>(
  async () => (await import('./EditorPane.tsx')).EditorPane,
  <p className={`label ${styles.waiting}`}>The editor is loading …</p>,
);
