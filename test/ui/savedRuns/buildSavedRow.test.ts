import { expect, it } from 'vitest';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { buildSavedRow } from '../../../src/ui/savedRuns/buildSavedRow.ts';
import type { PageState } from '../../../src/ui/state/pageState.ts';
import { openPage } from '../page.tsx';

/** What the list says of the open run, as one of another set-up. */
async function wordsFor(more: Partial<Setup>, inputInfo = {}): Promise<string | undefined> {
  const { store } = await openPage();
  const state = store.getState();
  const { info, ...rest } = state.run!;
  const run = {
    ...rest,
    setup: { ...getModelDefaults('recorded'), ...more },
    info: { ...info, config: { ...info.config, inputInfo } },
  };
  const kept = { bytes: 10 } as PageState['kept'];
  return buildSavedRow({ ...state, run, keptAs: 'one', kept } as PageState, 0)?.words;
}

it('a saved row names the set of traces that is played, and not the default one', async () => {
  const bundled = await wordsFor({});
  expect(bundled).toBe('Your agents, Telecom, fine-tuned');
  const traces = { name: 'mine.jsonl', count: 3, sha256: '00' };
  const own = await wordsFor({ own: ['traces'] }, { traces });
  expect(own).toBe('Your agents, mine.jsonl');
});
