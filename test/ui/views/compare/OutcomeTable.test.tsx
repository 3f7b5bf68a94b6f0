import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OutcomeDefinition, OutcomeValues } from '../../../../src/engine/model/outcomeDefinition.ts';
import { GOVERNED_OUTCOMES } from '../../../../src/engine/models/governed/reports/governedOutcomes.ts';
import { OutcomeTable } from '../../../../src/ui/views/compare/CompareCorner.tsx';
import { renderOnPage } from '../../page.tsx';

const values = (ofChances: number | null): OutcomeValues =>
  GOVERNED_OUTCOMES.map((outcome: OutcomeDefinition) => (outcome.needs === undefined ? 4 : ofChances));

it('the table of outcomes has a row for each outcome that either run can have', async () => {
  const { store } = await renderOnPage(<OutcomeTable />);
  const show = (a: OutcomeValues, b: OutcomeValues) =>
    act(() => {
      store.setState(({ run }) => ({
        run: run && { ...run, info: { ...run.info, outcomes: GOVERNED_OUTCOMES } },
      }));
      const unknown = { differences: null, elsewhere: null, texts: null };
      const run = store.getState().run!;
      store.setState({
        pair: {
          run,
          files: {},
          words: { own: '', other: '' },
          isOwnB: false,
          ...unknown,
          outcomes: { tick: 9, a, b },
        },
      });
    });
  show(values(null), values(null));
  const rows = () => screen.getAllByRole('rowheader').map(header => header.textContent);
  expect(rows()).toHaveLength(8);
  expect(rows().join()).not.toContain('Resumed');
  show(values(null), values(2));
  expect(rows()).toHaveLength(GOVERNED_OUTCOMES.length);
  expect(screen.getByRole('row', { name: /^Resumed, verdicts – 2 –$/ })).toBeInTheDocument();
  show(values(2.6249), values(2.6151));
  expect(screen.getByRole('row', { name: /^Resumed, verdicts 2\.625 2\.615 −0\.010$/ })).toBeInTheDocument();
  // Of a difference that is rounded to 0 nobody can say which way it goes.
  for (const [a, b] of [
    [0.3, 0.1 + 0.2],
    [0.1 + 0.2, 0.3],
  ]) {
    show(values(a), values(b));
    expect(screen.getByRole('row', { name: /^Resumed, verdicts 0\.30 0\.30 0\.00$/ })).toBeInTheDocument();
  }
});
