import { describe, expect, it } from 'vitest';
import { readGuardPolicy } from '../../../../../src/engine/guard/readGuardPolicy.ts';
import type { FindingsOrder } from '../../../../../src/engine/model/findings.ts';
import { playRunTicks } from '../../../../../src/engine/run/playRunTicks.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { parseHtml } from '../../../../parseHtml.ts';
import { aCase, runOf, step } from '../cases.ts';

const ORDER: FindingsOrder = { form: 'html', rule: null, hasHoldOut: false, hasTexts: false };
const MARK = { hash: 'f00d', round: 7 };

async function write(
  run: Run,
  order: Partial<FindingsOrder> = {},
  other: Run | null = null,
): Promise<string> {
  const { writeFindings } = await run.state.loadReports();
  const marked = other && { state: other.state, mark: { hash: 'beef', round: 9 } };
  return writeFindings!({ ...ORDER, ...order }, MARK, marked, async () => undefined);
}
/** Cells of the rows of a table, by the beginning of its caption. */
const rowsOf = (html: string, caption: string) =>
  [...parseHtml(html).querySelectorAll('table')]
    .filter(table => table.caption?.textContent?.startsWith(caption))
    .flatMap(table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.textContent)));

const TEXTS = ['PROMPT', 'ANSWER', 'ARGUMENT', 'RESULT', 'ERROR'];

/** A case whose texts are all words that must stay out; it repeats one call. */
const looping = (id: string, known: Partial<TraceCase> = {}): TraceCase =>
  aCase(
    id,
    Array.from({ length: 5 }, (_, i) =>
      step('look_up', {
        ...{ prompt: 'a PROMPT', answer: 'an ANSWER', args: '{"path":"/home/me/ARGUMENT"}', argsHash: 'a' },
        ...{ result: 'a RESULT', resultHash: 'r', error: i === 3 ? 'an ERROR' : null, tokensIn: 100 },
      }),
    ),
    { tokens: 'exact', outcome: 'failed', ...known },
  );
const calm = (id: string, known: Partial<TraceCase> = {}): TraceCase =>
  aCase(id, [step('read', { argsHash: id, resultHash: id, tokensIn: 50 })], {
    ...{ tokens: 'exact', outcome: 'succeeded' },
    ...known,
  });

