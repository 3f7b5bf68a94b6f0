import { describe, expect, it, vi } from 'vitest';
import { pairing } from '../../../src/ui/link/pairing.ts';
import { defaultsOf } from '../../../src/ui/models/looks.ts';
import { openPage } from '../page.tsx';

const SOURCE = { kind: 'kept', id: 'one' } as const;
const WORDS = { own: 'this run', other: 'one' };

/** A page with recorded cases, and what compares them, while they are played to their end. */
async function comparing() {
  const page = await openPage(defaultsOf('recorded'));
  const { engine, store } = page;
  let arrive = () => {};
  const fail = vi.fn();
  const pair = pairing({
    ...{ store, fail, engine: () => engine.api, files: () => ({}) },
    ask: async question => {
      await question(engine.api);
      return true;
    },
    open: async () => true,
    runTo: () =>
      new Promise<void>(resolve => {
        arrive = resolve;
      }),
  });
  const compared = pair.compare(SOURCE, WORDS);
  return { ...page, pair, fail, compared, arrive: () => arrive() };
}

describe('a comparison of recorded cases', () => {
  it('begins once they are played', async () => {
    const { engine, arrive, compared } = await comparing();
    expect(engine.calls).not.toContain('openOther kept');
    arrive();
    await compared;
    expect(engine.calls).toContain('openOther kept');
  });

  it('is given up where another run is opened meanwhile, or it is left', async () => {
    const opened = await comparing();
    await opened.link.open(defaultsOf('social'));
    opened.arrive();
    expect(await opened.compared).toBe(false);
    const left = await comparing();
    await left.pair.leavePair();
    left.arrive();
    expect(await left.compared).toBe(false);
    for (const { engine, fail } of [opened, left]) {
      expect(engine.calls).not.toContain('openOther kept');
      expect(fail).not.toHaveBeenCalled();
    }
  });
});
