import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type LibrarianDocument,
  librarianDocumentSchema,
} from '../../src/engine/models/librarian/reports/librarianRecord.ts';
import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';
import { startTextServer, TEXT_MODEL } from './textServer.ts';
import { expectTooLarge } from './tooLarge.ts';

const documentOf = (bytes: Buffer): LibrarianDocument =>
  librarianDocumentSchema.parse(JSON.parse(bytes.toString()));

const think = '<agent><next_state>executing</next_state><thinking_log>Now.</thinking_log></agent>';
const act = (type: string, tags: string, value = '') =>
  `<agent><action><type>${type}</type><tags>${tags}</tags><value>${value}</value></action></agent>`;

const json = (name: string, value: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});
const text = (name: string, value: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(value) });

const STORY = `# Two rooms

## The green room

The wax that sealed the letter was green. It lay on the table.

## The red room

The chair by the window was red. Nobody sat on it.

Q: What colour was the wax that sealed the letter?
A: green
`;

async function inspectAgent(statescope: Statescope, name: string): Promise<void> {
  const timelines = statescope.region('Agent timelines');
  await timelines.getByRole('combobox', { name: /^Search/ }).fill(name);
  await timelines.getByRole('img').focus();
  await statescope.page.keyboard.press('Enter');
  await expect(statescope.region('Agent inspector').getByRole('heading', { level: 2 })).toBeVisible();
}

/** What is given where, and what is said of it. */
const REFUSED = [
  ['Memory files', json('broken.json', '{"working_memory": '), /broken\.json is not JSON/],
  ['Memory files', json('list.json', '[1]'), /list\.json is not a memory/],
  ['Memory files', json('number.json', { storage: { a: 5 } }), /number\.json: storage: the value of "a"/],
  [
    'Memory files',
    json('long.json', { storage: { a: 'x'.repeat(1_000_000) } }),
    /long\.json: storage: the value of "a" has 1000000 characters; at most 100000/,
  ],
  [
    'Configuration files',
    json('low.json', { hard_limit: { max_tokens: 1000 } }),
    /hard_limit 1000 .*below paging_limit 4096/,
  ],
  [
    'Configuration files',
    json('odd.json', { thinking_log: { max_entries: 'ten' } }),
    /odd\.json: thinking_log\.max_entries must be a whole number/,
  ],
  ['Texts files', text('empty.md', ''), /empty\.md is empty/],
] as const;
/** Gives what cannot be read; the run stays, at its Cycle 25. */
async function expectRefused(statescope: Statescope): Promise<void> {
  const hash = await statescope.hash();
  const notices = statescope.page.getByRole('alert');
  for (const [label, file, message] of REFUSED) {
    await statescope.page.getByLabel(label).setInputFiles(file);
    await expect(notices.filter({ hasText: message })).toContainText('stays as it was');
    await expect(statescope.status).toContainText('Cycle 25');
    expect(await statescope.hash()).toBe(hash);
  }
  await expectTooLarge(statescope, 'Memory files', 'memory.json', 100_000_000);
}

test('the default run ends by itself, byte for byte as headless, and shows who recalled what in windows of any width', async ({
  statescope,
}) => {
  await statescope.open('model=librarian');
  await statescope.page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect(statescope.page.getByText('Nothing more can happen')).toBeVisible({ timeout: 40_000 });
  await expect(statescope.button('Play')).toBeVisible();
  const { bytes } = await statescope.export();
  const same = await headless('--model', 'librarian', '--rounds', '1000');
  expect(bytes.equals(same.bytes)).toBe(true);
  expect(await statescope.hash()).toBe(same.summary.hash);
  const { careful, hasty } = same.summary.recall;
  expect(careful.right).toBeGreaterThan(hasty.right);
  const percent = ({ right, asked }: typeof careful) => `${Math.round((100 * right) / asked)} %`;
  await expect(statescope.region('Headline')).toContainText(percent(careful));
  await expect(statescope.region('Headline')).toContainText(percent(hasty));
  const sentence = statescope.region('Headline').getByText('all 18 have stopped');
  for (const width of [1200, 1024, 860, 720, 390, 1440]) {
    await statescope.page.setViewportSize({ width, height: 900 });
    const box = (await sentence.boundingBox())!;
    expect(box.x + box.width, `at ${width}`).toBeLessThanOrEqual(width);
  }
});

test(
  'the examples of the specification play in the page when a server answers with them',
  LONG,
  async ({ statescope }) => {
    const server = await startTextServer(
      think,
      act('working_memory_add', 'character alice personality', 'adventurous, nature-loving, 25 years old'),
      think,
      act('storage_save', 'story_plot_chapter1', "Alice discovers mysterious letter in grandmother's attic"),
      think,
      act('storage_load', 'character_alice_background'),
      think,
      act('working_memory_remove', 'character_bob_old_description'),
      'no XML at all',
    );
    statescope.allow(server.url);
    try {
      await statescope.open(
        `model=librarian&agents=1&oracle=openai&oracle_url=${server.url}&oracle_model=${TEXT_MODEL}`,
      );
      await statescope.button('Set-up').click();
      await statescope.page
        .getByLabel('Memory files')
        .setInputFiles(json('memory.json', { working_memory: { character_bob_old_description: 'tall' } }));
      await expect(statescope.region('Set-up')).toContainText('memory.json');
      for (let cycle = 1; cycle <= 9; cycle++) {
        await statescope.button('Step').click();
        await expect(statescope.status).toContainText(new RegExp(`Cycle ${cycle}(?!\\d)`));
      }
      const { bytes } = await statescope.export();
      const { agents, decisions } = documentOf(bytes);
      expect(agents[0].memory).toMatchObject({
        working_memory: { character_alice_personality: 'adventurous, nature-loving, 25 years old' },
        storage: { story_plot_chapter1: "Alice discovers mysterious letter in grandmother's attic" },
        state: 'thinking',
      });
      expect(decisions.map(({ result, error }) => error ?? result).filter(Boolean)).toEqual([
        'character_alice_personality added, 18 tokens',
        'story_plot_chapter1 saved, 20 tokens',
        'story_plot_chapter1, found by words, loaded, 20 tokens',
        'character_bob_old_description removed, 9 tokens',
        'no agent tag in it',
      ]);
    } finally {
      await server.close();
    }
  },
);