describe('a report of recorded runs', () => {
  it('has neither texts nor paths of the recordings', async () => {
    const run = await runOf([
      looping('/home/me/PATHSESSION'),
      looping('case-2', { labels: { task: 'a SENTENCE as the task' } }),
      aCase('c', [
        step('/usr/bin/PATHTOOL', { argsHash: '1' }),
        step('Write to NAMED PERSON'),
        step('say', { answer: 'ANSWER' }),
      ]),
    ]);
    for (const form of ['html', 'md'] as const) {
      const text = await write(run, { form, hasHoldOut: true });
      for (const word of [...TEXTS, 'PATHSESSION', 'SENTENCE', 'PATHTOOL', 'NAMED PERSON', '/home', '/usr'])
        expect(text, word).not.toContain(word);
      expect(text).toContain('case-2');
      expect(text).toMatch(/\(tool 1, name hidden\)|\(state 1, name hidden\)/);
    }
  });

  it('quotes arguments of loops alone where texts are wanted, and none of a run that hides them', async () => {
    const cases = [looping('a'), looping('b'), calm('c')];
    const text = await write(await runOf(cases), { hasTexts: true });
    expect(rowsOf(text, 'Costliest loops, 2 of 2')[0][5]).toBe('{"path":"/home/me/ARGUMENT"}');
    for (const word of TEXTS.filter(one => one !== 'ARGUMENT')) expect(text, word).not.toContain(word);
    const hiding = await runOf(cases, { parameters: { redact: true } });
    expect(await write(hiding, { hasTexts: true })).not.toContain('ARGUMENT');
  });

  it('shows what was spent and wasted, the costliest cases and loops, with n', async () => {
    const text = await write(await runOf([looping('a'), calm('b'), calm('c')]));
    expect(rowsOf(text, 'Amounts')).toContainEqual(['Tokens', '600', '200', '–', '3', '3']);
    expect(parseHtml(text).body.textContent).toContain('took 400 of 600 tokens (66.7 %)');
    expect(rowsOf(text, 'Costliest cases, 3 of 3')[0]).toEqual(['case 1, a', 'failed', '5', '500', '400']);
    expect(rowsOf(text, 'Costliest loops, 1 of 1')[0]).toEqual([
      ...['case 1, a', '1', '5', 'the same call in a row, 5 rounds, same result', 'look_up', '400'],
    ]);
  });

  it('shows the chosen rule with its curve and a policy that the guard reads', async () => {
    const text = await write(await runOf([looping('a'), calm('b')]), { rule: 'roo-code' });
    expect(rowsOf(text, 'Effect')[0]).toEqual([
      'Recall: failed cases that it ends',
      '100.0 %',
      expect.stringMatching(/ to 100\.0 %$/),
      '1 of 1',
    ]);
    const page = parseHtml(text);
    expect(page.querySelectorAll('svg')).toHaveLength(2);
    expect(page.querySelector('.marked')?.textContent).toBe('3');
    const codes = [...page.querySelectorAll('pre')].map(one => one.textContent ?? '');
    const policy = readGuardPolicy(JSON.parse(codes.at(-1) ?? ''));
    expect([policy.act, policy.rules.map(({ id }) => id)]).toEqual([0, ['roo-code']]);
    await expect(write(await runOf([calm('b')]), { rule: 'nonsense' })).rejects.toThrow(
      'no rule is called "nonsense"',
    );
  });

  it('says which cases of a live source are under way, and has no move into an end for them', async () => {
    const cases = [looping('a'), { ...calm('b'), outcome: null }];
    const text = await write(await runOf(cases, { parameters: { under_way: true } }));
    expect(rowsOf(text, 'The set')).toContainEqual([
      'Outcomes',
      '0 succeeded, 1 failed, 1 unknown (1 of these under way)',
    ]);
    expect(rowsOf(text, 'Costliest cases, 2 of 2').map(([name, outcome]) => [name, outcome])).toEqual([
      ['case 1, a', 'failed'],
      ['case 2, b', 'under way'],
    ]);
    const ended = await write(await runOf(cases));
    expect(rowsOf(ended, 'The set')).toContainEqual(['Outcomes', '0 succeeded, 1 failed, 1 unknown']);
    const endsOfReading = (html: string) =>
      rowsOf(html, 'Moves')
        .find(([from]) => from === 'read')
        ?.at(-1);
    expect(endsOfReading(text)).not.toMatch(/1/);
    expect(endsOfReading(ended)).toMatch(/1/);
  });

  it('names another threshold and exemptions in its summary, and for what its interval allows', async () => {
    const run = await runOf([looping('a'), looping('b'), calm('c'), calm('d')]);
    const summary = (text: string) => parseHtml(text).querySelector('li')?.textContent;
    const exempt = [{ tool: '^look_up$', args: null }];
    expect(summary(await write(run, { rule: 'roo-code', threshold: 4, exempt }))).toContain(
      'The rule “the same call 4 times in a row”, with threshold 4 instead of 3, not counting look_up, would have ended 0 of 2 failed cases',
    );
    expect(summary(await write(run, { rule: 'roo-code' }))).toMatch(
      /The rule “the same call 3 times in a row” would have ended .* \(95 %, this rule alone: .*\)\.$/,
    );
    const hidden = [{ tool: '^/usr/bin/tool$', args: null }];
    expect(summary(await write(run, { rule: 'roo-code', exempt: hidden }))).toContain(
      'not counting (call 1, name hidden)',
    );
  });

  it('names the rule of the hold-out in its first words as that of the first half', async () => {
    const cases = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? looping(`l${i}`) : calm(`c${i}`)));
    const text = await write(await runOf(cases), { rule: 'roo-code', hasHoldOut: true });
    expect(text).toContain('The rule chosen on the first half is another one than above: ');
    const captions = [...parseHtml(text).querySelectorAll('caption')].map(one => one.textContent ?? '');
    expect(captions.filter(one => one.startsWith('The rule chosen on the first half, '))).toHaveLength(2);
  });

  it('counts all moves of few states in its matrix, and names the set in no heading where it has no other', async () => {
    const text = await write(await runOf([looping('a'), calm('b')]));
    const rows = rowsOf(text, 'Moves from the state');
    expect(rows[0][0]).toBe('(beginning)');
    const caption = /Moves from the state of a row to that of a column, (\d+) of (\d+)/.exec(text);
    const moves = rows.flatMap(([, ...counts]) => counts.map(Number)).reduce((sum, count) => sum + count, 0);
    expect(caption?.slice(1).map(Number)).toEqual([moves, moves]);
    const heads = [...parseHtml(text).querySelectorAll('h2')].map(one => one.textContent ?? '');
    expect(heads).toEqual(expect.arrayContaining(['Costs', 'Loops', 'Discovered statechart']));
  });

  it('is the same at every round of a run, but for the hash that is given to it', async () => {
    const [run, played] = [await runOf([looping('a'), calm('b')]), await runOf([looping('a'), calm('b')])];
    await playRunTicks(played, { oracle: played.policy });
    expect(await write(played)).toBe(await write(run));
    expect(await write(run, { date: '2026-01-31' })).toContain('Written on 2026-01-31.');
    expect(await write(run)).toMatch(
      /f00d, after round 7 of \d+; the figures are of all recorded steps, however far they were played/,
    );
  });

  it('holds both sets of a comparison, with one rule and their differences', async () => {
    const a = await runOf([looping('t1'), looping('t2'), calm('t3')]);
    const b = await runOf([calm('t1'), calm('t2'), calm('t3')]);
    const text = await write(a, { rule: 'roo-code' }, b);
    expect(rowsOf(text, 'Tasks that succeed more often in B').map(([task]) => task)).toEqual(['t1', 't2']);
    expect(
      rowsOf(text, 'Measures of a case')
        .find(([name]) => name === 'Tokens')
        ?.slice(1, 4),
    ).toEqual(['350', '50', '-300']);
    const facts = rowsOf(text, 'The set').filter(([name]) => name === 'Hash of the run');
    expect(facts.map(([, value]) => value?.slice(0, 4))).toEqual(['f00d', 'beef']);
    const heads = [...parseHtml(text).querySelectorAll('h2')].map(one => one.textContent ?? '');
    expect(heads.filter(one => one.endsWith('the rule “the same call 3 times in a row”'))).toHaveLength(2);
  });
});
