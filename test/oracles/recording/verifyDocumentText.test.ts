import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { InputError } from '../../../src/engine/core/errors.ts';
import type { Files } from '../../../src/engine/files/namedFile.ts';
import { getAgentModelEntry } from '../../../src/engine/models/index.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import { buildChoicePrompt } from '../../../src/engine/oracle/formats/choicePrompt.ts';
import type { Answer, ChoiceQuestion, Oracle, Question } from '../../../src/engine/oracle/oracle.ts';
import type { ParameterDefinition } from '../../../src/engine/parameters/parameterDefinition.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { readRecording } from '../../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../../src/oracles/recording/replay.ts';
import { findJsonDifference, verifyDocumentText } from '../../../src/oracles/recording/verifyDocumentText.ts';
import { mixedAnswers } from '../../engine/mixedAnswers.ts';
import { GOALS, filesOf as missionFilesOf } from '../../engine/models/governed/own.ts';
import { filesOf as readerFilesOf } from '../../engine/models/librarian/own.ts';
import { documentText } from '../../engine/play.ts';
import { mutated } from '../../fuzz/mutated.ts';
import { cases, IS_LONG, LONG_TIMEOUT } from '../../runs.ts';
import { RECORD } from '../record.ts';

const root = new URL('../../../public/', import.meta.url);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = readonly (string | number)[];

const PARTS: Readonly<Record<string, Partial<Setup>>> = {
  social: {
    network: 'scale-free',
    agents: 16,
    seed: 5,
    parameters: { warm_up: 2, activity: 20, posting: 20, attention: 0 },
  },
  governed: { agents: 2, seed: 2 },
  librarian: { agents: 2, seed: 1 },
  workflow: { agents: 2, seed: 1 },
  chart: { preset: 'society', agents: 60 },
};
const MODELS = Object.keys(PARTS);
const ROUNDS = 16;
const bundled = async (path: string) => readFileSync(new URL(path, root));

async function opened(model: string, part: Partial<Setup> = {}, files: Files = {}): Promise<Run> {
  const setup = { ...createDefaultSetup(await getAgentModelEntry(model).spec()), ...PARTS[model], ...part };
  return (await openRun(setup, { bundled, files })).run;
}

/** Two conversations with calls, results and an error. */
const CONVERSATIONS = ['one', 'two'].map(id => ({
  id,
  messages: [
    { role: 'user', content: 'find it' },
    call('look', `a${id}`, { q: 'x' }),
    { role: 'tool', tool_call_id: `a${id}`, content: 'Error: nothing found' },
    call('read', `b${id}`, { page: 3 }),
    { role: 'tool', tool_call_id: `b${id}`, content: `the page of ${id}` },
    { role: 'assistant', content: 'It is done.' },
  ],
}));
function call(name: string, id: string, args: object) {
  const tool_calls = [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }];
  return { role: 'assistant', content: 'I try', tool_calls };
}
const toLines = (rows: readonly object[]) =>
  new TextEncoder().encode(rows.map(row => JSON.stringify(row)).join('\n'));
/** What is bundled, as a file of the user's that is otherwise. */
const ownText = (path: string, name: string, change: (text: string) => string) => [
  { name, bytes: new TextEncoder().encode(change(readFileSync(new URL(path, root), 'utf8'))) },
];
/** The user's own files of a model. */
const OWN_FILES: Readonly<Record<string, Files>> = {
  recorded: { traces: [{ name: 'talks.jsonl', bytes: toLines(CONVERSATIONS) }] },
  chart: {
    chart: ownText('charts/society.scxml', 'own.scxml', text =>
      text.replace(/(<scxml[^>]*>)/, '$1\n  <sc:parameter name="idle" value="0.2"/>'),
    ),
  },
  workflow: { workflow: ownText('workflows/careful.yaml', 'own.yaml', text => `# mine\n${text}`) },
  governed: missionFilesOf(GOALS),
  librarian: readerFilesOf({ memory: { storage: { k: 'v' } } }),
};
/** As the page and the command line play: a run that is over ends. */
async function playedBy(run: Run, oracle: Oracle): Promise<string> {
  await playRunTicks(run, { oracle, until: ROUNDS });
  return documentText(run);
}
const played = async (model: string) => {
  const run = await opened(model);
  return playedBy(run, run.policy);
};

