import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { describe, expect, it } from 'vitest';
import type { RuleFigures, RuleSummary } from '../../../../src/engine/model/rulesSummary.ts';
import { bytesOfFixture } from '../../../engine/traces/fixture.ts';
import { beyondReading, expectLine, inProcess, ROOT } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-governance-'));
const PAGE = readFileSync(join(ROOT, 'docs/traces.md'), 'utf8');
const path = (name: string) => join(folder, name);

/** Lines before the last, and the last as JSON. */
async function told(...args: string[]) {
  const { code, stdout, stderr } = await inProcess('governance', ...args);
  expect([code, beyondReading(stderr)]).toEqual([0, '']);
  const lines = stdout.trim().split('\n');
  return { json: JSON.parse(lines.pop()!), lines };
}

const figuresOf = (rules: readonly RuleSummary[], id: string) => rules.find(rule => rule.id === id)!.figures;

describe('governance', () => {
  it('prints the documented figures of the bundled sets', async () => {
    const telecom = await told();
    expect(telecom.lines[0]).toBe('40 cases: 10 failed, 30 succeeded; saved, cut: shares of all tokens');
    const inARow = figuresOf(telecom.json.rules, 'roo-code');
    expect(inARow).toMatchObject({ stopped_failed: 5, stopped_succeeded: 0 });
    expect(inARow.saved_share_tokens).toBeCloseTo(0.503, 3);
    expect(telecom.lines).toContain(
      'roo-code            5/10      0/30   100.0 %  48.1 %  50.3 %   0.0 %  the same call 3 times in a row',
    );
    const retail = await told('--preset', 'retail');
    const specified = figuresOf(retail.json.rules, 'specification');
    expect(specified).toMatchObject({ stopped_failed: 6, stopped_succeeded: 20 });
    expect(specified.cut_share_tokens).toBeCloseTo(0.348, 3);
    const shares = (figures: RuleFigures) =>
      ['saved', 'cut']
        .map(name => `${((figures[`${name}_share_tokens`] ?? 0) * 100).toFixed(1)} %`)
        .join(' | ');
    const rowOf = (figures: RuleFigures) =>
      `${figures.stopped_failed} of ${figures.failed} | ${figures.stopped_succeeded} of ${figures.succeeded} | ${shares(figures)} |`;
    for (const figures of [inARow, specified]) expect(PAGE).toContain(rowOf(figures));
    expect(retail.lines).toHaveLength(retail.json.rules.length + 3);
    expect(retail.lines.at(-1)).toBe(
      'None is recommended: 1 of 19 saves something and loses no success, but stops fewer than 5 cases.',
    );
    expect(telecom.lines.at(-1)).toMatch(
      /^Recommended: roo-code, which saves most of 19 without losing a success: 50\.3 % of all tokens \(95 %, chosen of 19: \d+\.\d % to 72\.1 %\), 0 of 30 lost \(95 %: up to 11\.4 %\)\.$/,
    );
  });

  it('prints one case, and keeps its columns where every case that blind stops end would have failed', async () => {
    const runs = ['failed', 'failed', null].map((outcome, i) =>
      [1, 2, 3, 4].map(at => ({ case: `c${i}`, activity: 'look', arguments: '{}', time: at, outcome })),
    );
    const write = (name: string, cases: readonly (readonly object[])[]) => {
      writeFileSync(
        path(name),
        cases
          .flat()
          .map(one => JSON.stringify(one))
          .join('\n'),
      );
      return path(name);
    };
    const one = await told('--traces', write('one.jsonl', runs.slice(2)));
    expect(one.lines[0]).toMatch(/^1 case: 0 failed, 0 succeeded, 1 of unknown outcome/);
    const { lines } = await told('--traces', write('failed.jsonl', runs.slice(0, 2)));
    const row = lines.find(line => line.startsWith('s1 '))!;
    expect(row).toContain('100.0 % 100.0 %');
    expect(row.indexOf('the same tool')).toBe(lines[1]!.indexOf('what it looks for'));
  });

  it('prints one rule in full, with the cases that it stops', async () => {
    const { lines, json } = await told('--rule', 'roo-code', '--stopped');
    expect(json.setting).toEqual({ rule: 'in_a_row', threshold: 3, compare: 'call' });
    expect(lines).toContain(
      'stops 5 of 10 failed (95 %: 23.7 % to 76.3 %) and 0 of 30 successful cases (95 %: up to 11.4 %)',
    );
    expect(lines).toContain(JSON.stringify(json.setting));
    expect(json.stopped).toHaveLength(5);
    const { agent_id: agent, case: name, step, repeats, outcome, after } = json.stopped[0];
    expect(outcome).toBe('failed');
    expect(lines).toContain(
      `${agent} ${name} (failed): after step ${step}, which repeats step ${repeats}; ${after.tokens} tokens came after it`,
    );
    const whole = json.stopped.reduce(
      (sum: number, one: { after: { tokens: number } }) => sum + one.after.tokens,
      0,
    );
    expect(whole).toBe(json.figures.after_tokens);
    expect(json.figures.saved_share_low).toBeLessThan(json.figures.saved_share_tokens);
  });

  it('tunes on one half of the tasks, drawn by the seed, and shows the result on the other', async () => {
    const { lines, json } = await told('--tune');
    expect(json.chosen_on.cases + json.shown_on.cases).toBe(40);
    expect(lines).toContain(JSON.stringify(json.setting));
    expect((await told('--tune', '--seed', '5')).json).not.toEqual(json);
  });

  it('gives the table as CSV, with every figure that the JSON has', async () => {
    const { stdout } = await inProcess('governance', '--csv');
    const { rules } = (await told()).json;
    const rows = csvParse(stdout.trim());
    expect(rows).toHaveLength(rules.length);
    for (const [i, { id, name, figures }] of (rules as RuleSummary[]).entries()) {
      expect([rows[i].rule, rows[i].name]).toEqual([id, name]);
      for (const [key, value] of Object.entries(figures))
        expect(rows[i][key]).toBe(value === null ? '' : String(value));
    }
  });

  it('accepts the mapping that the documentation shows', async () => {
    const [, mapping] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
    writeFileSync(path('mapping.json'), mapping ?? '');
    const { json } = await told('--mapping', path('mapping.json'));
    expect(figuresOf(json.rules, 's2').stopped).not.toBe(figuresOf((await told()).json.rules, 's2').stopped);
  });

  it('reads several files of the user’s, and counts steps where there are no tokens', async () => {
    for (const name of ['a', 'b']) {
      const rows = ['1,look,x', '1,look,x', '1,look,x', '1,act,y', '2,look,z'].map(row => `${name}${row}`);
      writeFileSync(path(`${name}.csv`), ['case,tool,args', ...rows, ''].join('\n'));
    }
    const { json, lines } = await told('--traces', path('a.csv'), path('b.csv'));
    expect(json.measure).toBe('steps');
    expect(lines[0]).toContain('4 cases: 0 failed, 0 succeeded, 4 of unknown outcome');
    expect(lines[1]).toMatch(/^--rule +failed +succeeded +unknown +after /);
    expect(lines.find(line => line.startsWith('roo-code'))).toMatch(/^roo-code +0\/0 +0\/0 +2\/4 +2 /);
    const one = await told('--traces', path('a.csv'), path('b.csv'), '--rule', 'roo-code');
    expect(one.lines[1]).toBe(
      'stops 0 of 0 failed and 0 of 0 successful cases, 2 of 4 of unknown outcome; 2 steps came after the stops',
    );
    expect(figuresOf(json.rules, 'roo-code')).toMatchObject({
      stopped: 2,
      stopped_unknown: 2,
      saved_steps: null,
    });
    expect(lines.join('\n')).toContain('have no results of calls');
    writeFileSync(path('spans.pb'), bytesOfFixture('otlp/tau2_retail_5.genai.pb'));
    const mixed = await inProcess('governance', '--traces', path('a.csv'), path('spans.pb'));
    expect(JSON.parse(mixed.stdout.trim().split('\n').pop()!)).toMatchObject({ measure: 'tokens' });
    expect(beyondReading(mixed.stderr)).toMatch(/^several tools ran at once in 3 turns, [^\n]+\n$/);
  });

  it.each([
    ['a model without', ['--model', 'social'], 'governance works only with --model recorded, not social'],
    ['an unknown rule', ['--rule', 'zeal'], 'no rule is called "zeal"'],
    ['a list of no rule', ['--stopped'], 'give --rule as well'],
    ['two things at once', ['--rule', 's1', '--tune'], '--rule and --tune: give one of them'],
    [
      'a file that is not there',
      ['--traces', '/nowhere.csv'],
      'traces "/nowhere.csv": there is no such file',
    ],
  ])('refuses %s in a line', async (_, args, line) => {
    const { stderr, ...outcome } = await inProcess('governance', ...args);
    expectLine({ ...outcome, stderr: beyondReading(stderr) }, line);
  });
});
