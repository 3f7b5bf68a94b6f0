import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { getLineMarks, lineMarks, markLines } from '../../../../src/ui/controls/editor/lineMarks.ts';

it('marks of lines have titles, two on a line together, and move with the text', () => {
  const view = new EditorView({ doc: 'a\nb\nc', extensions: lineMarks, parent: document.body });
  const titles = () => [...view.dom.querySelectorAll<HTMLElement>('.cm-lineMark')].map(({ title }) => title);
  const put = (...all: readonly (readonly [number, string])[]) =>
    view.dispatch({ effects: markLines.of(all.map(([line, words]) => ({ line, words }))) });
  put([3, 'failed'], [2, 'refused'], [3, 'skipped'], [9, 'beyond the text']);
  expect(titles()).toEqual(['refused', 'failed\nskipped']);
  view.dispatch({ changes: { from: 0, insert: '# mine\n' } });
  expect(titles()).toEqual(['refused', 'failed\nskipped']);
  expect(getLineMarks(view.state)).toEqual([
    { line: 3, words: 'refused' },
    { line: 4, words: 'failed\nskipped' },
  ]);
  put();
  expect(titles()).toEqual([]);
  view.destroy();
});

it('a figure stands behind its line with a bar, moves with the text, and goes with the others', () => {
  const view = new EditorView({ doc: 'a\nb\nc', extensions: lineMarks, parent: document.body });
  const told = () =>
    [...view.dom.querySelectorAll<HTMLElement>('.cm-figure')].map(one => [
      one.textContent,
      one.title,
      one.querySelector('i')?.style.width,
    ]);
  const figure = (line: number, text: string, share: number) => ({
    line,
    words: `${text} times`,
    figure: { text, share },
  });
  view.dispatch({
    effects: markLines.of([
      figure(2, '71', 1),
      figure(3, '0', 0),
      { line: 3, words: 'refused' },
      figure(9, '4', 1),
    ]),
  });
  expect(told()).toEqual([
    ['71', '71 times', '36px'],
    ['0', '0 times', '0px'],
  ]);
  // Those with a figure are no dots.
  expect(getLineMarks(view.state)).toEqual([{ line: 3, words: 'refused' }]);
  view.dispatch({ changes: { from: 0, insert: '# mine\n' } });
  expect(told()).toHaveLength(2);
  view.dispatch({ effects: markLines.of([]) });
  expect(told()).toEqual([]);
  view.destroy();
});