/** A text's verdict; the message of what it is refused with. @param given files of the user's that no document holds */
async function verdictOn(text: string, given: Files = {}) {
  try {
    const recording = await readRecording('run.json', new TextEncoder().encode(text));
    const { setup, files } = recording;
    const { run } = await openRun(setup, { bundled, files: { ...given, ...files } });
    const { signal } = new AbortController();
    return await verifyDocumentText(text, recording, run, { rest: async () => undefined, signal });
  } catch (error) {
    if (error instanceof InputError) return { verdict: 'refused', reason: error.message, difference: null };
    throw error;
  }
}

function* leavesOf(value: Json, path: Path = []): Generator<Path> {
  if (value === null || typeof value !== 'object') yield path;
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* leavesOf(item, [...path, i]);
  else for (const [key, item] of Object.entries(value)) yield* leavesOf(item, [...path, key]);
}

/** Lists with rows, whose rows can be taken away, doubled or swapped. */
function* listsOf(value: Json, path: Path = []): Generator<Path> {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value) && value.length > 1) yield path;
  for (const [key, item] of Object.entries(value))
    yield* listsOf(item, [...path, Array.isArray(value) ? Number(key) : key]);
}

const changed = (value: Json): Json => {
  if (value === null) return 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${String(value)}x`;
};

const rowsChanged = (rows: Json[], how: number, at: number): Json[] => {
  const i = at % (rows.length - 1);
  if (how === 0) return rows.toSpliced(i, 1);
  if (how === 1) return rows.toSpliced(i, 0, rows[i]);
  return rows.toSpliced(i, 2, rows[i + 1], rows[i]);
};

const withValue = (value: Json, [key, ...rest]: Path, change: (value: Json) => Json): Json => {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? withValue(item, rest, change) : item));
  const fields = value as { [key: string]: Json };
  return { ...fields, [key]: withValue(fields[String(key)], rest, change) };
};

/** The nearest other value that a parameter may have: a step up, or down from the most. */
const stepped = (value: Json, { kind, max, step }: ParameterDefinition): Json => {
  if (kind === 'boolean') return !value;
  return Number(value) + step <= max ? Number(value) + step : Number(value) - step;
};

/** Documents of version 2; the other ones of two models are of earlier engines, which wrote fewer sections. */
const LATEST: Readonly<Record<string, string>> = { librarian: 'librarian-0.4', workflow: 'workflow-0.4' };
const versionTwo = (model: string): string =>
  readFileSync(
    new URL(`../../fixtures/documents-v2/${LATEST[model] ?? model}.json`, import.meta.url),
    'utf8',
  );

type Fields = { readonly [key: string]: Json };

/** Of a decision, what nothing can check. */
const TOLD =
  /^(source|model|raw|situation|probabilities|archetype_probabilities|reason|texts?|form|prompt_version|letter_mass)$/;

/** All of a document that can be checked. A parameter that is left out is the run's own. */
function checkable({ engine: _, measurements: _m, ...rest }: Fields, original: Fields): Fields {
  const { oracle: _o, earlier_oracles: _e, parameters, ...config } = rest.config as Fields;
  const own = (original.config as Fields).parameters as Fields;
  const decisions = (rest.decisions as readonly Fields[]).map(row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !TOLD.test(name))),
  );
  return { ...rest, config: { ...config, parameters: { ...own, ...(parameters as Fields) } }, decisions };
}

/** What is taken from the document itself: its set-up, which engine wrote it, and the file of its chart or workflow. */
const TAKEN = /^(config|engine)\b/;

describe('a document that is verified', () => {
  it.each(MODELS)('equals its run, as it was written and written again: %s', async model => {
    const text = await played(model);
    expect(await verdictOn(text)).toMatchObject({ verdict: 'verified', difference: null, reason: null });
    const anew = JSON.stringify(JSON.parse(text), null, 2);
    expect(await verdictOn(anew)).toMatchObject({ verdict: 'verified' });
  });

  it.each(MODELS)('may have a changed answer, and is reported where no change gives it: %s', async model => {
    const { decisions } = JSON.parse(await played(model));
    const {
      agent_id: agent,
      tick,
      ...row
    } = decisions.findLast(
      (one: { tick: number; source: string }) => one.tick > 0 && one.source === 'policy',
    );
    const answer = [row.action, row.answer].find((said): said is string => typeof said === 'string') ?? '';
    const changes: Setup['changes'] = [{ kind: 'answer', tick, agent, answer }];
    const run = await opened(model, { changes });
    const text = await playedBy(run, run.policy);
    expect(text).toContain('"source":"given"');
    expect(await verdictOn(text)).toMatchObject({ verdict: 'verified', reason: null });
    const without = text.replace(/"changes":\[\{.*\}\]/, '"changes":[]');
    expect(await verdictOn(without)).toMatchObject({
      verdict: 'differs',
      reason: expect.stringContaining(`${agent} is said to have been given its answer`),
    });
  });

  it.each(MODELS)('may have answers of any kind: %s', async model => {
    const run = await opened(model);
    const { ask } = mixedAnswers(run);
    const text = await playedBy(run, { name: 'mixed', record: RECORD, ask });
    expect(await verdictOn(text)).toMatchObject({ verdict: 'verified', reason: null });
  });

  it.each(MODELS)(
    'is not verified when a value or a row of any section differs: %s',
    async model => {
      const document = JSON.parse(await played(model)) as Json;
      const isOwn = ([section]: Path) => !TAKEN.test(String(section));
      const leaves = [...leavesOf(document)].filter(isOwn);
      const lists = [...listsOf(document)].filter(isOwn);
      const mutant = fc.oneof(
        fc.record({ path: fc.constantFrom(...leaves), how: fc.constant(-1), at: fc.constant(0) }),
        fc.record({ path: fc.constantFrom(...lists), how: fc.nat(2), at: fc.nat(1000) }),
      );
      await fc.assert(
        fc.asyncProperty(mutant, async ({ path, how, at }) => {
          const other = withValue(document, path, value =>
            how < 0 ? changed(value) : rowsChanged(value as Json[], how, at),
          );
          // Two equal rows that are swapped are no other document.
          fc.pre(findJsonDifference(other, document) !== null);
          const { verdict } = await verdictOn(JSON.stringify(other));
          expect(['differs', 'refused']).toContain(verdict);
        }),
        { numRuns: IS_LONG ? 2000 : 30 },
      );
    },
    LONG_TIMEOUT,
  );

  it.each([
    ...MODELS.map(model => [model, 'bundled', {}] as const),
    ...Object.entries(OWN_FILES).map(([model, files]) => [model, 'of the user’s own', files] as const),
  ])(
    'has no value that can be changed unless the verdict names it as unchecked: %s, %s',
    async (model, _, files) => {
      const run = await opened(model, { own: Object.keys(files) }, files);
      const oracle =
        model === 'recorded' ? run.policy : { name: 'mixed', record: RECORD, ask: mixedAnswers(run).ask };
      const document = JSON.parse(await playedBy(run, oracle)) as Json;
      const genuine = await verdictOn(JSON.stringify(document), files);
      expect(genuine).toMatchObject({ verdict: 'verified' });
      const { uncheckedPaths = [] } = genuine as { uncheckedPaths?: readonly string[] };
      const isNamed = (path: Path) => {
        const shape = path
          .map((key, at) => (typeof key === 'number' ? '[]' : `${at > 0 ? '.' : ''}${key}`))
          .join('');
        return uncheckedPaths.some(
          named => shape === named || (/^[.[]/.test(shape.slice(named.length)) && shape.startsWith(named)),
        );
      };
      const leaves = [...leavesOf(document)].filter(path => !isNamed(path));
      expect(leaves.length).toBeGreaterThan(100);
      // Of thousands of values only a few are of the files.
      for (const path of leaves.filter(([part, input]) => part === 'config' && String(input) in files)) {
        const { verdict } = await verdictOn(JSON.stringify(withValue(document, path, changed)), files);
        expect([path.join('.'), verdict]).not.toContain('verified');
      }
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...leaves), async path => {
          const { verdict } = await verdictOn(JSON.stringify(withValue(document, path, changed)), files);
          expect(['differs', 'refused']).toContain(verdict);
        }),
        { numRuns: IS_LONG ? 2000 : 40 },
      );
    },
    LONG_TIMEOUT,
  );

  it.each(MODELS)(
    'is not verified when any parameter of its set-up differs, whether or not it has an effect: %s',
    async model => {
      const document = JSON.parse(await played(model)) as { config: { parameters: Json } };
      const { parameters } = await getAgentModelEntry(model).spec();
      const told: string[] = [];
      for (const definition of parameters) {
        const path = ['config', 'parameters', definition.name];
        const other = withValue(document as never, path, value => stepped(value, definition));
        const { verdict } = await verdictOn(JSON.stringify(other));
        if (verdict === 'verified') told.push(definition.name);
      }
      expect(parameters.length).toBeGreaterThan(2);
      expect(told).toEqual([]);
    },
    LONG_TIMEOUT,
  );

  it.each(MODELS)(
    'is read, refused or found to differ with any contents anywhere, and never wrongly verified: %s',
    async model => {
      const document = JSON.parse(await played(model)) as Fields;
      const same = checkable(document, document);
      await fc.assert(
        fc.asyncProperty(mutated(document), async changed => {
          const { verdict, reason } = await verdictOn(JSON.stringify(changed));
          expect(reason ?? '').not.toMatch(/\n|undefined|is not a function|not iterable|Cannot read/);
          if (verdict === 'verified')
            expect(findJsonDifference(checkable(changed as Fields, document), same)).toBeNull();
        }),
        cases(30, 2_000),
      );
    },
    LONG_TIMEOUT,
  );

  it.each(MODELS)('of version 2 has its hash by the rule of that version: %s', async model => {
    const text = versionTwo(model);
    const document = JSON.parse(text);
    expect(await verdictOn(text)).toMatchObject({
      verdict: 'verified',
      hash: document.hash,
      unchecked: expect.stringContaining('what of the set-up did nothing in the run'),
    });
    const forged = await verdictOn(JSON.stringify({ ...document, hash: 'ab'.repeat(32) }));
    expect(forged).toMatchObject({ verdict: 'differs', difference: { where: 'hash' } });
  });

  it('does not include one that only claims a version whose hash cannot be computed', async () => {
    const document = JSON.parse(await played('governed'));
    const said = JSON.stringify({ ...document, version: 1, hash: 'ab'.repeat(32) });
    expect(await verdictOn(said)).toMatchObject({
      verdict: 'differs',
      reason: expect.stringContaining(
        'its version is 1, whose hash follows a rule that is no longer followed',
      ),
    });
    const older = await verdictOn(JSON.stringify({ ...document, version: 2 }));
    expect(older).toMatchObject({ verdict: 'differs', difference: { where: 'hash' } });
  });

  it.each(MODELS)('may be that of a replay: %s', async model => {
    const recording = await readRecording('run.json', new TextEncoder().encode(await played(model)));
    const text = await playedBy(await opened(model), new ReplayOracle(recording));
    expect(await verdictOn(text)).toMatchObject({ verdict: 'verified', reason: null, difference: null });
  });

  it('may be that of a chart whose agents asked a model', async () => {
    const run = await opened('chart');
    const ask = async (questions: readonly Question[]) =>
      questions.map((question): Answer => {
        buildChoicePrompt(question as ChoiceQuestion, 'letter', false);
        return { kind: 'chosen', option: 1, source: 'ollama', evidence: { model: 'm', raw: 'B' } };
      });
    const text = await playedBy(run, { name: 'told', record: RECORD, ask });
    expect(text).toContain('"situation"');
    expect(await verdictOn(text)).toMatchObject({ verdict: 'verified', difference: null });
  });

  it('does not include one with a repeated key, or with rows of a model in a run of the policy', async () => {
    const text = await played('chart');
    const twice = text.replace('"outcomes":', '"outcomes": {"ever_moved": 0.99},\n"outcomes":');
    expect(await verdictOn(twice)).toMatchObject({ verdict: 'differs', difference: { where: 'outcomes' } });
    const other = (await played('social')).replace('"source":"policy"', '"source":"ollama"');
    expect((await verdictOn(other)).verdict).not.toBe('verified');
  });

  it('may lack parameters that did not exist when it was written', async () => {
    const document = JSON.parse(await played('social'));
    delete document.config.parameters.moods;
    expect(await verdictOn(JSON.stringify(document))).toMatchObject({ verdict: 'verified' });
  });

  it('names the first place that differs', async () => {
    const document = JSON.parse(await played('social'));
    document.agents[4].current_state = 'lost';
    document.distribution = [];
    expect((await verdictOn(JSON.stringify(document))).difference).toEqual({
      where: 'distribution[0]',
      said: null,
      is: expect.stringContaining('"tick":-2'),
    });
  });

  it('is not one of the policy where the policy decides otherwise, whatever its hash', async () => {
    const run = await opened('social');
    const like = (): Answer => ({ kind: 'chosen', option: 1, source: 'policy' });
    const ask = async (questions: readonly Question[]) => questions.map(like);
    const text = await playedBy(run, { name: 'policy', record: { kind: 'policy' }, ask });
    const { verdict, reason } = await verdictOn(text);
    expect([verdict, reason]).toEqual(['differs', expect.stringContaining('of the policy, which gives')]);
  });
});

describe('a recorded run', () => {
  const document = async () => {
    const run = await opened('recorded', { own: ['traces'] }, OWN_FILES.recorded);
    return JSON.parse(await playedBy(run, run.policy)) as { inputs: { steps: Record<string, string>[] }[] };
  };

  it.each([
    ['args', '{"q":"y"}'],
    ['result', 'Error: all found'],
    ['answer', 'It is not done.'],
  ])('with other %s under an old digest is found by its place', async (field, other) => {
    const forged = await document();
    const steps = forged.inputs[1].steps;
    const at = field === 'answer' ? steps.findIndex(({ tool }) => tool === 'say') : 0;
    expect(steps[at][field]).not.toBe(other);
    steps[at][field] = other;
    expect(await verdictOn(JSON.stringify(forged))).toMatchObject({
      verdict: 'differs',
      difference: {
        where: `inputs[1].steps[${at}].${field}, step ${at + 1} of case two`,
        said: JSON.stringify(other),
        is: expect.stringMatching(/^a text with the digest [0-9a-f]{8}$/),
      },
    });
  });

  it('names how many texts have digests of their source, which cannot be compared', async () => {
    const marked = await document();
    const [step] = marked.inputs[0].steps;
    step.args = 'cut by its source';
    step.args_hash = `${step.args_hash}~`;
    expect(await verdictOn(JSON.stringify(marked))).toMatchObject({
      verdict: 'verified',
      unchecked: expect.stringContaining(
        '1 arguments that were cut, have no digest, or whose digests are their source’s',
      ),
    });
  });
});

it('a document of version 1 is verified by the sections that it had', async () => {
  const former = JSON.parse(
    readFileSync(new URL('../../fixtures/documents-v1/social.json', import.meta.url), 'utf8'),
  ) as { config: object };
  expect(former).not.toHaveProperty('outcomes');
  const asked = JSON.stringify({ ...former, config: { ...former.config, oracle: RECORD } });
  expect(await verdictOn(asked)).toMatchObject({ verdict: 'verified', reason: null });
  const later = JSON.parse(await played('social')) as { outcomes?: object };
  delete later.outcomes;
  expect(await verdictOn(JSON.stringify(later))).toMatchObject({
    verdict: 'differs',
    difference: { where: 'outcomes' },
  });
});
