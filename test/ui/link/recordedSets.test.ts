import { expect, it, vi } from 'vitest';
import { recordedSets } from '../../../src/ui/link/recordedSets.ts';
import { defaultsOf } from '../../../src/ui/models/looks.ts';
import { openPage } from '../page.tsx';

it('a set that is opened at the second try is compared with the other one then as well', async () => {
  const { store, link } = await openPage(defaultsOf('recorded'));
  const compare = vi.spyOn(link, 'compare').mockResolvedValue(true);
  const tries: (() => void)[] = [];
  const sets = recordedSets({
    ...{ store, link: () => link, settled: () => defaultsOf('recorded') },
    async openWith(_given, { again }) {
      // Only the second try opens another run.
      if (tries.push(again!) > 1) await link.open(defaultsOf('recorded'));
    },
  });
  await sets.use([new File(['{}'], 'a.json'), new File(['{}'], 'b.json')], 'each');
  expect(compare).not.toHaveBeenCalled();
  tries[0]();
  await vi.waitFor(() => expect(compare).toHaveBeenCalledOnce());
  expect(compare.mock.lastCall![1]).toMatchObject({ other: 'b.json' });
});
