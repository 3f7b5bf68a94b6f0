import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FlowView } from '../../../../src/ui/models/chart/chartViews.tsx';
import { renderOnPage } from '../../page.tsx';
import { settlePage } from '../../settlePage.ts';

it('the flow of a tick is shown with its source and its target', async () => {
  const { store, commands } = await renderOnPage(<FlowView />);
  await act(() => commands.step());
  await settlePage();
  const { columns, info } = store.getState().run!;
  const taken = info.chart.transitions.findIndex((_, i) => columns.flow(1, i) > 0);
  const { trigger, source, target } = info.chart.transitions[taken];
  const told = `${columns.flow(1, taken)} ${trigger} (${source === '*' ? 'any state' : source} → ${target})`;
  expect(document.body.innerHTML).toContain(told);
});
