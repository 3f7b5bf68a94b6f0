import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  InputError,
  NotLoaded,
  OracleHalt,
  TooLarge,
  UnusableAnswers,
} from '../../src/engine/core/errors.ts';
import type { Verdict } from '../../src/engine/export/verdict.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import type { OracleReport } from '../../src/engine/oracle/oracleReport.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { getModelDefaults } from '../../src/ui/model/getModelAppearance.ts';
import { Notices } from '../../src/ui/views/bar/Notices.tsx';
import { Corner } from '../../src/ui/views/inspector/Corner.tsx';
import { OraclePanel } from '../../src/ui/views/oracle/OraclePanel.tsx';
import { LeaveDialog } from '../../src/ui/views/setup/LeaveDialog.tsx';
import {
  describeReplayedBriefly,
  isReplayedInDoubt,
  isReplayedUnchecked,
} from '../../src/ui/words/describeVerdict.ts';
import { openPage, renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const panel = () => screen.getByRole('region', { name: 'Who decides' });
const ollama = { ...createRemoteDefaults('ollama'), model: 'm:1b' };

const report: OracleReport = {
  calls: 948,
  retries: 2,
  decisions: 1559,
  tokensIn: 202_872,
  tokensOut: 948,
  perSecond: 5.9,
  latency: { p50: 300, p95: 730, bins: [1, 5, 9, 4, 1], width: 200 },
  cacheHits: 611,
  notOwn: [
    { source: 'fallback', reason: 'option outside the set', count: 4 },
    { source: 'late', reason: 'past 8 s', count: 3 },
  ],
  spent: { calls: 948, tokens: 203_820 },
  comparison: {
    questions: 600,
    options: ['ignore', 'like', 'reply', 'reshare'],
    model: [0.81, 0.1, 0.05, 0.04],
    policy: [0.88, 0.07, 0.02, 0.03],
  },
  servers: [{ url: 'http://a', window: 4, underWay: 2 }],
  loading: null,
  lost: null,
  waiting: 0,
  wait: null,
  asked: 48,
  letterMass: 0.93,
  missing: ['http://b: Nothing answers there.'],
};

/** A recording of three rounds with a hash that no replay has. */
const THREE_ROUNDS = {
  ...{ files: {}, rounds: 3, hash: 'f'.repeat(64), notes: [], sheet: null },
  hashRule: 'today' as const,
};

describe('the panel Who decides', () => {
  it('tests servers, offers their models, and starts the run again with the chosen one', async () => {
    const { engine, store } = await renderOnPage(<OraclePanel />);
    engine.servers = [{ url: 'http://127.0.0.1:11434', kind: 'model', models: ['a:1b', 'b:2b'] }];
    await userEvent.click(within(panel()).getByRole('radio', { name: 'Ollama' }));
    expect(within(panel()).getByRole('button', { name: 'Start again with this model' })).toBeDisabled();
    await userEvent.click(within(panel()).getByRole('button', { name: 'Test connection' }));
    await userEvent.click(within(panel()).getByRole('button', { name: 'b:2b' }));
    await userEvent.click(within(panel()).getByRole('button', { name: 'Start again with this model' }));
    expect(store.getState().run!.setup.oracle).toEqual({ ...createRemoteDefaults('ollama'), model: 'b:2b' });
    expect(store.getState()).toMatchObject({ phase: 'paused', head: 0 });
    expect(engine.calls).not.toContain('step');
    expect(panel().textContent).toContain('It decides in this run; Play or Step asks it.');
  });

  it.each([
    [{ kind: 'silent' }, 'Nothing answers at http://a'],
    [
      { kind: 'origin', origin: 'https://scope.example' },
      'OLLAMA_ORIGINS=https://scope.example ollama serve',
    ],
    [{ kind: 'permission', denied: true }, 'keeps this page from the local network'],
    [{ kind: 'key' }, 'needs a key'],
    [{ kind: 'other', message: 'HTTP 418' }, 'HTTP 418'],
    [
      {
        kind: 'answers',
        milliseconds: 38,
        version: '0.9',
        digest: null,
        models: [],
        letters: false,
        thinking: true,
      },
      '38 ms, version 0.9, no log-probabilities, a thinking model',
    ],
  ] as const)('describes %j and the remedy', async (found, words) => {
    const { engine } = await renderOnPage(<OraclePanel />);
    engine.servers = [{ url: 'http://a', ...found } as never];
    await userEvent.click(within(panel()).getByRole('radio', { name: 'Ollama' }));
    await userEvent.click(within(panel()).getByRole('button', { name: 'Test connection' }));
    expect(screen.getByRole('list', { name: 'Servers' }).textContent).toContain(words);
  });

  it('sends a key to its servers and shows it nowhere', async () => {
    const { engine } = await renderOnPage(<OraclePanel />);
    await userEvent.click(within(panel()).getByRole('radio', { name: 'OpenAI' }));
    const field = within(panel()).getByLabelText('key, if the server wants one');
    await userEvent.type(field, 'canary');
    expect(field).toHaveAttribute('type', 'password');
    expect(engine.calls).toContain('setKey of 6');
    expect(document.body.innerHTML).not.toContain('canary');
    const urls = within(panel()).getByLabelText('base URLs, comma-separated');
    await userEvent.clear(urls);
    await userEvent.type(urls, 'other.example{Enter}');
    expect(within(panel()).getByLabelText('key, if the server wants one')).toHaveAttribute(
      'placeholder',
      'none; kept in memory only',
    );
  });

  it('refuses a bad URL and a bad limit by name, and keeps what was there', async () => {
    const { store } = await renderOnPage(<OraclePanel />);
    await userEvent.click(within(panel()).getByRole('radio', { name: 'Ollama' }));
    const urls = within(panel()).getByLabelText('base URLs, comma-separated');
    await userEvent.clear(urls);
    await userEvent.type(urls, 'ftp://x{Enter}');
    await userEvent.clear(within(panel()).getByLabelText('calls in this run'));
    await userEvent.type(within(panel()).getByLabelText('calls in this run'), '1.5{Enter}');
    const notices = store.getState().notices.map(notice => notice.text);
    expect(notices[0]).toContain('ftp://x');
    expect(notices[1]).toContain('calls in this run must be a whole number from 1, not 1.5');
    expect(urls).toHaveValue('http://127.0.0.1:11434');
  });

  it('changes limits of a run in mid-run, without starting again', async () => {
    const { engine, store, commands } = await renderOnPage(<OraclePanel />);
    await act(() => commands.open({ ...DEFAULT_SETUP, oracle: ollama }));
    await act(() => commands.step());
    const calls = within(panel()).getByLabelText('calls in this run');
    await userEvent.clear(calls);
    await userEvent.type(calls, '9{Enter}');
    await settlePage();
    expect(engine.calls.at(-1)).toBe('setLimits 9');
    expect(store.getState().head).toBe(1);
    expect(store.getState().run!.setup.oracle).toMatchObject({ limits: { callsPerRun: 9 } });
    expect(panel().textContent).toContain('It decides in this run');
  });

  it('leaves the choice to continue over unusable answers', async () => {
    const { engine, store, commands } = await renderOnPage(<Notices />);
    await act(() => commands.open({ ...DEFAULT_SETUP, oracle: ollama }));
    engine.halt = new OracleHalt('5 questions in a row failed');
    await act(() => commands.step());
    expect(screen.queryByRole('button', { name: 'Continue in spite of them' })).toBeNull();
    engine.halt = new UnusableAnswers('25 answers in a row could not be used');
    await act(() => commands.step());
    await userEvent.click(screen.getByRole('button', { name: 'Continue in spite of them' }));
    await settlePage();
    expect(engine.calls.slice(-2)).toEqual(['setLimits 5000, never pausing', 'play 4']);
    expect(store.getState().run!.setup.oracle).toMatchObject({ limits: { unusable: null } });
  });

  it('estimates what a run would cost', async () => {
    await renderOnPage(<OraclePanel />);
    await userEvent.click(within(panel()).getByRole('radio', { name: 'Ollama' }));
    await userEvent.click(within(panel()).getByRole('button', { name: /^Estimate/ }));
    const text = within(panel()).getByRole('region', { name: 'Before a run' }).textContent;
    expect(text).toContain('questions, by a quick policy run5,030');
    expect(text).toContain('answered by archetypes and cache1,970');
    expect(text).toContain('655k, 3,060');
  });
});

describe('the tab Oracle', () => {
  it('exists when a language model decides, and shows so before it has been asked', async () => {
    const { commands } = await renderOnPage(<Corner />);
    expect(screen.queryByRole('button', { name: 'Oracle' })).toBeNull();
    await act(() => commands.open({ ...DEFAULT_SETUP, oracle: ollama }));
    const view = await screen.findByRole('region', { name: 'Oracle' });
    expect(view.textContent).toContain('m:1b has not been asked');
  });

  it('shows calls, tokens, delays, fallbacks, divergence and budget', async () => {
    const { engine, commands } = await renderOnPage(<Corner />);
    engine.report = report;
    await act(() => commands.open({ ...DEFAULT_SETUP, oracle: { ...ollama, archetypes: true } }));
    await act(() => commands.step());
    await settlePage();
    const view = await screen.findByRole('region', { name: 'Oracle' });
    expect(view.textContent).toContain('948calls202,872tokens in');
    expect(view.textContent).toContain('611calls saved, 39 %');
    expect(view.textContent).toContain('7 of 1,559');
    expect(view.textContent).toContain('fallback: option outside the set4');
    expect(view.textContent).toContain('0.008 bit');
    expect(view.textContent).toContain('not how good it is');
    expect(view.textContent).toContain('948 of 5,000 calls');
    expect(within(view).getByRole('img')).toHaveAccessibleName(
      'half of the answers within 300 ms, 95 of 100 within 730 ms',
    );
    await userEvent.click(within(view).getByRole('button', { name: 'Ask 60 again in another order' }));
    expect(view.textContent).toContain('In another order of the options 4 of 60 answers changed.');
    await userEvent.click(within(view).getByRole('button', { name: 'Ask 60 people individually' }));
    expect(view.textContent).toContain('60 people asked individually: 8 %');
  });

  it('gives way to a selected agent', async () => {
    const { store, commands } = await renderOnPage(<Corner />);
    await act(() => commands.open({ ...DEFAULT_SETUP, oracle: ollama }));
    act(() => store.getState().select({ agents: [0] }));
    const inspector = screen.getByRole('region', { name: 'Agent inspector' });
    await waitFor(() => expect(inspector.textContent).toContain('Ines Okafor'));
    expect(screen.getByRole('button', { name: 'Inspector' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('answers that were paid for', () => {
  it('are not lost without a warning; they may be lost once exported', async () => {
    const { engine, store, commands } = await renderOnPage(<LeaveDialog />);
    engine.report = report;
    await act(() => commands.open({ ...DEFAULT_SETUP, oracle: ollama }));
    await act(() => commands.step());
    await settlePage();
    await act(() => commands.reset({ seed: 5 }));
    expect(store.getState().run!.setup.seed).toBe(DEFAULT_SETUP.seed);
    await userEvent.click(screen.getByRole('button', { name: 'Keep this run' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(() => commands.reset({ seed: 5 }));
    await userEvent.click(screen.getByRole('button', { name: 'Start without them' }));
    await settlePage();
    expect(store.getState().run!.setup.seed).toBe(5);

    await act(() => commands.step());
    await settlePage();
    await act(
      async () =>
        void (await commands.exportRun(
          'json',
          async () => undefined,
          () => undefined,
        )),
    );
    await act(() => commands.reset({ seed: 6 }));
    expect(store.getState().run!.setup.seed).toBe(6);
  });
});

describe('a run that would take much memory', () => {
  it('is built only on confirmation, and so are those after it', async () => {
    const { engine, store, commands } = await openPage();
    engine.tooLarge = new TooLarge('this run would take about 5.4 GB of memory');
    await commands.open({ ...DEFAULT_SETUP, seed: 99 });
    const notice = store.getState().notices.at(-1)!;
    expect([notice.text, notice.button?.label]).toEqual([
      'this run would take about 5.4 GB of memory',
      'Build it all the same',
    ]);
    expect(store.getState().run?.setup.seed).not.toBe(99);
    notice.button?.act();
    await settlePage();
    expect(store.getState().run?.setup.seed).toBe(99);
    await commands.open({ ...DEFAULT_SETUP, seed: 98 });
    expect(store.getState().run?.setup.seed).toBe(98);
  });
});

/** All that the page looks at in a run document. */
const RUN = '{"format": "statescope-run"}';

describe('a link with a language model', () => {
  it('asks nothing because of an address, and shows that it waits', async () => {
    const { engine, store, commands } = await openPage();
    await commands.start({ ...DEFAULT_SETUP, oracle: ollama }, 30);
    expect(store.getState().phase).toBe('paused');
    expect(engine.calls.filter(call => /step|play|runTo|test/.test(call))).toEqual([]);
    expect(store.getState().notices[0]!.text).toContain('Nothing is asked before you press Play or Step');
  });

  it('plays a recording to its end and compares the hashes', async () => {
    const { engine, store, commands } = await openPage();
    const setup = { ...DEFAULT_SETUP, oracle: { kind: 'replay' } as const };
    engine.recording = { setup, ...THREE_ROUNDS };
    await commands.openFiles([new File([RUN], 'run.json')]);
    expect(store.getState().head).toBe(3);
    expect(store.getState().notices.at(-1)!.text).toBe(
      'run.json replayed is not the recorded run: it ends with hash 00000000, its document with ffffffff.',
    );
    await commands.reset({ seed: 5 });
    expect(store.getState().run!.setup.oracle.kind).toBe('policy');
  });

  it('marks a recording that ends otherwise at once, and says where it differs once that is known', async () => {
    const { engine, store, commands } = await openPage();
    const setup = { ...DEFAULT_SETUP, oracle: { kind: 'replay' } as const };
    const hash = 'f'.repeat(64);
    engine.recording = { setup, files: {}, rounds: 3, hash, hashRule: 'today', notes: [], sheet: null };
    let answer = (_: Verdict) => {};
    vi.spyOn(engine.api, 'verify').mockImplementation(async () => new Promise(done => (answer = done)));
    await commands.openFiles([new File([RUN], 'run.json')]);
    await waitFor(() =>
      expect(store.getState().replayed?.check).toMatchObject({
        verdict: 'differs',
        reason: 'it ends with hash 00000000, its document with ffffffff',
      }),
    );
    expect(describeReplayedBriefly(store.getState().replayed!)).toMatch(/^differs: it ends with hash/);
    expect(isReplayedUnchecked(store.getState().replayed!)).toBe(true);
    const difference = { where: 'posts[2].text', said: '"a"', is: '"b"' };
    answer({
      ...{ verdict: 'differs', hash, difference, reason: null },
      ...{ unchecked: 'who answered', uncheckedPaths: [] },
    });
    await waitFor(() =>
      expect(describeReplayedBriefly(store.getState().replayed!)).toBe('differs: posts[2].text'),
    );
  });

  it('keeps the document of the shown run when another one is refused', async () => {
    const { engine, store, commands } = await openPage();
    const setup = { ...DEFAULT_SETUP, oracle: { kind: 'replay' } as const };
    const recording = { setup, files: {}, rounds: 0, hash: '', notes: [], sheet: null };
    engine.recording = { ...recording, hashRule: 'lost' };
    await commands.openFiles([new File([RUN], 'first.json')]);
    engine.refuse = new InputError('other.json was changed');
    await commands.openFiles([new File([RUN], 'other.json')]);
    expect(store.getState().replayed?.name).toBe('first.json');
    const reads = () => engine.calls.filter(call => call.startsWith('readRecording'));
    await waitFor(() =>
      expect(reads()).toEqual(
        ['first.json', 'other.json', 'first.json'].map(name => `readRecording ${name}`),
      ),
    );
  });

  it('says whose sheet has been opened, and leads to its answers', async () => {
    const { engine, store, commands } = await renderOnPage(<OraclePanel />);
    const setup = { ...DEFAULT_SETUP, oracle: { kind: 'replay' } as const };
    const sheet = {
      ...{ student: 'Béla', scenario: 'threshold', question: 'When does it spread?' },
      answers: [
        { question: 'How many?', answer: 'Twelve.' },
        { question: 'Why?', answer: ' ' },
      ],
      ...{ seed: 3, seed_of_student: 4, seed_as_expected: false },
      ...{ set_up_otherwise: ['preset sis in place of sir'], questions_otherwise: [] },
    };
    engine.recording = { setup, files: {}, rounds: 0, hash: '', hashRule: 'lost', notes: [], sheet };
    await act(() => commands.openFiles([new File([RUN], 'sheet.json')]));
    const notice = store.getState().notices.find(({ text }) => text.includes('sheet.json is a sheet'));
    expect(notice).toMatchObject({
      kind: 'error',
      text: 'sheet.json is a sheet: “Béla”, “threshold”, seed 3 in place of 4; preset sis in place of sir.',
    });
    const replayed = store.getState().replayed!;
    expect(describeReplayedBriefly(replayed)).toMatch(/^“Béla”, “threshold”, seed 3 in place of 4; preset/);
    expect(isReplayedInDoubt(replayed)).toBe(true);
    act(() => notice!.button!.act());
    expect(store.getState().panel).toBe('oracle');
    const shown = await screen.findByRole('region', { name: 'Sheet' });
    expect(shown).toHaveTextContent('Sheet of Béla');
    expect(shown).toHaveTextContent('Seed 3 in place of 4.');
    expect(
      within(shown)
        .getAllByRole('definition')
        .map(one => one.textContent),
    ).toEqual(['Twelve.', 'no answer']);
  });

  it('compares the hashes of a recording that is opened by Try again as well', async () => {
    const { engine, store, commands } = await openPage();
    const setup = { ...DEFAULT_SETUP, oracle: { kind: 'replay' } as const };
    engine.recording = { setup, ...THREE_ROUNDS };
    engine.refuse = new NotLoaded('networks/congress.bin could not be loaded (no connection)');
    await commands.openFiles([new File([RUN], 'run.json')]);
    expect(store.getState().replayed).toBeNull();
    store.getState().notices[0]!.button!.act();
    await waitFor(() =>
      expect(store.getState().notices.at(-1)!.text).toMatch(/^run\.json replayed is not the recorded run: /),
    );
    expect(store.getState().replayed).toMatchObject({ name: 'run.json', rounds: 3 });
  });

  it('reports a recording that continues where its run is over', async () => {
    const { engine, store, commands } = await openPage();
    const setup = { ...getModelDefaults('workflow'), oracle: { kind: 'replay' } as const };
    engine.over = 200;
    engine.recording = { setup, ...THREE_ROUNDS, rounds: 201 };
    await commands.openFiles([new File([RUN], 'run.json')]);
    expect(store.getState().notices.at(-1)).toMatchObject({
      kind: 'error',
      text: 'run.json replayed is not the recorded run: it ends after round 200, its document after round 201.',
    });
  });

  it('compares no hash of an older rule', async () => {
    const { engine, store, commands } = await openPage();
    const setup = { ...DEFAULT_SETUP, oracle: { kind: 'replay' } as const };
    engine.recording = { setup, ...THREE_ROUNDS, hashRule: 'lost' };
    await commands.openFiles([new File([RUN], 'run.json')]);
    expect(store.getState().notices.at(-1)!.text).toBe('run.json replayed: 3 rounds.');
  });

  it('reports why a file is not a recording, and keeps the run', async () => {
    const { store, commands } = await openPage();
    await commands.openFiles([new File(['{}'], 'other.json')]);
    expect(store.getState().notices.map(notice => notice.text)).toEqual([
      'other.json looks like JSON.\nFiles that can be opened here: a network (GEXF, GraphML, …, or two accounts a line, such as anna,ben), a run document, or a language model (.gguf). Workflows, statecharts and traces of agents open a model of their own.\nThe run that was open stays as it was.',
    ]);
    expect(store.getState().run!.setup.seed).toBe(7);
  });

  it('gives a new engine the key and the recording of the one before', async () => {
    const { engine, commands } = await openPage();
    const setup = { ...DEFAULT_SETUP, oracle: { kind: 'replay' } as const };
    engine.recording = { setup, files: {}, rounds: 0, hash: '', hashRule: 'today', notes: [], sheet: null };
    commands.setKey('secret', ['http://a']);
    await commands.openFiles([new File([RUN], 'run.json')]);
    engine.fail('it died');
    engine.calls.length = 0;
    await commands.reset();
    expect(engine.calls.slice(0, 3)).toEqual([
      'setKey of 6',
      'readRecording run.json',
      'open seed 341 congress',
    ]);
  });
});
