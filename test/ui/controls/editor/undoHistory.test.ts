import { isolateHistory, undo, undoDepth } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { createEditorState, serializeUndoHistory } from '../../../../src/ui/controls/editor/undoHistory.ts';

const type = (state: EditorState, insert: string): EditorState =>
  state.update({
    changes: { from: state.doc.length, insert },
    annotations: isolateHistory.of('full'),
  }).state;

function undone(state: EditorState): string {
  let after = state;
  undo({ state, dispatch: transaction => (after = transaction.state) });
  return after.doc.toString();
}

describe('the undo history of a text', () => {
  it('survives a reload of the page', () => {
    const typed = type(type(createEditorState('a', null, []), 'b'), 'c');
    const again = createEditorState('abc', serializeUndoHistory(typed), []);
    expect(undone(again)).toBe('ab');
    expect(undoDepth(again)).toBe(2);
  });

  it('is empty where it was saved for another text, or cannot be read', () => {
    const kept = serializeUndoHistory(type(createEditorState('a', null, []), 'b'));
    for (const past of [kept, '{', '{"text": 1}', 'null', null])
      expect(undoDepth(createEditorState('other', past, []))).toBe(0);
    expect(serializeUndoHistory(createEditorState('a', null, []))).toBeNull();
  });

  it('is saved up to a size, the latest steps first', () => {
    let state = createEditorState('', null, []);
    for (let step = 0; step < 8; step++) state = type(state, 'x'.repeat(30_000));
    for (let step = 0; step < 8; step++)
      state = state.update({
        changes: { from: 0, to: 30_000 },
        annotations: isolateHistory.of('full'),
      }).state;
    const kept = serializeUndoHistory(state)!;
    expect(kept.length).toBeLessThan(160_000);
    const again = createEditorState('', kept, []);
    expect(undoDepth(again)).toBeGreaterThan(0);
    expect(undone(again)).toBe('x'.repeat(30_000));
  });
});
