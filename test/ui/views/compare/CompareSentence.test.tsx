import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RunPair } from '../../../../src/ui/state/runState.ts';
import { CompareSentence } from '../../../../src/ui/views/compare/CompareSentence.tsx';
import { renderOnPage } from '../../page.tsx';

it('runs with equal outcomes may differ in what agents did, which is shown', async () => {
  const { store, commands } = await renderOnPage(
    <p data-testid="told">
      <CompareSentence />
    </p>,
  );
  for (let i = 0; i < 3; i++) await act(() => commands.step());
  const { run } = store.getState();
  const values = run!.info.outcomes.map(() => 4);
  const pairOf = (parted: number) =>
    ({
      ...{ run, words: { own: 'this run', other: 'Liking 3' }, isOwnB: false, elsewhere: null, texts: null },
      outcomes: { tick: 2, a: values, b: values },
      differences: { parted, until: 3 },
    }) as unknown as RunPair;
  act(() => store.setState({ pair: pairOf(0) }));
  const told = () => screen.getByTestId('told').textContent;
  const none = `none of the ${values.length} outcomes differs at Round 2`;
  expect(told()).toContain(`${none}.`);
  act(() => store.setState({ pair: pairOf(2) }));
  expect(told()).toMatch(new RegExp(`${none}, though 2 of \\d+ agents diverge up to Round 3\\.`));
});

it('of runs of which nothing has been played, no outcome is said to be equal or to change', async () => {
  const { store } = await renderOnPage(
    <p data-testid="told">
      <CompareSentence />
    </p>,
  );
  const { run } = store.getState();
  const pair = {
    ...{ run, words: { own: 'this run', other: 'Liking 3' }, isOwnB: false, elsewhere: null, texts: null },
    outcomes: { tick: 0, a: run!.info.outcomes.map(() => 0), b: run!.info.outcomes.map(() => null) },
    differences: null,
  } as unknown as RunPair;
  act(() => store.setState({ pair }));
  const told = screen.getByTestId('told').textContent;
  expect(told).toContain('nothing has been played in both yet');
  expect(told).not.toMatch(/becomes|differs/);
});

it('the outcome that says most of the model comes before the first one', async () => {
  const { store } = await renderOnPage(
    <p data-testid="told">
      <CompareSentence />
    </p>,
  );
  const outcomeOf = (name: string) => ({ name, label: name, unit: 'share', better: null, meaning: '' });
  const outcomes = [outcomeOf('ever moved'), { ...outcomeOf('most in infected'), isFirst: true }];
  const run = store.getState().run!;
  const told = { ...run, info: { ...run.info, outcomes } } as typeof run;
  const pairOf = (b: readonly number[]) =>
    ({
      ...{ run: told, words: { own: 'this run', other: 'Rate 0.2' }, isOwnB: false, elsewhere: null },
      ...{ texts: null, outcomes: { tick: 2, a: [0.5, 0.1], b }, differences: null },
    }) as unknown as RunPair;
  act(() => store.setState({ run: told, pair: pairOf([0.6, 0.3]) }));
  expect(screen.getByTestId('told').textContent).toContain('most in infected 10 % becomes 30 %');
  act(() => store.setState({ pair: pairOf([0.6, 0.1]) }));
  expect(screen.getByTestId('told').textContent).toContain('ever moved 50 % becomes 60 %');
});
