import { describe, expect, it } from 'vitest';
import { readGovernedAnswer } from '../../../../src/engine/models/governed/step/readGovernedAnswer.ts';
import { finish, openMissions, path, play, playOut, reason, search, stateOf, stepsOf } from './mission.ts';

const read = (title: string, more: object = {}): string =>
  JSON.stringify({ action: 'tool', tool: 'context.read_document', args: { title }, ...more });

/** A document of the small corpus. */
const TITLE = 'Execution';
const NAME = 'execution.md';
const TEXT = 'The worker executes jobs; see the architecture.';

describe('reading a document', () => {
  it('shows the whole text in the next prompt, and leads to searching', async () => {
    const { steps, script } = await play([read(TITLE.toUpperCase()), reason(), finish()]);
    expect(path(steps)[0]).toBe('init > searching');
    expect(steps[0]!.call).toMatchObject({
      tool: 'context.read_document',
      total: 1,
      error: null,
      before: [],
    });
    expect(steps[0]!.call!.hits).toHaveLength(1);
    expect(script.prompts[1]).toContain(TEXT);
    expect(script.prompts[1]).toContain(`1. read “${TITLE.toUpperCase()}”: 1 document`);
  });

  it('works by its name as well, and finds nothing where no document has that title', async () => {
    const { steps } = await play([read(NAME), read('No such title'), finish()]);
    expect(steps[0]!.call).toMatchObject({ total: 1 });
    expect(steps[1]!.call).toMatchObject({ hits: [], total: 0, text: '', error: null });
  });

  it.each([
    ['no title', '{"action":"tool","tool":"context.read_document"}', 'context.read_document needs a title'],
    ['an empty title', read('  '), 'context.read_document needs a title with words in it'],
    ['a query in its place', read('', { args: { query: 'a' } }), 'context.read_document needs a title'],
  ])('is refused with %s', async (_, answer, refused) => {
    const { steps, script } = await play([answer, finish()]);
    expect(steps[0]!.refused).toBe(refused);
    expect(script.asked[1]!.advice?.text).toContain('context.read_document with a title');
  });

  it('is not allowed in ANALYZING', async () => {
    const { steps } = await play([search('a'), reason(), read(TITLE), finish()]);
    expect(steps[2]!.refused).toBe('no tool in ANALYZING');
  });
});

describe('the count', () => {
  it('of one tool in a row does not include another tool', async () => {
    const mixed = await play([search('a'), read(TITLE), search('b'), read('other'), finish()]);
    expect(mixed.steps.map(({ rule }) => rule)).not.toContain('same_tool');
    const same = await play([read('a'), read('b'), read('c'), read('d'), read('e')]);
    expect(same.script.asked[3]!.advice?.text).toMatch(/^Read documents 3 times in a row\./);
    expect(same.steps.at(-1)!.reason).toMatch(/^the same tool 4 times in a row/);
  });

  it('of identical calls includes the same document, in upper or lower case', async () => {
    const { script, steps } = await play([read(TITLE), read(TITLE.toLowerCase()), read(TITLE)]);
    expect(steps[1]!.call!.before).toEqual([1]);
    expect(script.asked[2]!.advice?.text).toBe(`You already read '${TITLE.toLowerCase()}'. Finish now.`);
    expect(steps.find(({ kind }) => kind === 'verdict')?.reason).toBe(
      `read “${TITLE}” 3 times, advised at 2`,
    );
  });

  it('of identical calls distinguishes a search from a reading of the same words', async () => {
    const { steps } = await play([search(TITLE), read(TITLE), finish()]);
    expect(steps[1]!.call!.before).toEqual([]);
  });
});

describe('an answer that reads', () => {
  it.each([
    ['with a title alone', '{"tool":"context.read_document","args":"The port"}'],
    ['with its title outside', '{"action":"tool","tool":"context.read_document","title":"The port"}'],
    ['with the tool as its action', '{"action":"context.read_document","args":{"title":"The port"}}'],
    ['with an empty query next to it', read('The port', { args: { title: 'The port', query: '' } })],
  ])('is understood %s', (_, text) => {
    expect(readGovernedAnswer(text)).toMatchObject({
      action: { kind: 'tool', tool: 'context.read_document', args: { title: 'The port' } },
    });
  });
});

it('some of the agents that work well read, and none of them is refused for it', async () => {
  const run = await playOut(await openMissions());
  const { agents } = run.config;
  const steps = Array.from({ length: agents }, (_, agent) => stepsOf(run, agent)).flat();
  const reads = steps.filter(({ call }) => call?.tool === 'context.read_document');
  expect(reads.length).toBeGreaterThan(0);
  for (const { agent, refused, call } of reads) {
    expect(refused).toBeNull();
    expect(call!.total).toBeGreaterThan(0);
    expect(stateOf(run).cast.characterOf(agent)).toBe('searcher');
  }
});
