import { isolateHistory, undo, undoDepth } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { keptHistory, stateWith } from '../../../../src/ui/controls/editor/undoHistory.ts';

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

describe('what can be undone in a text', () => {
  it('is the same after a reload of the page', () => {
    const typed = type(type(stateWith('a', null, []), 'b'), 'c');
    const again = stateWith('abc', keptHistory(typed), []);
    expect(undone(again)).toBe('ab');
    expect(undoDepth(again)).toBe(2);
  });

  it('is nothing where it was kept of another text, or cannot be read', () => {
    const kept = keptHistory(type(stateWith('a', null, []), 'b'));
    for (const past of [kept, '{', '{"text": 1}', 'null', null])
      expect(undoDepth(stateWith('other', past, []))).toBe(0);
    expect(keptHistory(stateWith('a', null, []))).toBeNull();
  });

  it('is kept up to a size, the latest steps first', () => {
    let state = stateWith('', null, []);
    for (let step = 0; step < 8; step++) state = type(state, 'x'.repeat(30_000));
    for (let step = 0; step < 8; step++)
      state = state.update({
        changes: { from: 0, to: 30_000 },
        annotations: isolateHistory.of('full'),
      }).state;
    const kept = keptHistory(state)!;
    expect(kept.length).toBeLessThan(160_000);
    const again = stateWith('', kept, []);
    expect(undoDepth(again)).toBeGreaterThan(0);
    expect(undone(again)).toBe('x'.repeat(30_000));
  });
});
