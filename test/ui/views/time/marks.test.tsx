import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { StatechartView } from '../../../../src/ui/views/statechart/StatechartView.tsx';
import { getCachedMarks } from '../../../../src/ui/views/time/marks.ts';
import { renderOnPage } from '../../page.tsx';

describe('agents that stand out', () => {
  it('are none where the selected state is empty, and the others stay as bright as they were', async () => {
    const { store } = await renderOnPage(<StatechartView />);
    const empty = store.getState().run!.info.chart.states.length - 1;
    act(() => store.getState().select({ agents: [], state: empty }));
    expect(getCachedMarks(store.getState())).toMatchObject({ why: 'state', dim: false });
    await vi.waitFor(() => expect(screen.getByText(/highlighted: 0 people in /)).toBeVisible());
  });
});
