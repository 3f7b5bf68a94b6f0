import { act, render } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { PageContext } from '../../../../src/ui/hooks.ts';
import { Sentence } from '../../../../src/ui/models/recorded/headline.tsx';
import { RECORDED } from '../../../../src/ui/models/recorded/recordedPart.ts';
import { loadPlugin } from '../../../../src/ui/models/registered.ts';
import { SetupPanel } from '../../../../src/ui/views/SetupPanel.tsx';
import { openPage } from '../../page.tsx';

beforeAll(async () => {
  await loadPlugin('recorded');
});

/** The page of so many cases that have ended. */
async function endedPage(ended: { succeeded: number; failed: number; ended: number }) {
  const page = await openPage();
  const agents = ended.succeeded + ended.failed + ended.ended;
  const run = page.store.getState().run!;
  const config = { ...run.info.config, agents };
  const setup = { ...run.setup, model: 'recorded' };
  const frame = { ended, isOver: true, lasts: 3 };
  page.store.setState({
    run: { ...run, setup, info: { ...run.info, config } },
    head: 3,
    modelParts: { recorded: { ...RECORDED.initial, frame } },
  } as object);
  return page;
}

describe('the sentence of cases that have ended', () => {
  it.each([
    [{ succeeded: 1, failed: 0, ended: 0 }, 'The one case has ended: 1 succeeded.'],
    [{ succeeded: 1, failed: 1, ended: 0 }, 'Both cases have ended: 1 succeeded, 1 failed.'],
    [
      { succeeded: 2, failed: 1, ended: 3 },
      'All 6 cases have ended: 2 succeeded, 1 failed, 3 with no outcome told.',
    ],
  ])('is right of %o', async (ended, words) => {
    const { store, link } = await endedPage(ended);
    const { container } = render(
      <PageContext value={{ store, link }}>
        <Sentence />
      </PageContext>,
    );
    await act(async () => undefined);
    expect(container.textContent).toBe(words);
  });
});

describe('the set-up of recorded cases', () => {
  it('says with its choices that no model is asked, in place of who decides', async () => {
    const { store, link } = await endedPage({ succeeded: 1, failed: 1, ended: 0 });
    const { container, queryByLabelText } = render(
      <PageContext value={{ store, link }}>
        <SetupPanel withChoices />
      </PageContext>,
    );
    await act(async () => undefined);
    expect(container.textContent).toContain('Recorded, no model is asked');
    expect(queryByLabelText('Oracle')).toBeNull();
  });
});
