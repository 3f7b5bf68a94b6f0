import { beforeAll, describe, expect, it } from 'vitest';
import type { Files } from '../../../src/engine/files/namedFile.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { createFileCommands } from '../../../src/ui/commands/createFileCommands.ts';
import { getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { loadModelPlugin } from '../../../src/ui/model/registered.ts';
import { openPage } from '../page.tsx';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

const file = (name: string, text = '{"run": "1"}') => new File([text], name);
const RULES = '{"preset": "tool"}';

/** The commands that take files, on a page whose runs are only noted. */
async function notingPage() {
  const { store, commands } = await openPage();
  const run = store.getState().run!;
  let now: Setup = getModelDefaults('recorded');
  let held: Files = {};
  const show = () => store.setState({ run: { ...run, setup: now } });
  show();
  const files = createFileCommands({
    store,
    settled: () => now,
    async attempt(setup, given) {
      now = setup;
      held = Object.fromEntries((setup.own ?? []).map(name => [name, given[name] ?? held[name] ?? []]));
      show();
      return null;
    },
    fail: error => {
      throw error;
    },
    asksFirst: async () => false,
    commands: () => ({ ...commands, ownFiles: () => held }),
  });
  const told = () => store.getState().notices.filter(({ text }) => text.includes('choice of states'));
  return { files, own: () => now.own, held: () => held, told };
}

describe('states that were chosen for one file', () => {
  it('do not stay for another file, which is reported, and are restored at a press', async () => {
    const { files, own, held, told } = await notingPage();
    await files.openFiles([file('before.jsonl')], 'traces', 'instead');
    await files.openOwn('mapping', [file('rules.json', RULES)]);
    expect(own()).toEqual(['traces', 'mapping']);
    await files.openFiles([file('after.jsonl')], 'traces', 'instead');
    expect(own()).toEqual(['traces']);
    const [notice] = told();
    expect(notice.text).toBe('The choice of states was for the files before; these are read automatically.');
    notice.button?.act();
    await expect.poll(own).toEqual(['traces', 'mapping']);
    expect(new TextDecoder().decode(held().mapping?.[0].bytes)).toBe(RULES);
  });

  it('stay where files are added, and where rules come with the others', async () => {
    const { files, own, told } = await notingPage();
    await files.openFiles([file('before.jsonl')], 'traces', 'instead');
    await files.openOwn('mapping', [file('rules.json', RULES)]);
    await files.openFiles([file('more.jsonl')], 'traces', 'more');
    expect(own()).toEqual(['traces', 'mapping']);
    await files.openFiles([file('after.jsonl'), file('rules.json', RULES)]);
    expect(own()).toEqual(['traces', 'mapping']);
    expect(told()).toEqual([]);
  });
});
