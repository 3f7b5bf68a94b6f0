import { describe, expect, it, vi } from 'vitest';
import { createPairing } from '../../../src/ui/commands/createPairing.ts';
import type { Openings } from '../../../src/ui/life/openings.ts';
import { getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { openPage } from '../page.tsx';

const SOURCE = { kind: 'kept', id: 'one' } as const;
const WORDS = { own: 'this run', other: 'one' };

/** A page with recorded cases, and what compares them, while they are played to their end. */
async function comparing() {
  const page = await openPage(getModelDefaults('recorded'));
  const { engine, store } = page;
  let arrive = () => {};
  const open = vi.fn<Openings['open']>(async () => true);
  const fail = vi.fn();
  const pair = createPairing({
    ...{ store, fail, engine: () => engine.api, files: () => ({}) },
    ask: question =>
      question(engine.api).then(
        () => true,
        () => false,
      ),
    open,
    runTo: () =>
      new Promise<void>(resolve => {
        arrive = resolve;
      }),
  });
  const compared = pair.compare(SOURCE, WORDS);
  return { ...page, pair, open, fail, compared, arrive: () => arrive() };
}

describe('a comparison of recorded cases', () => {
  it('begins once they are played', async () => {
    const { engine, arrive, compared } = await comparing();
    expect(engine.calls).not.toContain('openOther kept');
    arrive();
    await compared;
    expect(engine.calls).toContain('openOther kept');
  });

  it('is abandoned where another run is opened meanwhile, or it is left', async () => {
    const opened = await comparing();
    await opened.commands.open(getModelDefaults('social'));
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

it('two runs that change places at the second try are compared then as well', async () => {
  const { engine, store, pair, open, arrive, compared } = await comparing();
  const { run } = store.getState();
  vi.spyOn(engine.api, 'openOther').mockResolvedValue({ recorded: null } as never);
  store.setState({ compareWith: () => store.setState({ pair: { run, words: WORDS } as never }) });
  arrive();
  await compared;
  open.mockResolvedValueOnce(false);
  await pair.swapPair();
  expect(engine.api.openOther).toHaveBeenCalledTimes(1);
  const again = open.mock.lastCall![3]!;
  again();
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => {
    arrive();
    expect(engine.api.openOther).toHaveBeenCalledTimes(2);
  });
});
