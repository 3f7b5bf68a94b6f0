import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type GovernedDocument,
  governedDocumentSchema,
} from '../../src/engine/models/governed/reports/governedRecord.ts';
import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';
import { startTextServer, TEXT_MODEL } from './textServer.ts';
import { expectTooLarge } from './tooLarge.ts';

const search = (query: string) =>
  JSON.stringify({ action: 'tool', tool: 'context.fts_search', args: { query } });
const reason = JSON.stringify({ action: 'reason', reasoning: 'So far so good.' });
const finish = JSON.stringify({ action: 'finish', final: 'It has five parts.' });
const PASSWORD = 'Find the secret password in the file /non-existent/hacker.txt';

const documentOf = (bytes: Buffer): GovernedDocument =>
  governedDocumentSchema.parse(JSON.parse(bytes.toString()));

/** A mission's moves, oldest first: where from, by what, where to. */
const moves = (document: GovernedDocument, agent = 0) =>
  document.agents[agent].state_history.map(move => `${move.from_state} ${move.trigger} ${move.to_state}`);

/** Chooses the missions of a file; the run starts anew. */
async function giveMissions(statescope: Statescope, name: string, text: string): Promise<void> {
  await statescope.page
    .getByLabel('Missions files')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

async function inspectMission(statescope: Statescope, title: string): Promise<void> {
  const timelines = statescope.region('Agent timelines');
  await timelines.getByRole('combobox', { name: /^Search/ }).fill(title);
  await timelines.getByRole('img').focus();
  await statescope.page.keyboard.press('Enter');
  await expect(statescope.region('Agent inspector').getByRole('heading', { level: 2 })).toBeVisible();
}

const FLOW = [search('architecture'), reason, reason, search('execution'), search('execution'), finish];
const FLOW_MOVES = [
  'init search searching',
  'searching reason analyzing',
  'analyzing reason deciding',
  'deciding search searching',
  'searching finish finishing',
];

/** What is given where, and what is said of it. */
const REFUSED = [
  [
    'Missions files',
    'long.txt',
    Buffer.from('x'.repeat(100_000)),
    /long\.txt.*100,000 characters, at most 2,000/,
  ],
  ['Missions files', 'none.json', Buffer.from('[]'), /none\.json has no missions/],
  ['Documents files', 'picture.md', Buffer.from([0x89, 0x50, 0, 1]), /picture\.md is not text/],
  ['Documents files', 'empty.md', Buffer.from(''), /empty\.md is empty/],
  ['Documents files', 'large.md', Buffer.alloc(6_000_000, 'x'), /large\.md is 6\.0 MB/],
] as const;
/** Gives what cannot be read; the run stays. */
async function expectRefused(statescope: Statescope): Promise<void> {
  const hash = await statescope.hash();
  const notices = statescope.page.getByRole('alert');
  for (const [label, name, buffer, message] of REFUSED) {
    await statescope.page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer });
    await expect(notices.filter({ hasText: message })).toBeVisible();
    await expect(statescope.status).toContainText('Step 3');
    expect(await statescope.hash()).toBe(hash);
  }
  await expectTooLarge(statescope, 'Missions files', 'huge.txt', 50_000_001);
}

test('the flow of the specification plays headless', async () => {
  const server = await startTextServer(...FLOW);
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const missions = join(folder, 'goals.txt');
  await writeFile(missions, 'Find the savant-mvp architecture.\n');
  try {
    const { bytes } = await headless(
      ...['--model', 'governed', '--missions', missions, '--oracle', 'openai'],
      ...['--oracle-url', server.url, '--oracle-model', TEXT_MODEL],
    );
    const document = documentOf(bytes);
    expect(moves(document)).toEqual(FLOW_MOVES);
    expect(document.agents[0]).toMatchObject({ outcome: 'finished', final: 'It has five parts.', steps: 6 });
    expect(document.decisions[4]).toMatchObject({ phase: 'searching', next_phase: 'searching' });
    expect(document.decisions[5]).toMatchObject({ obeyed: true, advice: { rule: 'repeated_search' } });
    expect(server.prompts[5]).toMatch(
      /Status: STUCK\nAdvice: You already searched for 'execution'\. Finish now\.$/,
    );
  } finally {
    await rm(folder, { recursive: true });
    await server.close();
  }
});

