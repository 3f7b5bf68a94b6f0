import { describe, expect, it, vi } from 'vitest';
import { NotLoaded } from '../../../src/engine/core/errors.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { sortDroppedFiles } from '../../../src/ui/files/sortDroppedFiles.ts';
import { getModelAppearance, getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { loadModelPlugin } from '../../../src/ui/model/registered.ts';
import { readKnownFile } from '../../../src/ui/state/fileKinds.ts';
import { openPage } from '../page.tsx';
import { settlePage } from '../settlePage.ts';

const RUN = '{"format": "statescope-run"}';

/** Places that a model gives to files, each `name: text`. */
async function placesOf(model: string, texts: Readonly<Record<string, string>>) {
  await loadModelPlugin(model);
  const files = Object.entries(texts).map(([name, text]) => new File([text], name));
  const {
    inputs,
    run,
    model: gguf,
    misfits,
  } = sortDroppedFiles(await Promise.all(files.map(readKnownFile)), getModelAppearance(model));
  const places = [...inputs].map(([place, list]) => `${place}: ${list.map(({ name }) => name)}`);
  return [...places, run && `run: ${run.name}`, gguf && `model: ${gguf.name}`, ...misfits].filter(Boolean);
}

describe('files', () => {
  it.each([
    ['social', { 'a.csv': 'anna,ben', 'my.gguf': 'GGUF' }, ['network: a.csv', 'model: my.gguf']],
    ['social', { 'run.json': RUN, 'a.txt': 'anna ben' }, ['network: a.txt', 'run: run.json']],
    ['social', { 'a.gexf': '<gexf version="1.3"/>' }, ['network: a.gexf']],
    ['social', { 'a.json': '{"nodes": [], "links": []}' }, ['network: a.json']],
    [
      'chart',
      { 'a.graphml': '<graphml/>', 'b.json': '{"states": {}}' },
      ['network: a.graphml', 'chart: b.json'],
    ],
    ['governed', { 'goals.txt': 'Find it.' }, ['missions: goals.txt']],
    ['governed', { 'a.txt': 'A', 'b.md': 'B' }, ['corpus: a.txt,b.md']],
    ['governed', { 'a.txt': 'A', 'goals.json': '["Find it."]' }, ['corpus: a.txt', 'missions: goals.json']],
    ['workflow', { 'a.YML': 'x: 1', 'run.json': RUN }, ['workflow: a.YML', 'run: run.json']],
    ['workflow', { a: 'workflow:\n  steps: []' }, ['workflow: a']],
    [
      'recorded',
      { 'a.txt': 'k;what\n1;look\n', 'b.txt': 'ready\n{"type": "user"}\n' },
      ['traces: a.txt,b.txt'],
    ],
  ])('go to their places in model %s: %j', async (model, texts, places) => {
    expect(await placesOf(model, texts)).toEqual(places);
  });

  it.each([
    [
      'social',
      'flow.yaml',
      'workflow:\n  steps: []',
      'flow.yaml looks like YAML; workflows are for model Workflow.',
    ],
    ['social', 'my.json', '{"goal": "x"}', 'my.json looks like JSON that begins with "goal".'],
    ['social', 'a.csv', '', 'a.csv is empty.'],
    ['governed', 'a.csv', 'anna,ben', 'a.csv looks like a table (CSV); networks are for model Social.'],
    ['workflow', 'a.csv', 'anna,ben', 'a.csv looks like a table (CSV); networks are for model Social.'],
    ['librarian', 'flow.yaml', 'x: 1', 'flow.yaml looks like YAML; workflows are for model Workflow.'],
    ['workflow', 'a.txt', 'hello', 'a.txt looks like a text.'],
    [
      'recorded',
      'README.md',
      '# Traces and logs (real) for import, discovery and rules\n\nSome, all, or none.\n\nBye.\n',
      'README.md looks like a text.',
    ],
  ])(
    'of another kind are described with the model that reads them, in model %s: %s',
    async (model, name, text, told) => {
      expect(await placesOf(model, { [name]: text })).toEqual([
        told,
        expect.stringContaining('can be opened'),
      ]);
    },
  );

  it('that claim a place for one are refused, by both names', async () => {
    await expect(placesOf('social', { 'a.csv': 'a,b', 'b.txt': 'a b' })).rejects.toThrow(
      'a.csv and b.txt: each is a network, and there is room for one',
    );
    await expect(placesOf('governed', { 'a.json': RUN, 'b.json': RUN })).rejects.toThrow(
      'a.json and b.json: each is a run document',
    );
  });
});

const csv = (name: string) => new File(['hub,ann\nhub,ben\n'], name);

describe('files that come while others are being opened', () => {
  it('are added to them', async () => {
    const { engine, commands } = await openPage(getModelDefaults('librarian'));
    const texts = new File(['Once upon a time.'], 'story.md');
    const config = new File(['{}'], 'config.json');
    await Promise.all([commands.openOwn('source', [texts]), commands.openOwn('config', [config])]);
    expect(engine.opened!.setup.own).toEqual(['source', 'config']);
    expect(Object.keys(engine.opened!.files)).toEqual(['source', 'config']);
  });
});

describe('files of another model than the one on the screen', () => {
  const CHART = '{"name":"c","states":["a","b"],"initial":"a","transitions":[]}';
  it.each([
    ['social', { 'my.scxml': '<scxml initial="a"><state id="a"/></scxml>' }, 'chart', ['chart']],
    ['workflow', { 'my.json': CHART }, 'chart', ['chart']],
    ['social', { 'flow.yaml': 'workflow:\n  steps: []' }, 'workflow', ['workflow']],
    ['governed', { 'a.gexf': '<gexf version="1.3"/>' }, 'social', []],
    // Both are inputs of one model.
    ['workflow', { 'a.gexf': '<gexf version="1.3"/>', 'my.json': CHART }, 'chart', ['chart']],
  ])('open a run of their own, from model %s: %j', async (from, texts, model, own) => {
    const { engine, commands } = await openPage(getModelDefaults(from));
    await commands.openFiles(Object.entries(texts).map(([name, text]) => new File([text], name)));
    expect([engine.opened?.setup.model, engine.opened?.setup.own ?? []]).toEqual([model, own]);
  });

  it('are opened, and others among them that no model reads are named', async () => {
    const { engine, store, commands } = await openPage();
    await commands.openFiles([new File([CHART], 'my.json'), new File(['%PDF-1.7'], 'paper.md')]);
    expect(engine.opened?.setup.model).toBe('chart');
    expect(
      store
        .getState()
        .notices.map(({ text }) => text)
        .join(),
    ).toContain('paper.md looks like a PDF.');
  });
});

describe('a file whose reader failed to load', () => {
  it('is opened by Try again', async () => {
    const { engine, store, commands } = await openPage();
    const read = vi.spyOn(engine.api, 'readRecording');
    read.mockRejectedValueOnce(new NotLoaded('the reader could not be loaded (no connection)'));
    await commands.openFiles([new File([RUN], 'run.json')]);
    const [{ text, button }] = store.getState().notices;
    expect(text).toBe('the reader could not be loaded (no connection)');
    expect(button?.label).toBe('Try again');
    button?.act();
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    expect(read.mock.calls.map(([file]) => file.name)).toEqual(['run.json', 'run.json']);
  });
});

describe('an edge list that is opened', () => {
  it('keeps the parameters, and names the changed ones', async () => {
    const { engine, store, commands } = await openPage({ ...DEFAULT_SETUP, parameters: { activity: 2 } });
    await commands.step();
    await commands.openFiles([csv('a.csv')]);
    expect(engine.opened!.setup).toMatchObject({ network: 'file', parameters: { activity: 2 } });
    const [notice] = store.getState().notices;
    expect(notice!.text).toBe(
      'The previous run (seed 341, round 1) has been replaced. Your changes still hold: Activity 2 ×.',
    );
    expect(notice!.button!.label).toBe('Bring it back');
    notice!.button!.act();
    await settlePage();
    expect(store.getState().run!.setup.network).toBe('congress');
  });

  it('leads to a question of its direction, with a button for each; one reads it that way, and another file is asked about again', async () => {
    const { engine, store, commands } = await openPage();
    const told = () =>
      store.getState().notices.find(({ button }) => button?.label === 'First follows second');
    await commands.openFiles([csv('a.csv')]);
    expect(told()).toMatchObject({ kind: 'question' });
    expect(told()!.text).toContain('does hub follow ann, ann follow hub, or each the other?');
    expect(told()!.text).toMatch(/The Set-up can change it later as well\.$/);
    const others = told()!.button!.others!;
    expect(others.map(({ label }) => label)).toEqual(['Second follows first', 'Both ways']);
    told()!.button!.act();
    await settlePage();
    expect(engine.opened!.setup.direction).toBe('follows');
    expect(engine.opened!.files.network![0]!.name).toBe('a.csv');
    expect(location.search).toContain('direction=follows');
    expect(told()).toMatchObject({ kind: 'note' });
    expect(told()!.text).toContain('a.csv, line 1: hub follows ann, as was chosen');
    others[1]!.act();
    await settlePage();
    expect(engine.opened!.setup.direction).toBe('both');
    expect(told()!.text).toContain('hub and ann follow each other, as was chosen');
    await commands.openFiles([csv('b.csv')]);
    expect(engine.opened!.setup).not.toHaveProperty('direction');
    expect(told()!.text).toContain('b.csv');
    await commands.reset({ network: 'lastfm' });
    expect(told()).toBeUndefined();
  });

  it('leads to that question as well where a language model’s answers had to be given up first', async () => {
    const { store, commands } = await openPage({ ...DEFAULT_SETUP, parameters: { activity: 2 } });
    await commands.step();
    store.setState({ heldBefore: true });
    await commands.openFiles([csv('a.csv')]);
    expect(store.getState().run!.setup.network).toBe('congress');
    await commands.reset(store.getState().leaving!, true);
    const texts = store.getState().notices.map(({ text }) => text);
    expect(texts.join()).toContain('Your changes still hold: Activity 2 ×.');
    expect(texts.join()).toContain('does hub follow ann');
  });

  it('is read as the address prescribes', async () => {
    const { engine, commands } = await openPage({ ...DEFAULT_SETUP, direction: 'follows' });
    await commands.openFiles([csv('a.csv')]);
    expect(engine.opened!.setup.direction).toBe('follows');
  });

  it('comes with its recorded run, whatever model is on the page, and unused files are named', async () => {
    const { engine, store, commands } = await openPage(getModelDefaults('governed'));
    const setup = { ...DEFAULT_SETUP, network: 'file', oracle: { kind: 'replay' } as const };
    engine.recording = {
      setup,
      files: {},
      rounds: 0,
      hash: '',
      hashRule: 'lost',
      notes: [],
      sheet: null,
    };
    await commands.openFiles([csv('a.csv'), new File([RUN], 'run.json')]);
    expect(engine.opened!.files.network![0]!.name).toBe('a.csv');
    engine.recording = { ...engine.recording, setup: { ...setup, network: 'congress' } };
    await commands.openFiles([new File([RUN], 'run.json'), csv('b.csv')]);
    expect(engine.opened!.files).toEqual({});
    expect(store.getState().notices.map(({ text }) => text)).toContain(
      'b.csv: not used, because the recorded run has its own.',
    );
  });

  it('of more than 50 MB is not even read', async () => {
    const { engine, store, commands } = await openPage();
    const opened = engine.opened;
    const huge = csv('huge.csv');
    Object.defineProperty(huge, 'size', { value: 60_200_000 });
    await commands.openFiles([huge]);
    expect(store.getState().notices[0]!.text).toBe(
      'huge.csv is 60.2 MB, and at most 50 MB are read. The run that was open stays as it was.',
    );
    expect(engine.opened).toBe(opened);
  });
});