test(
  'own texts, configuration and memory give the same bytes as headless, and are replayed',
  LONG,
  async ({ statescope }) => {
    const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
    const config = { paging_limit: { enable: true, max_tokens: 64 }, hard_limit: { max_tokens: 128 } };
    const memory = { working_memory: { hello: 'world' }, storage: { old: 'thing' }, state: 'thinking' };
    const path = (name: string) => join(folder, name);
    try {
      await statescope.open('model=librarian&agents=4');
      await statescope.button('Set-up').click();
      const setup = statescope.region('Set-up');
      await statescope.page.getByLabel('Texts files').setInputFiles(text('rooms.md', STORY));
      await expect(setup).toContainText('rooms.md');
      await statescope.page.getByLabel('Configuration files').setInputFiles(json('config.json', config));
      // The hint below names such files as well.
      await expect(setup).toContainText('config.json: 1 file');
      await statescope.page.getByLabel('Memory files').setInputFiles(json('agent_002.json', memory));
      await expect(setup).toContainText('agent_002.json: 1 file');
      await statescope.button('Play').click();
      await expect(statescope.page.getByText('Nothing more can happen')).toBeVisible({ timeout: 30_000 });
      const { bytes } = await statescope.export();
      await mkdir(path('memory'));
      await writeFile(path('rooms.md'), STORY);
      await writeFile(path('config.json'), JSON.stringify(config));
      await writeFile(path('memory/agent_002.json'), JSON.stringify(memory));
      await writeFile(path('page.json'), bytes);
      const files = [
        '--source',
        path('rooms.md'),
        '--config',
        path('config.json'),
        '--memory',
        path('memory'),
      ];
      const same = await headless('--model', 'librarian', '--agents', '4', ...files, '--rounds', '500');
      expect(bytes.equals(same.bytes)).toBe(true);
      const { agents, config: recorded } = documentOf(bytes);
      expect(recorded.parameters).toMatchObject({ paging_limit: 64, hard_limit: 128 });
      expect(agents[1].memory.storage.old).toBe('thing');
      const replayed = await headless('--oracle', 'replay', '--answers', path('page.json'), ...files);
      expect(replayed.summary.replay).toMatchObject({ same: true });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('a memory is shown in a table, also as it was, exported, and imported again; an unreadable one is reported in one line, and the run stays', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=librarian&agents=6&rounds=25');
  await expect(statescope.status).toContainText('Cycle 25');
  const memory = statescope.region('Memory');
  await memory.getByRole('button', { name: /table/i }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row')).not.toHaveCount(0);
  await expect(dialog).toContainText('storage');
  await expect(dialog).toContainText(/paging/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await memory.getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const inspector = statescope.region('Agent inspector');
  await expect(inspector).toContainText(/written in Cycle \d+, by this answer/);
  await expect(inspector).toContainText('working_memory_add');
  await expect(inspector).toContainText(/[\d,]+ of 8,192/);
  const now = await inspector.getByText(/[\d,]+ of 8,192/).innerText();
  await page.keyboard.press('Escape');
  for (let back = 0; back < 10; back++) await page.keyboard.press('ArrowLeft');
  await expect(inspector.getByText(/[\d,]+ of 8,192/)).not.toHaveText(now);
  await expect(inspector).toContainText('Cycle 15');
  await statescope.button('Back to Cycle 25').click();
  await expect(statescope.status).toContainText('Cycle 25 ');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    inspector.getByRole('button', { name: /memory\.json/ }).click(),
  ]);
  const taken = await readFile(await download.path());
  const { working_memory, storage } = JSON.parse(taken.toString());
  expect(Object.keys({ ...working_memory, ...storage }).length).toBeGreaterThan(5);
  await statescope.button('Set-up').click();
  await expectRefused(statescope);
  await page
    .getByLabel('Memory files')
    .setInputFiles({ name: 'agent_001.json', mimeType: 'application/json', buffer: taken });
  await expect(statescope.status).toContainText('Cycle 0');
  await expect(statescope.region('Set-up')).toContainText('agent_001.json');
  const { bytes } = await statescope.export();
  expect(documentOf(bytes).agents[0].memory).toMatchObject({ working_memory, storage });
});

test('ten thousand librarians read, and the page answers meanwhile', LONG, async ({ statescope }) => {
  await statescope.open('model=librarian&agents=10000');
  await statescope.page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  const cycle = async () => Number(/Cycle (\d+)/.exec(await statescope.status.innerText())?.[1]);
  await expect.poll(cycle, { timeout: 40_000 }).toBeGreaterThan(1);
  await statescope.button('Pause').click();
  await inspectAgent(statescope, 'agent_007');
  await expect(statescope.region('Agent inspector')).toContainText('agent_');
});
