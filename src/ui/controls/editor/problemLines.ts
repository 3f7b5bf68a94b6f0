import { setDiagnosticsEffect } from '@codemirror/lint';
import { RangeSetBuilder, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

const LINES = {
  error: Decoration.line({ class: 'cm-problemLine cm-problemLine-error' }),
  warning: Decoration.line({ class: 'cm-problemLine' }),
};

/** Highlights the lines of the problems that are shown; they move with the text. */
export const problemLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setDiagnosticsEffect)) return buildProblemLines(transaction.newDoc, effect.value);
    return lines.map(transaction.changes);
  },
  provide: field => EditorView.decorations.from(field),
});

function buildProblemLines(
  doc: Text,
  problems: readonly { from: number; severity: string }[],
): DecorationSet {
  const severities = new Map<number, 'error' | 'warning'>();
  for (const { from, severity } of problems) {
    const line = doc.lineAt(from).from;
    if (severity === 'error' || !severities.has(line))
      severities.set(line, severity === 'error' ? 'error' : 'warning');
  }
  const builder = new RangeSetBuilder<Decoration>();
  for (const [line, severity] of [...severities].sort(([a], [b]) => a - b))
    builder.add(line, line, LINES[severity]);
  return builder.finish();
}
