import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { SOCIAL_PARAMETERS } from '../../src/engine/models/social/socialParameters.ts';
import { getCurrentModelWords } from '../../src/ui/model/getModelAppearance.ts';
import { TermBars } from '../../src/ui/models/social/inspector/QuestionSection.tsx';
import { SocialSentence } from '../../src/ui/models/social/SocialHeadline.tsx';
import type { PageState } from '../../src/ui/state/pageState.ts';
import { describeInheritedChanges } from '../../src/ui/store/changedParameters.ts';
import { SetupPanel } from '../../src/ui/views/setup/SetupPanel.tsx';
import { RegionSelect } from '../../src/ui/views/statechart/StatechartView.tsx';
import { renderOnPage, type TestPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

/** Replaces a part of what the page knows of the run. */
const know = ({ store }: TestPage, part: Partial<NonNullable<PageState['run']>['info']>) =>
  act(() => store.setState(({ run }) => ({ run: run && { ...run, info: { ...run.info, ...part } } })));

describe('the feed in Set-up', () => {
  beforeAll(() => import('../../src/ui/views/network/NetworkFacts.tsx'));

  it('is the one that is played where a run says it by the older parameter, which another choice switches off', async () => {
    const page = await renderOnPage(<SetupPanel withChoices={false} />);
    const { config } = page.store.getState().run!.info;
    const parameters = { ...config.parameters, feed: 'by_interest', newest_first: true };
    know(page, { parameters: SOCIAL_PARAMETERS, config: { ...config, parameters } });
    const feed = screen.getByRole('combobox', { name: 'Feed' });
    expect(feed).toHaveDisplayValue('chronological');
    await userEvent.selectOptions(feed, 'random');
    await settlePage();
    expect(page.engine.calls.filter(call => call.startsWith('change'))).toEqual([
      'change newest_first false',
      'change feed random',
    ]);
  });
});

describe('the chart of people on a network', () => {
  beforeAll(() => import('../../src/ui/views/network/NetworkFacts.tsx'));

  it('is chosen in Set-up, by a reset; what moods do can be set once they are there', async () => {
    const page = await renderOnPage(<SetupPanel withChoices={false} />);
    know(page, { parameters: SOCIAL_PARAMETERS });
    const chart = screen.getByRole('combobox', { name: 'Chart' });
    expect(
      within(chart)
        .getAllByRole('option')
        .map(option => option.textContent),
    ).toEqual(['flat', 'with moods']);
    expect(screen.queryByRole('spinbutton', { name: 'Fed up after' })).toBeNull();
    await userEvent.selectOptions(chart, 'with moods');
    await settlePage();
    expect(page.engine.opened!.setup.parameters).toEqual({ moods: true });
    know(page, { parameters: SOCIAL_PARAMETERS });
    expect(screen.getByRole('spinbutton', { name: 'Fed up after' })).toBeDefined();
    expect(screen.getByText(/The preset has flat\./)).toBeDefined();
    expect(describeInheritedChanges(page.store.getState())).toBe(
      'Your changes still hold: Chart with moods.',
    );
  });

  it('has regions with moods, and the words of the shown one', async () => {
    const page = await renderOnPage(
      <>
        <RegionSelect />
        <SocialSentence />
      </>,
      { ...DEFAULT_SETUP, seed: 7 },
    );
    expect(screen.queryByRole('combobox', { name: 'Region shown' })).toBeNull();
    const { chart } = page.store.getState().run!.info;
    const region = { shown: 1, names: ['attention', 'mood'] };
    know(page, { chart: { ...chart, region, states: ['calm', 'engaged', 'fed_up'], initial: 'calm' } });
    expect(screen.getByRole('combobox', { name: 'Region shown' })).toHaveValue('1');
    expect(screen.getByText('shown:')).toBeInTheDocument();
    expect(getCurrentModelWords(page.store.getState())).toMatchObject({ active: 'stirred', resting: 'calm' });
    expect(document.body.textContent).toMatch(/ of \d+ already stirred/);
  });

  it('has the mood’s factor among the policy’s terms in the inspector', async () => {
    const terms = {
      ...{ affinity: 0.1, freshness: 0.2, tie: 0, attention: 0, quality: 1, interest: 0.3, threshold: 0.2 },
      ...{ fatigue: 1, depthDecay: 1, ageDecay: 1, momentum: 0.3 },
    };
    await renderOnPage(<TermBars terms={terms} mood="fed_up" />);
    expect(document.body.textContent).toContain('It was fed up: all three × 0.3.');
  });
});
