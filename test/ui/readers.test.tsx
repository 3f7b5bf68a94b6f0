import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { OracleReport } from '../../src/engine/oracle/oracleReport.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { App } from '../../src/ui/app/App.tsx';
import {
  describeQuestionMark,
  formatRecallPercent,
  spellSmallNumber,
} from '../../src/ui/models/librarian/describeRecall.ts';
import { getLibrarianPart, LIBRARIAN } from '../../src/ui/models/librarian/librarianPart.ts';
import { describeReaderOutcome } from '../../src/ui/models/librarian/ReaderAgent.tsx';
import { Bar } from '../../src/ui/views/bar/Bar.tsx';
import { Headline } from '../../src/ui/views/bar/Headline.tsx';
import { StatusLine } from '../../src/ui/views/bar/StatusLine.tsx';
import { Inspector } from '../../src/ui/views/inspector/Inspector.tsx';
import { DropZone } from '../../src/ui/views/setup/DropZone.tsx';
import { SetupPanel } from '../../src/ui/views/setup/SetupPanel.tsx';
import { lifeOf, readerStepOf } from './librarianFake.ts';
import { renderReaders, type TestPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const NOTHING_ASKED: OracleReport = {
  calls: 0,
  retries: 0,
  decisions: 0,
  tokensIn: 0,
  tokensOut: 0,
  perSecond: 0,
  latency: { p50: 0, p95: 0, bins: [], width: 1 },
  cacheHits: 0,
  notOwn: [],
  spent: { calls: 0, tokens: 0 },
  comparison: null,
  letterMass: null,
  servers: [],
  waiting: 0,
  wait: null,
  asked: 0,
  loading: null,
  lost: null,
  missing: [],
};

const region = () => screen.getByRole('region', { name: 'Agent inspector' });
const words = () => document.body.textContent;

/** Plays up to a cycle at once. */
async function playTo({ store, commands }: TestPage, cycle: number): Promise<void> {
  await act(() => commands.open(store.getState().run!.setup, {}, cycle));
  await settlePage();
}

/** The frame says something else. */
const frame = ({ store }: TestPage, part: object) =>
  act(() =>
    store.getState().know(LIBRARIAN, { frame: { ...getLibrarianPart(store.getState()).frame!, ...part } }),
  );

describe('a page of librarians', () => {
  it('has their memory in the cascade’s place, and its own words', async () => {
    const page = await renderReaders(<App />);
    await settlePage();
    for (const name of ['Statechart', 'Memory', 'Actions per cycle', 'Agent timelines'])
      expect(screen.getByRole('region', { name })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Cascade' })).toBeNull();
    expect(words()).toContain('Cycle 1 comes next');
    await playTo(page, 20);
    expect(words()).not.toContain('comes next');
    expect(screen.getByRole('combobox', { name: 'Search a librarian, a state, a text' })).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Sort the timelines' })).toHaveProperty('value', 'recall');
  });

  it('shows the memory that the engine points to, and that of the selected one', async () => {
    const page = await renderReaders(<App />);
    await playTo(page, 20);
    expect(getLibrarianPart(page.store.getState()).trace).toMatchObject({ agent: 0, upTo: 20 });
    act(() => page.store.getState().select({ agents: [4] }));
    await settlePage();
    expect(getLibrarianPart(page.store.getState()).trace!.agent).toBe(4);
  });

  it('goes through the entries by keyboard, and shows the chosen one', async () => {
    const page = await renderReaders(<App />);
    await playTo(page, 20);
    const memory = within(screen.getByRole('region', { name: 'Memory' })).getByRole('img');
    expect(memory.getAttribute('aria-label')).toContain('Hugo Lindqvist: ');
    memory.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const working = lifeOf(0).spans.filter(
      ({ place, from, to }) => place === 'working' && from <= 20 && (to === null || to > 20),
    );
    const second = working.at(-2)!;
    expect(words()).toContain(`${second.tag}, ${second.tokens} tokens in working memory since Cycle`);
    await userEvent.keyboard('{Enter}');
    await settlePage();
    expect(page.store.getState().selection).toMatchObject({ agents: [0], own: { span: second.id } });
    await waitFor(() => expect(getLibrarianPart(page.store.getState()).entry?.span.id).toBe(second.id));
    await userEvent.keyboard('{Escape}');
    expect(page.store.getState().selection).toMatchObject({ agents: [0], own: { span: null } });
  });

  it('has all entries in a table', async () => {
    const page = await renderReaders(<App />);
    await playTo(page, 20);
    await userEvent.click(screen.getByRole('button', { name: 'Memory as a table' }));
    const dialog = await screen.findByRole('dialog', { name: 'Memory' });
    expect(dialog.textContent).toContain('how it left');
    expect(within(dialog).getAllByRole('row').length).toBeGreaterThan(3);
  });

  it('has the strategy once in the table of timelines, though it is their group too', async () => {
    const page = await renderReaders(<App />);
    await playTo(page, 20);
    await userEvent.click(screen.getByRole('button', { name: 'Agent timelines as a table' }));
    const dialog = await screen.findByRole('dialog', { name: 'Agent timelines' });
    expect(
      within(dialog)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['librarian', 'name', 'state in cycle 20', 'since cycle', 'strategy', 'recalled']);
    const cells = within(within(dialog).getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toContain('careful');
  });
});

describe('the headline of librarians', () => {
  it('shows the next questions, the recall of each strategy, and that all have stopped', async () => {
    const page = await renderReaders(<Headline />);
    expect(words()).toContain('Cycle 0: twelve librarians have a long text to read');
    await playTo(page, 4);
    expect(words()).toContain('Cycle 4: twelve librarians read; no question is settled yet.');
    await playTo(page, 54);
    expect(words()).toContain('Cycle 54: 48 of 72 facts recalled; careful 83 %, hasty 50 %.');
    expect(words()).toContain('recall: facts answered correctly / asked; no language model');
    frame(page, { stopped: 12 });
    expect(words()).toContain('all twelve have stopped: 48 of 72 facts recalled');
  });

  it('gives the number behind the shares while some have been asked less than others', async () => {
    const page = await renderReaders(<Headline />);
    await playTo(page, 54);
    const { strategies } = getLibrarianPart(page.store.getState()).frame!;
    const [careful, ...others] = strategies;
    frame(page, { strategies: [{ ...careful!, settled: 20, right: 18 }, ...others] });
    expect(words()).toContain('; careful 90 % of 20, hasty 50 % of 36.');
  });

  it('compares nothing where all play one strategy', async () => {
    const page = await renderReaders(<Headline />);
    await playTo(page, 54);
    frame(page, {
      strategies: [{ strategy: 'hasty', agents: 12, settled: 4, right: 1, tokens: 9, kinds: [] }],
    });
    expect(words()).toContain('1 of 4 facts recalled, 25 %; all are hasty.');
  });

  it('names the oracle', async () => {
    const page = await renderReaders(<Headline />);
    await act(() => page.commands.goOn({ ...createRemoteDefaults('ollama'), model: 'qwen3' }));
    expect(words()).toContain('asked; a language model will decide');
  });

  it('counts the model’s own decisions', async () => {
    const { store, commands } = await renderReaders(<Headline />);
    await act(() => commands.goOn({ ...createRemoteDefaults('ollama'), model: 'qwen3' }));
    const report = (decisions: number, notOwn: OracleReport['notOwn']) =>
      act(() => store.setState({ oracleReport: { ...NOTHING_ASKED, decisions, notOwn } }));
    report(774, []);
    expect(words()).toContain('; a language model decides: 774 decisions');
    const source = 'budget' as const;
    report(774, [
      { source, reason: 'calls in this run spent', count: 650 },
      { source, reason: 'tokens in this run spent', count: 8 },
    ]);
    expect(words()).toContain('decides: 116 of 774 decisions, the others are not its own');
  });
});

describe('the words of librarians', () => {
  it('have no share before anything is settled, and small numbers in letters', () => {
    expect([
      formatRecallPercent(0, 0),
      formatRecallPercent(2, 3),
      spellSmallNumber(12),
      spellSmallNumber(13),
    ]).toEqual(['–', '67 %', 'twelve', '13']);
  });

  it('name the source of a right answer, and the fate of the others', () => {
    const line = { mark: null, loaded: false, fact: null };
    const fact = { passage: 1, sentence: 'x', place: null, span: null };
    expect(
      [
        line,
        { ...line, mark: 'right' as const },
        { ...line, mark: 'right' as const, loaded: true },
        { ...line, mark: 'missed' as const },
        { ...line, mark: 'wrong' as const, fact },
        { ...line, mark: 'wrong' as const, fact: { ...fact, place: 'storage' as const } },
      ].map(describeQuestionMark),
    ).toEqual([
      'open',
      'from memory',
      'after a load',
      'missed',
      'wrong: was kept nowhere',
      'wrong: was in storage',
    ]);
  });

  it('describe the result of a step, and why it could not be read', () => {
    expect(describeReaderOutcome(readerStepOf({}))).toBe('alice added, 12 tokens');
    expect(describeReaderOutcome(readerStepOf({ kind: 'thought', thought: 'Keep it.', result: null }))).toBe(
      '“Keep it.”',
    );
    expect(
      describeReaderOutcome(readerStepOf({ kind: 'unreadable', error: 'no agent tag', result: null })),
    ).toBe('not read: no agent tag');
    expect(describeReaderOutcome(readerStepOf({ mended: ['unclosed tags'] }))).toContain(
      '(mended: unclosed tags)',
    );
  });
});

describe('the overview of librarians', () => {
  it('describes the strategies, then their recall and their moves', async () => {
    const page = await renderReaders(<Inspector />);
    await playTo(page, 54);
    const text = region().textContent!;
    expect(text).toContain('careful, 683 % 30 of 36');
    expect(text).toContain('moved out by paging31');
    expect(text).toContain('values that were lost1');
    expect(text).toContain('could not be read2');
  });
});

describe('the overview of recall', () => {
  it('has recall by kind of question, for each strategy', async () => {
    const page = await renderReaders(<Inspector />);
    await playTo(page, 54);
    expect(region().textContent).toMatch(/careful, 6.*joined 75 %.*hasty, 6.*joined 25 %/);
  });

  it('reports where the texts are too short to page, and how many', async () => {
    const page = await renderReaders(<Inspector />);
    await playTo(page, 54);
    expect(region().textContent).not.toContain('moved out of');
    const short = { texts: 1, of: 1, tokens: 900, limit: 4096, name: 'paging limit' };
    frame(page, { short, paged: 0, forced: 0 });
    expect(region().textContent).toContain(
      'Nothing had to be moved out: the text has 900 tokens, the paging limit is 4,096.',
    );
    frame(page, { short: { ...short, of: 3 }, paged: 5 });
    expect(region().textContent).toContain(
      'Nothing has to be moved out of 1 of 3 texts: they have at most 900 tokens, the paging limit is 4,096.',
    );
  });
});

describe('the inspector of a librarian', () => {
  async function inspect(agent = 0): Promise<TestPage> {
    const page = await renderReaders(<Inspector />);
    await playTo(page, 54);
    act(() => page.store.getState().select({ agents: [agent] }));
    await settlePage();
    return page;
  }

  it('shows both places, the newest entry with its answer, questions, log and history', async () => {
    await inspect();
    const text = region().textContent!;
    for (const part of [
      'Hugo Lindqvist agent_001',
      'Careful: files by topic, loads before it answers. 5 of 6 recalled; on the same text the hasty: 3 of 6.',
      'of 8,192',
      'working memory, newest first',
      'storage, 12 entries',
      '7 more',
      '<type>working_memory_add</type>',
      'by this answer',
      'questions so far5 of 6',
      'What colour was the seal?after a load',
      'thinking log3 of 10',
      '008Question 6 is about the seal.',
      'history, newest first',
    ])
      expect(text).toContain(part);
  });

  it('shows another entry when it is pressed, and all of them in a dialog', async () => {
    const page = await inspect();
    await userEvent.click(screen.getByRole('button', { name: '7 more' }));
    const dialog = await screen.findByRole('dialog', { name: 'Storage, 12 entries' });
    await userEvent.click(within(dialog).getByRole('button', { name: /chapter3_full_text/ }));
    await settlePage();
    expect(page.store.getState().selection.own).toEqual({ span: 0 });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(region().textContent).toContain('given, not written by an answer');
  });

  it('shows a question in full when it is pressed: the answer, the right one, its place, and the time', async () => {
    const page = await inspect();
    const [first] = within(region())
      .getAllByRole('button')
      .filter(button => button.getAttribute('aria-expanded') === 'false');
    await userEvent.click(first!);
    expect(first!.getAttribute('aria-expanded')).toBe('true');
    expect(region().textContent).toMatch(/Answered: “Bob”The right answer: “the captain”/);
    expect(region().textContent).toContain('Stated in passage 1, then kept nowhere: “It was the captain.”');
    await userEvent.click(within(region()).getByRole('button', { name: 'Cycle 8' }));
    expect(page.store.getState().selection.cursor).toBe(8);
  });

  it('shows the memory of the viewed cycle', async () => {
    const page = await inspect();
    act(() => page.store.getState().select({ cursor: 9 }));
    await settlePage();
    expect(region().textContent).toContain('storage, 1 entry');
    expect(region().textContent).toContain('questions so far0 of 1');
    act(() => page.store.getState().select({ cursor: null }));
    await settlePage();
    expect(region().textContent).toContain('storage, 12 entries');
  });

  it('opens the exact prompt and the answer of the cycle', async () => {
    await inspect();
    expect(region().textContent).toContain('Cycle 54, executing → thinking: alice added, 12 tokens');
    await userEvent.click(screen.getByRole('button', { name: 'prompt and answer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cycle 54, prompt and answer' });
    expect(dialog.textContent).toContain('You are the ultimate librarian.');
    expect(dialog.textContent).toContain('<type>working_memory_add</type>');
  });

  it('saves memory.json, and shows its digest', async () => {
    const page = await inspect();
    const created = vi.fn(() => 'blob:memory');
    Object.assign(URL, { createObjectURL: created, revokeObjectURL: () => undefined });
    await userEvent.click(screen.getByRole('button', { name: 'memory.json' }));
    await settlePage();
    expect(page.engine.queries).toContain('memoryFile {"agent":0,"tick":null}');
    expect(created).toHaveBeenCalledOnce();
    expect(region().textContent).toContain('5b20c9ae');
  });
});

describe('the end of all librarians', () => {
  it('is reported by the status line, and nothing is asked after it', async () => {
    const page = await renderReaders(<StatusLine />);
    await playTo(page, 5);
    frame(page, { stopped: 12 });
    page.engine.calls.length = 0;
    await act(() => page.commands.step());
    expect(page.engine.calls).toEqual([]);
    expect(screen.getByText('Nothing more can happen; Reset starts again')).toBeDefined();
  });
});

describe('files for librarians', () => {
  const drop = (...files: readonly File[]) => {
    const zone = screen.getByText('here').parentElement!;
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { types: ['Files'], files },
    });
    act(() => void zone.dispatchEvent(event));
    return settlePage();
  };
  const open = () =>
    renderReaders(
      <DropZone>
        <p>here</p>
      </DropZone>,
    );
  const names = ({ engine }: TestPage) =>
    Object.entries(engine.opened!.files).map(([name, files]) => `${name}: ${files?.map(file => file.name)}`);
  const json = (value: unknown, name: string) => new File([JSON.stringify(value)], name);

  it('are texts when they are .md or .txt, one or several', async () => {
    const page = await open();
    await drop(new File(['# A'], 'a.md'), new File(['B'], 'b.txt'));
    expect(names(page)).toEqual(['source: a.md,b.txt']);
    await drop(new File(['C'], 'c.txt'));
    expect(names(page)).toEqual(['source: c.txt']);
  });

  it('are memories by their keys, one or one for each agent', async () => {
    const page = await open();
    await drop(json({ working_memory: { alice: '25' } }, 'memory.json'));
    expect(page.engine.opened!.setup.own).toEqual(['memory']);
    await drop(json({ storage: {} }, 'agent_001.json'), json({ thinking_log_001: 'x' }, 'agent_002.json'));
    expect(names(page)).toEqual(['memory: agent_001.json,agent_002.json']);
  });

  it('are a configuration when they are another object, next to the previous files', async () => {
    const page = await open();
    await drop(new File(['A'], 'a.txt'));
    await drop(json({ agent: { paging_limit: { max_tokens: 64 } } }, 'config.json'));
    expect(page.engine.opened!.setup.own).toEqual(['source', 'config']);
    await drop(new File(['{"format": "statescope-run"}'], 'run.json'));
    expect(page.engine.calls.at(-1)).toBe('readRecording run.json');
  });

  it('go each to its place in one run', async () => {
    const page = await open();
    await drop(
      new File(['A'], 'a.txt'),
      json({ storage: {} }, 'agent_001.json'),
      json({ agent: {} }, 'config.json'),
      json({ storage: {} }, 'agent_002.json'),
    );
    expect(names(page)).toEqual([
      'source: a.txt',
      'memory: agent_001.json,agent_002.json',
      'config: config.json',
    ]);
    expect(page.store.getState().notices.map(({ text }) => text)).toEqual([
      'Texts: a.txt, in place of built-in (2). Memory: agent_001.json, agent_002.json. Configuration: config.json.',
    ]);
  });

  it('that do not fit are named once, with their kind, and the others are opened', async () => {
    const page = await open();
    await drop(new File(['1,2'], 'c.csv'), new File(['A'], 'a.txt'), new File(['%PDF-1.7'], 'paper.md'));
    expect(names(page)).toEqual(['source: a.txt']);
    expect(page.store.getState().notices.map(({ text }) => text)).toEqual([
      'Texts: a.txt, in place of built-in (2).',
      'c.csv looks like a table (CSV); networks are for model Social.\npaper.md looks like a PDF.\nFiles that can be opened here: texts to read (.md, .txt), memory.json, config.json, a run document, or a language model (.gguf). Networks, workflows, statecharts and traces of agents open a model of their own.',
    ]);
  });

  it('of which only one is allowed are refused by name, and the run stays', async () => {
    const page = await open();
    await drop(json({ agent: {} }, 'one.json'), new File(['A'], 'a.txt'), json({ agent: {} }, 'two.json'));
    expect(page.store.getState().notices.at(-1)!.text).toBe(
      'one.json and two.json: each is a configuration, and there is room for one. The run that was open stays as it was.',
    );
    expect(page.store.getState().run!.setup).not.toHaveProperty('own');
  });

  it('can be picked in the bar, and the memory in the panel', async () => {
    const page = await renderReaders(
      <>
        <Bar />
        <SetupPanel withChoices={false} />
      </>,
    );
    expect(words()).toContain('built-in: 2 texts. SHA-256 efefefef');
    await userEvent.upload(screen.getByLabelText('Texts files'), new File(['# A'], 'a.md'));
    await settlePage();
    expect(page.engine.opened!.setup.own).toEqual(['source']);
    await userEvent.upload(screen.getByLabelText('Memory files'), json({ storage: {} }, 'memory.json'));
    await settlePage();
    expect(page.engine.opened!.setup.own).toEqual(['source', 'memory']);
  });
});
