import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import type { PageParts } from '../../../../src/ui/model/modelPlugin.ts';
import { showCascadeByRoot, showPost } from '../../../../src/ui/models/social/cascade/showPost.ts';
import { SOCIAL_ADDRESS } from '../../../../src/ui/models/social/socialAddress.ts';
import { getPostSelection } from '../../../../src/ui/models/social/socialPart.ts';
import { createPageStore } from '../../../../src/ui/store/createPageStore.ts';
import { infoOf } from '../../fakeEngine.ts';

const PLACE = { root: 3, rootTick: -4, tick: 2 };

/** A page with a run, whose engine answers once it is told to. */
function openPage() {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  let answer: (place: typeof PLACE | null) => void = () => {};
  const asked = new Promise<typeof PLACE | null>(resolve => {
    answer = resolve;
  });
  const commands = { ask: () => asked };
  return { page: { store, commands } as unknown as PageParts, store, answer };
}

const SHOW = {
  'a post of the address': (page: PageParts) => SOCIAL_ADDRESS.shown?.show(page, 'post_006:last_seen'),
  'a cascade of the address': (page: PageParts) => SOCIAL_ADDRESS.shown?.show(page, 'post_004'),
  'a post': (page: PageParts) => showPost(page, 5),
  'a cascade': (page: PageParts) => showCascadeByRoot(page, 3),
};

describe.each(Object.entries(SHOW))('%s', (_, show) => {
  it('is shown in the run that it was asked of', async () => {
    const { page, store, answer } = openPage();
    const shown = show(page);
    answer(PLACE);
    expect((await shown) ?? null).toBeNull();
    expect(getPostSelection(store.getState())).toMatchObject({ root: 3, isChosen: true });
  });

  it('is not shown in another run that has come meanwhile, and nothing is said of it', async () => {
    for (const place of [PLACE, null]) {
      const { page, store, answer } = openPage();
      const shown = show(page);
      store.getState().opened(infoOf(DEFAULT_SETUP, 2), DEFAULT_SETUP);
      const before = getPostSelection(store.getState());
      answer(place);
      expect((await shown) ?? null).toBeNull();
      expect(getPostSelection(store.getState())).toEqual(before);
    }
  });
});

it('a post of the address is shown with its rule for parents, and one that the run does not have is named', async () => {
  const { page, store, answer } = openPage();
  const shown = SHOW['a post of the address'](page);
  answer(PLACE);
  await shown;
  expect(getPostSelection(store.getState())).toMatchObject({ root: 3, post: 5, rule: 'last_seen' });
  const other = openPage();
  const missing = SHOW['a post of the address'](other.page);
  other.answer(null);
  expect(await missing).toContain('the run has no such post');
});
