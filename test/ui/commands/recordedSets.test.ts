import { beforeAll, expect, it, vi } from 'vitest';
import { canBeTwoSets, createRecordedSets } from '../../../src/ui/commands/recordedSets.ts';
import { getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { loadModelPlugin } from '../../../src/ui/model/registered.ts';
import { openPage } from '../page.tsx';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

it('a set that is opened at the second try is compared with the other one then as well', async () => {
  const { store, commands } = await openPage();
  const run = store.getState().run!;
  // A run that is only shown: a played one takes the fake engine all the rounds of a recording.
  const show = () => store.setState({ run: { ...run, setup: getModelDefaults('recorded') } });
  show();
  const compare = vi.spyOn(commands, 'compare').mockResolvedValue(true);
  const tries: (() => void)[] = [];
  const sets = createRecordedSets({
    ...{ store, commands: () => commands, settled: () => getModelDefaults('recorded') },
    async openWith(_given, { again }) {
      // Only the second try opens another run.
      if (tries.push(again!) > 1) show();
    },
  });
  await sets.use([new File(['{}'], 'a.json'), new File(['{}'], 'b.json')], 'each');
  expect(compare).not.toHaveBeenCalled();
  tries[0]();
  await vi.waitFor(() => expect(compare).toHaveBeenCalledOnce());
  expect(compare.mock.lastCall![1]).toMatchObject({ other: 'b.json' });
});

it('two files are a set each, except for a database with its log, a session with its sub-agent, spans with their logs', () => {
  const areTwo = (...names: readonly string[]) => canBeTwoSets(names.map(name => ({ name })));
  expect(areTwo('before.jsonl', 'after.jsonl')).toBe(true);
  expect(areTwo('opencode.db-wal', 'opencode.db')).toBe(false);
  expect(areTwo('664bc214.jsonl', 'agent-a30a0db0.jsonl')).toBe(false);
  expect(areTwo('a.jsonl', 'b.jsonl', 'c.jsonl')).toBe(false);
  expect(areTwo('137_v1_traces.json', '138_v1_logs.json')).toBe(false);
  expect(areTwo('logs.jsonl', 'spans.jsonl')).toBe(false);
  expect(areTwo('old-traces.json', 'new-traces.json')).toBe(true);
  expect(areTwo('blog-traces.json', 'catalogs.json')).toBe(true);
});
