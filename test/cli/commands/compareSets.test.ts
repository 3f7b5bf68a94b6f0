import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beyondReading, expectLine, inProcess, ROOT } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-sets-'));
const SETS = join(ROOT, 'test/fixtures/traces/runs');
const [GPT41, SFT] = ['gpt41', 'sft'].map(name => join(SETS, `tau2_sierra_${name}.jsonl.gz`));
const RETAIL = join(ROOT, 'public/traces/tau2_retail_40.json.gz');

async function told(...args: string[]) {
  const { code, stdout, stderr } = await inProcess('compare', ...args);
  expect([code, beyondReading(stderr)]).toEqual([0, '']);
  const lines = stdout.trim().split('\n');
  return { json: JSON.parse(lines.pop() ?? ''), lines };
}

describe('compare, of two sets of recorded cases', () => {
  it('pairs their tasks, and shows figures with intervals', async () => {
    const { json, lines } = await told('--traces', GPT41, '--with', SFT);
    expect(lines[0]).toBe(
      'A has 140 cases, B 140. Compared are the 94 tasks of both, known by the same task: 140 cases of A, 140 of B.',
    );
    expect(lines).toContain('Of the cases themselves 82 of 140 succeeded in A, 111 of 140 in B.');
    expect(lines.find(line => line.startsWith('  Succeeded, %, 94 tasks'))).toMatch(
      / 64\.45 +79\.17 {2}\+14\.72 \(\d+\.\d\d to \d+\.\d\d\)$/,
    );
    expect(json).toMatchObject({ by: 'task', tasks: { a: 94, b: 94 }, judged: 94 });
  });

  it('lists once for each set how its files were read', async () => {
    const { stderr } = await inProcess('compare', '--traces', GPT41, '--with', SFT);
    expect(stderr).toBe(
      'tau2_sierra_gpt41.jsonl: runs, 140 cases, 2,202 steps\ntau2_sierra_sft.jsonl: runs, 140 cases, 2,571 steps\n',
    );
    const same = await inProcess('compare', '--traces', GPT41, '--with', GPT41);
    expect(same.stderr).toBe('tau2_sierra_gpt41.jsonl: runs, 140 cases, 2,202 steps\n');
  });

  it('takes a bundled set by its name, and lists the bundled sets', async () => {
    const named = await told('--preset', 'retail', '--with', 'retail_tuned');
    const file = join(ROOT, 'public/traces/tau2_retail_tuned_40.jsonl.gz');
    expect(named.lines).toEqual((await told('--preset', 'retail', '--with', file)).lines);
    expect((await told('--traces', RETAIL, '--with', 'retail_tuned')).lines).toEqual(named.lines);
    const { code, stderr } = await inProcess('compare', '--preset', 'retail', '--with', 'retail_tune');
    expect(code).toBe(2);
    expect(stderr).toContain(
      '--with "retail_tune": there is no such file, nor is it alone and a set that comes with Statescope: telecom, retail, retail_tuned',
    );
  });

  it('prints what the documentation shows', async () => {
    const page = readFileSync(join(ROOT, 'docs/traces.md'), 'utf8');
    const { json } = await told('--traces', GPT41, '--with', SFT);
    const rows = [
      ['succeeded', 'succeeded, %', 100, 1],
      ['tokens', 'tokens per case', 1, 0],
      ['repeats', 'repeated calls per case', 1, 2],
      ['stuck', 'stuck, %', 100, 1],
    ] as const;
    for (const [name, words, scale, digits] of rows) {
      const measure = json.measures.find((one: { readonly name: string }) => one.name === name);
      const shown = (value: number) =>
        (value * scale).toFixed(value === 0 ? 0 : digits).replace(/(?<=^\d+)(?=\d{3}$)/, ',');
      const { a, b, difference, intervals } = measure;
      const range = intervals.difference.map(shown).join(' to ');
      expect(page).toContain(`| ${words} | ${shown(a)} | ${shown(b)} | +${shown(difference)} | ${range} |`);
    }
  });

  it('prints the same for the documents of two runs, however far each was played', async () => {
    const documents = [];
    for (const [name, rounds] of [
      [GPT41, '3'],
      [SFT, '40'],
    ]) {
      const out = join(folder, `${rounds}.json`);
      const run = ['run', '--model', 'recorded', '--traces', name, '--rounds', rounds, '--out', out];
      expect((await inProcess(...run)).code).toBe(0);
      documents.push(out);
    }
    const { json } = await told(...documents);
    expect(json).toEqual((await told('--traces', GPT41, '--with', SFT)).json);
    const older = join(folder, 'older.json');
    const text = readFileSync(documents[0], 'utf8');
    writeFileSync(older, text.replace(/("engine":\s*")[^"]+/, '$10.6.9'));
    const { stderr } = await inProcess('compare', older, documents[1]);
    expect(stderr).toMatch(/older\.json was recorded by engine "?0\.6\.9/);
  });

  it('splits one set by a label, as two sets of the same cases', async () => {
    const { json, lines } = await told(
      '--traces',
      GPT41,
      SFT,
      '--split',
      'set=tau2_sierra_gpt41,tau2_sierra_sft',
    );
    const two = await told('--traces', GPT41, '--with', SFT);
    expect(json).toEqual(two.json);
    expect(lines).toEqual(two.lines);
    expect((await told('--traces', GPT41, SFT, '--split', 'set')).lines).toEqual(lines);
    expect(
      (await told('--traces', GPT41, SFT, '--split', 'set=tau2_sierra_sft,tau2_sierra_gpt41')).json.ended.a
        .succeeded,
    ).toBe(111);
  });

  it('keeps to a reading that is given with a split', async () => {
    const [traces, reading] = ['failing.jsonl', 'reading.json'].map(name => join(folder, name));
    const steps = [{ tool: 'search', args: '{}', result: '{"error":"nothing found"}' }];
    const runs = ['old', 'new', 'old', 'new'].map((model, i) => ({ run: `r${i}`, model, steps }));
    writeFileSync(traces, runs.map(run => JSON.stringify(run)).join('\n'));
    writeFileSync(reading, JSON.stringify({ errors_in_results: false }));
    const failed = async (...args: string[]) => {
      const { stdout } = await inProcess('compare', '--traces', traces, '--split', 'model', ...args);
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '').measures.find(
        (one: { readonly name: string }) => one.name === 'failed_steps',
      )?.a;
    };
    expect([await failed(), await failed('--reading', reading)]).toEqual([1, undefined]);
  });

  it('says which labels split the cases if another one is given', async () => {
    const refused = async (words: string, ...args: string[]) => {
      const outcome = await inProcess('compare', '--traces', GPT41, ...args);
      expectLine({ ...outcome, stderr: beyondReading(outcome.stderr) }, words);
    };
    await refused('no label of the cases has 2 to 20 values', '--split', 'color');
    await refused('the cases can be split by model (ft:gpt-4.1', SFT, '--split', 'color');
    await refused('name two values of the label, as set=tau2', SFT, '--split', 'set=never,tau2_sierra_sft');
    await refused('cases that have this label have the value tau2', '--split', 'set');
    await refused('give one of them', '--split', 'end', '--with', SFT);
  });

  it('reports in one line what cannot be compared', async () => {
    const telecom = join(ROOT, 'public/traces/tau2_telecom_40.json.gz');
    const refused = async (words: string, ...args: string[]) => {
      const outcome = await inProcess('compare', ...args);
      expectLine({ ...outcome, stderr: beyondReading(outcome.stderr) }, words);
    };
    await refused(
      'no task is in both sets (A has "retail 40", B "telecom ',
      '--traces',
      RETAIL,
      '--with',
      telecom,
    );
    await refused(
      '--with is for model recorded, not social',
      ...['--model', 'social', '--traces', RETAIL, '--with', telecom],
    );
    await refused('give that with --with', '--model', 'recorded', '--traces', RETAIL);
    await refused('give that with --with', '--traces', RETAIL);
    await refused('give the first one with --traces', '--with', telecom);
  });
});
