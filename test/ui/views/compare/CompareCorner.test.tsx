import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getModelDefaults } from '../../../../src/ui/model/getModelAppearance.ts';
import { StatesApart } from '../../../../src/ui/views/compare/CompareCorner.tsx';
import { renderOnPage } from '../../page.tsx';

const SIR = ['susceptible', 'infected', 'recovered'];

it('states that the chart of only one run has are named, and the list is absent without any', async () => {
  const { store } = await renderOnPage(<StatesApart />, getModelDefaults('chart'));
  const show = (own: readonly string[], other: readonly string[]) =>
    act(() => {
      const run = store.getState().run!;
      const withStates = (states: readonly string[]) => ({
        ...run,
        info: { ...run.info, chart: { ...run.info.chart, states } },
      });
      const unknown = { differences: null, outcomes: null, elsewhere: null, texts: null };
      const words = { own: 'b', other: 'a' };
      store.setState({
        run: withStates(own),
        pair: { run: withStates(other), files: {}, words, isOwnB: true, ...unknown },
      });
    });
  show(SIR, SIR);
  expect(document.body.textContent).toBe('');
  show(['susceptible', 'exposed', 'infected', 'recovered'], SIR);
  expect(document.body.textContent).toBe(
    'A has no exposed. Agents in such a state are elsewhere in the other run.',
  );
  show(['ignorant', 'spreader'], SIR);
  expect(document.body.textContent).toBe(
    'B has no susceptible, infected, recovered; A has no ignorant, spreader. No state is in both, so all agents are elsewhere from the beginning.',
  );
});