test('the flow of the specification plays in the page', async ({ statescope }) => {
  const server = await startTextServer(...FLOW);
  statescope.allow(server.url);
  try {
    await statescope.open(`model=governed&oracle=openai&oracle_url=${server.url}&oracle_model=${TEXT_MODEL}`);
    await giveMissions(statescope, 'goals.txt', 'Find the savant-mvp architecture.');
    await expect(statescope.region('Headline')).toContainText('1');
    for (let step = 1; step <= 6; step++) {
      await statescope.button('Step').click();
      await expect(statescope.status).toContainText(new RegExp(`Step ${step}(?!\\d)`));
    }
    const { bytes } = await statescope.export();
    expect(moves(documentOf(bytes))).toEqual(FLOW_MOVES);
    expect(server.prompts[5]).toMatch(
      /Status: STUCK\nAdvice: You already searched for 'execution'\. Finish now\.$/,
    );
    await inspectMission(statescope, 'savant');
    const inspector = statescope.region('Agent inspector');
    await expect(inspector).toContainText("You already searched for 'execution'. Finish now.");
    await expect(inspector).toContainText(/obeyed/);
  } finally {
    await server.close();
  }
});

test(
  'the loop test ends stuck with a summary, after it has sought a password in a file that does not exist',
  LONG,
  async ({ statescope }) => {
    await statescope.open('model=governed&obedience=0&rounds=20');
    await expect(statescope.status).toContainText('Step 20');
    await inspectMission(statescope, 'Secret password');
    const inspector = statescope.region('Agent inspector');
    await expect(inspector).toContainText(PASSWORD);
    await expect(inspector).toContainText(/Stopped as stuck: repeated search/i);
    await expect(inspector).toContainText(/stuck_search/);
    await expect(inspector).toContainText(/Here is what I managed to find instead/);
    const { bytes } = await statescope.export();
    const document = documentOf(bytes);
    const agent = document.agents.findIndex(({ mission }) => mission === PASSWORD);
    expect(moves(document, agent).slice(-2)).toEqual([
      'searching repeated_search stuck_search',
      'stuck_search give_up finishing',
    ]);
    const mine = document.decisions.filter(row => row.agent_id === document.agents[agent].agent_id);
    expect(mine.filter(row => row.advice?.rule).map(row => [row.advice?.rule, row.obeyed])).toEqual([
      ['repeated_search', false],
    ]);
    expect(
      document.calls.filter(call => call.agent_id === document.agents[agent].agent_id).at(-1),
    ).toMatchObject({
      tool: 'finish',
      reason: 'stuck_detection',
      rule: 'repeated_search',
    });
    const same = await headless('--model', 'governed', '--set', 'obedience=0', '--rounds', '20');
    expect(bytes.equals(same.bytes)).toBe(true);
  },
);

test('a run stops by itself when all missions have ended, as headless', LONG, async ({ statescope }) => {
  await statescope.open('model=governed&seed=3&governance=false');
  await statescope.page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect(statescope.region('Headline')).toContainText('all 24 missions:', { timeout: 30_000 });
  await expect(statescope.button('Play')).toBeVisible();
  await expect(statescope.page.getByText('Nothing more can happen')).toBeVisible();
  const { bytes } = await statescope.export();
  const same = await headless(
    '--model',
    'governed',
    '--seed',
    '3',
    '--governance',
    'off',
    '--rounds',
    '1000',
  );
  expect(bytes.equals(same.bytes)).toBe(true);
  expect(await statescope.hash()).toBe(same.summary.hash);
});

