import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PairCascade } from '../../../../../src/ui/models/social/pair/PairCascade.tsx';
import { getSocialPart } from '../../../../../src/ui/models/social/socialPart.ts';
import { formatRoundNumber } from '../../../../../src/ui/words/runClock.ts';
import { openPage, renderOnPage } from '../../../page.tsx';
import { settlePage } from '../../../settlePage.ts';

it('a cascade in two runs is shown as of the last round that both have, which is named', async () => {
  const other = await openPage();
  for (let i = 0; i < 3; i++) await other.commands.step();
  const { store, commands } = await renderOnPage(<PairCascade />);
  for (let i = 0; i < 6; i++) await act(() => commands.step());
  const pair = {
    ...{ run: other.store.getState().run!, files: {}, isOwnB: false },
    ...{ words: { own: 'this run', other: 'a shorter one' }, differences: null, outcomes: null },
    ...{ elsewhere: null, texts: null },
  };
  act(() => store.setState({ pair }));
  act(() => store.getState().select({ own: { root: 0, post: null, isChosen: true } }));
  await settlePage();
  expect(getSocialPart(store.getState()).tree?.upTo).toBe(6);
  expect(getSocialPart(store.getState()).pairTrees).toMatchObject({ at: 3, own: { upTo: 3 } });
  expect(screen.getByRole('table', { name: 'at Round 3' })).toBeInTheDocument();
  const told = screen.getByLabelText(/^Cascade in both runs/).getAttribute('aria-label');
  const { own } = getSocialPart(store.getState()).pairTrees!;
  const name = store.getState().run!.info.names[own!.author[0]];
  expect(told).toContain(`The post by ${name}, Round ${formatRoundNumber(own!.tick[0])}: A has`);
  expect(told).toContain(', at Round 3.');

  // Also where a later round than that is looked at.
  act(() => store.getState().select({ cursor: 5 }));
  await settlePage();
  expect(getSocialPart(store.getState()).pairTrees).toMatchObject({ at: 3, own: { upTo: 3 } });
  act(() => store.getState().select({ cursor: 2 }));
  await settlePage();
  expect(getSocialPart(store.getState()).pairTrees).toMatchObject({ at: 2, own: { upTo: 2 } });
  expect(screen.queryByText(/^at Round/)).toBeNull();
});
