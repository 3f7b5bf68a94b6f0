import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const underlined = {
  backgroundImage: 'none',
  paddingBottom: '0',
  textDecoration: 'underline wavy var(--ink)',
  textDecorationThickness: '1.2px',
  textUnderlineOffset: '2px',
  textDecorationSkipInk: 'none',
};

/** Ink and hairlines without hue, in both themes by custom properties. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '11px',
    color: 'var(--ink-2)',
    backgroundColor: 'var(--bg)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '15px', overflow: 'auto' },
  '.cm-content': { padding: '4px 0 12px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--ink) 24%, var(--bg))',
  },
  '.cm-gutters': { color: 'var(--ink-3)', backgroundColor: 'var(--bg)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '30px', padding: '0 6px 0 12px' },
  // Translucent: what is selected lies behind the lines.
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--ink) 3%, transparent)' },
  '.cm-activeLineGutter': { color: 'var(--ink-2)', backgroundColor: 'transparent' },
  '.cm-problemLine': { backgroundColor: 'color-mix(in oklab, var(--ink) 6%, transparent)' },
  '.cm-lintRange-error': underlined,
  '.cm-lintRange-warning': { ...underlined, textDecorationColor: 'var(--ink-3)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--ink)' },
  '.cm-variable, .cm-variable span': { color: 'var(--ink)', fontWeight: '500' },
  '&.cm-focused .cm-matchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    color: 'var(--ink)',
    backgroundColor: 'var(--hair-strong)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--hair-strong)' },
  '.cm-searchMatch-selected': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-searchMatch-selected span': { color: 'inherit' },
});

/** Panels and tooltips over the text or next to it. */
const panels = EditorView.theme({
  '.cm-tooltip': {
    maxWidth: '300px',
    color: 'var(--ink-2)',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--hair-strong)',
    borderRadius: 'var(--radius-control)',
  },
  '.cm-tooltip-lint': { overflow: 'hidden' },
  '.cm-diagnostic': {
    padding: '6px 10px',
    border: '0',
    font: '12px/16px var(--font-sans)',
    whiteSpace: 'normal',
  },
  '.cm-diagnosticAction': {
    display: 'block',
    margin: '4px 0 0',
    padding: '2px 8px',
    font: 'inherit',
    color: 'var(--ink)',
    backgroundColor: 'transparent',
    border: '1px solid var(--hair-strong)',
    borderRadius: '4px',
  },
  '.cm-diagnosticAction:hover': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '96px',
    maxHeight: '152px',
    fontFamily: 'var(--font-mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 10px', lineHeight: '15px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--ink)',
    backgroundColor: 'var(--hair)',
  },
  '.cm-completionMatchedText': { color: 'var(--ink)', textDecoration: 'none', fontWeight: '500' },
  '.cm-completionDetail': { color: 'var(--ink-3)', fontStyle: 'normal' },
  '.cm-panels': { color: 'var(--ink-2)', backgroundColor: 'var(--bg)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--hair)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 12px', font: '11px/14px var(--font-sans)' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '3px' },
  '.cm-textfield': {
    height: '24px',
    width: '120px',
    padding: '0 6px',
    color: 'var(--ink)',
    backgroundColor: 'var(--bg)',
    border: '1px solid var(--hair-strong)',
    borderRadius: '4px',
  },
  '.cm-button': {
    minHeight: '24px',
    padding: '0 6px',
    color: 'var(--ink-2)',
    backgroundImage: 'none',
    backgroundColor: 'transparent',
    border: '0',
    borderRadius: '4px',
  },
  '.cm-button:hover': { color: 'var(--ink)', backgroundColor: 'var(--hover)' },
  '.cm-panel.cm-rename': {
    padding: '8px 32px 8px 16px',
    font: '12px/16px var(--font-sans)',
  },
  '.cm-rename > div, .cm-rename > form': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
  },
  '.cm-rename select': { minHeight: '24px', font: 'inherit' },
  '.cm-rename .cm-textfield, .cm-rename .cm-button': { margin: '0', font: 'inherit' },
  '.cm-rename .cm-textfield': { fontFamily: 'var(--font-mono)' },
  '.cm-rename .cm-button': { border: '1px solid var(--hair-strong)', padding: '0 10px' },
  '.cm-rename output': { flex: '1 0 100%', color: 'var(--ink-3)' },
  '.cm-rename output.cm-rename-refused': { color: 'var(--ink)', fontWeight: '600' },
  '.cm-dialog-close': { color: 'var(--ink-2)' },
  '.cm-panel.cm-search [name=close]': { top: '4px', right: '4px', fontSize: '16px', color: 'var(--ink-2)' },
});

const inks = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--ink)', fontWeight: '500' },
  { tag: tags.lineComment, color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.separator, tags.punctuation, tags.brace, tags.squareBracket], color: 'var(--ink-3)' },
  { tag: [tags.labelName, tags.typeName, tags.tagName, tags.keyword, tags.meta], color: 'var(--ink)' },
]);

/** The editor's look in both themes of the page. */
export const inkTheme: Extension = [look, panels, syntaxHighlighting(inks)];