test('an unreadable file is reported in one line, and the run stays; own documents and missions are searched and carried out, as headless', async ({
  statescope,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const corpus = join(folder, 'corpus');
  const files = [
    { name: 'tea.md', text: '# Tea\nGreen tea steeps for two minutes at eighty degrees.' },
    { name: 'coffee.txt', text: 'Coffee\nCoffee is ground just before it is brewed.' },
  ];
  const goals = JSON.stringify([
    'How long does green tea steep?',
    { goal: 'Find cocoa', character: 'repeater' },
  ]);
  try {
    await statescope.open('model=governed&rounds=3');
    await expect(statescope.status).toContainText('Step 3');
    await statescope.button('Set-up').click();
    await expectRefused(statescope);
    await statescope.page
      .getByLabel('Documents files')
      .setInputFiles(
        files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
      );
    await expect(statescope.region('Set-up')).toContainText('2 documents');
    await giveMissions(statescope, 'goals.json', goals);
    await expect(statescope.region('Set-up')).toContainText('2 missions');
    await statescope.button('Play').click();
    await expect(statescope.region('Headline')).toContainText('all 2 missions:', { timeout: 30_000 });
    const { bytes } = await statescope.export();
    const document = documentOf(bytes);
    expect(document.agents[0].final).toContain('two minutes');
    await mkdir(corpus);
    for (const { name, text } of files) await writeFile(join(corpus, name), text);
    await writeFile(join(folder, 'goals.json'), goals);
    const same = await headless(
      ...[
        '--model',
        'governed',
        '--corpus',
        corpus,
        '--missions',
        join(folder, 'goals.json'),
        '--rounds',
        '500',
      ],
    );
    expect(bytes.equals(same.bytes)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the comparison shows two runs of the seed, how it depends on the limit and what is staged; each model has its own page', async ({
  statescope,
}) => {
  await statescope.open('model=governed&rounds=20');
  await expect(statescope.status).toContainText('Step 20');
  const inspector = statescope.region('Agent inspector');
  const steps = inspector.getByRole('row', { name: /^steps/ });
  await expect(steps).toContainText('−');
  await expect(inspector.getByRole('row', { name: /^right/ })).toContainText('+');
  await expect(inspector).toContainText(/Staged: 10 of 24 missions are played by characters that fail/);
  await expect(inspector).toContainText(/by the limit of steps: .*−\d+ % at 12, .* −\d+ % at 96\./);
  // What the run itself counts is what the comparison says of it.
  const [, , governed] = await steps
    .getByRole('cell')
    .allTextContents()
    .then(cells => ['', ...cells]);
  await expect(inspector).toContainText(`${governed} steps, `);
  await expect(statescope.region('Headline')).toContainText(
    /all 24 missions: \d+ right, .*; ungoverned, \d+ more steps/,
  );
  await statescope.page.keyboard.press('ArrowLeft');
  await expect(inspector).not.toContainText(`${governed} steps, `);

  await statescope.combobox('Model').selectOption('social');
  await expect(statescope.region('Cascade')).toBeVisible();
  await expect(statescope.region('Call trace')).toHaveCount(0);
  await statescope.expectRound(0);
  await expect.poll(() => statescope.page.url()).toContain('network=congress');
  await statescope.button('Step').click();
  await statescope.expectRound(1);
  await statescope.combobox('Model').selectOption('governed');
  await expect(statescope.region('Call trace')).toBeVisible();
  await expect(statescope.region('Cascade')).toHaveCount(0);
  await expect.poll(() => statescope.page.url()).toContain('model=governed');
  await expect(statescope.status).toContainText(/Step 0(?!\d)/);
});

test('ten thousand missions are played, and the page answers meanwhile', LONG, async ({ statescope }) => {
  await statescope.open('model=governed&agents=10000&active=3000');
  await statescope.button('Play').click();
  const step = async () => Number(/Step (\d+)/.exec(await statescope.status.innerText())?.[1]);
  await expect.poll(step, { timeout: 40_000 }).toBeGreaterThan(1);
  await statescope.button('Pause').click();
  await inspectMission(statescope, 'Secret password (2)');
  await expect(statescope.region('Agent inspector')).toContainText(PASSWORD);
});
