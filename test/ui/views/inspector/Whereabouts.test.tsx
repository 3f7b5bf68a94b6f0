import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Whereabouts } from '../../../../src/ui/views/inspector/Whereabouts.tsx';
import { renderOnPage } from '../../page.tsx';

it('whereabouts name the three states with most agents, or four where one is left, and sum up the others', async () => {
  const { store } = await renderOnPage(
    <p data-testid="told">
      <Whereabouts tick={0} />
    </p>,
  );
  const told = (counts: readonly number[]) => {
    act(() => {
      const { run } = store.getState();
      const columns = Object.defineProperties(Object.create(run!.columns), {
        head: { value: 0 },
        count: { value: (_: number, state: number) => counts[state] ?? 0 },
      });
      store.setState({ run: { ...run!, columns } });
    });
    return screen.getByTestId('told').textContent;
  };
  const [a, b, c, d] = store.getState().run!.info.chart.states;
  expect(told([50, 30, 16, 4])).toBe(`50 ${a}, 30 ${b}, 16 ${c}, 4 ${d}`);
  expect(told([50, 30, 14, 4, 2])).toBe(`50 ${a}, 30 ${b}, 14 ${c}, 6 elsewhere`);
});
