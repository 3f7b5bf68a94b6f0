import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { App } from '../../../../src/ui/app/App.tsx';
import { getWorkflowPart } from '../../../../src/ui/models/workflow/workflowPart.ts';
import { renderOnPage, renderWorkflow } from '../../page.tsx';
import { settlePage } from '../../settlePage.ts';

// jsdom lays nothing out.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

const cellsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('th, td')].map(cell => cell.textContent?.trim());

describe('figures of the steps of a workflow', () => {
  it('stand in a table, written out where nothing happened; a press shows the line in the editor', async () => {
    const { store } = await renderWorkflow(<App />);
    act(() => store.getState().arrange({ counted: [] }));
    const corner = await screen.findByRole('region', { name: 'Statistics' });
    fireEvent.click(await within(corner).findByRole('button', { name: 'Steps' }));
    const table = await within(corner).findByRole('table', { name: 'steps' });
    const [, code, reflect] = within(table).getAllByRole('row');
    expect(cellsOf(code)).toEqual(['38 compute_metrics', '–', '0', '0', '0', '0', '0']);
    expect(cellsOf(reflect)).toEqual([
      ...['101 strategic_reflect', '196', '70', '60', '10', '60, 2 now', '25,649'],
    ]);
    expect(reflect).toHaveAttribute('title', expect.stringMatching(/^failed 70 of 196 questions in Tick/));
    const [, closed, any] = within(within(corner).getByRole('table', { name: 'transitions' })).getAllByRole(
      'row',
    );
    expect(cellsOf(closed)).toEqual(["26 reflecting → shipping if hand == 'works'", '70', '0']);
    expect(cellsOf(any)).toEqual(['30 any → observing', '0', '127']);
    fireEvent.click(within(reflect).getByRole('button', { name: /strategic_reflect$/ }));
    expect(getWorkflowPart(store.getState()).reveal).toMatchObject({ line: 101, column: 7 });
    await settlePage();
    const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: /YAML/ }))!;
    expect(view.state.doc.lineAt(view.state.selection.main.head).number).toBe(101);
  });

  it('mark the lines that fail in the editor, with what was counted', async () => {
    await renderWorkflow(<App />);
    const marked = await screen.findByRole('list', { name: 'Marked lines' });
    await settlePage();
    const told = within(marked)
      .getAllByRole('listitem')
      .map(item => item.textContent);
    expect(told).toEqual([
      expect.stringMatching(/^Line 26: refused 70 times in Ticks? .+, taken 0 times$/),
      expect.stringMatching(
        /^Line 101: strategic_reflect failed 70 of 196 questions in Ticks? .+: 60 tried again, 10 given up, 9,120 tokens for nothing$/,
      ),
    ]);
  });

  it('stand behind the lines of the text as long as the statistics are open', async () => {
    const { store } = await renderWorkflow(<App />);
    const marked = await screen.findByRole('list', { name: 'Marked lines' });
    await settlePage();
    const told = () =>
      within(marked)
        .queryAllByRole('listitem')
        .map(item => item.textContent);
    const before = told();
    act(() => store.getState().arrange({ counted: [] }));
    await settlePage();
    expect(told()).toEqual([
      ...before,
      expect.stringMatching(/^Line 26: taken 0 times in Ticks? /),
      expect.stringMatching(/^Line 30: taken 127 times in Ticks? /),
      // Of the code, which asks nobody, it is not recorded.
      expect.stringMatching(
        /^Line 101: strategic_reflect asked 196 times, 25,649 tokens, .*60 turns stalled in Ticks? /,
      ),
    ]);
    act(() => store.getState().arrange({ counted: null }));
    await settlePage();
    expect(told()).toEqual(before);
  });

  it('are not offered where a run has none', async () => {
    const { store } = await renderOnPage(<App />);
    act(() => store.getState().arrange({ counted: [] }));
    const corner = await screen.findByRole('region', { name: 'Statistics' });
    expect(await within(corner).findByRole('button', { name: 'States' })).toBeInTheDocument();
    expect(within(corner).queryByRole('button', { name: 'Steps' })).toBeNull();
  });
});
