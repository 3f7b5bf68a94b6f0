import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beyondReading, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-report-'));

describe('report', () => {
  it('writes the page to standard output, or to a file with its facts in the last line', async () => {
    const { code, stdout, stderr } = await inProcess('report', '--rule', 'roo-code');
    expect([code, beyondReading(stderr)]).toEqual([0, '']);
    expect(stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(stdout).toContain(
      '5 of 10 failed cases and 0 of 30 successful ones, and saved up to 50.3 % of tokens (95 %, as the best of 19 rules: ',
    );
    const out = join(folder, 'report.html');
    const filed = await inProcess('report', '--rule', 'roo-code', '--out', out);
    expect(readFileSync(out, 'utf8')).toBe(stdout);
    const { hash, ...told } = JSON.parse(filed.stdout);
    expect(told).toEqual({ out, form: 'html', bytes: Buffer.byteLength(stdout) });
    expect(stdout).toContain(`${hash}, after round 102 of 102`);
  });

  it('takes the recommended rule unless one is named, and says that it is', async () => {
    const named = await inProcess('report', '--rule', 'roo-code');
    expect((await inProcess('report')).stdout).toBe(named.stdout);
    expect(named.stdout).toContain('it saves most without ending a successful case');
  });

  it('writes Markdown by the ending of the file, with the hold-out where it is asked for', async () => {
    const out = join(folder, 'report.md');
    await inProcess('report', '--tune', '--date', '2026-01-31', '--rounds', '3', '--out', out);
    const text = readFileSync(out, 'utf8');
    expect(text).toMatch(/^# Recorded agent runs: /);
    expect(text).toContain('The rule chosen on the first half is another one than above: ');
    expect(text).toContain('Written on 2026-01-31.');
    expect(text).toContain('after round 3 of 102');
  });

  it('holds both sets with --with', async () => {
    const { stdout } = await inProcess(
      'report',
      '--preset',
      'retail',
      '--with',
      'retail_tuned',
      '--form',
      'md',
    );
    expect(stdout).toContain(
      '# Recorded agent runs: tau2\\_retail\\_40.json.gz and tau2\\_retail\\_tuned\\_40.jsonl.gz',
    );
    expect(stdout).toContain('Compared are the 40 tasks of both');
  });

  it('refuses what it cannot report, in one line', async () => {
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await inProcess('report', ...args);
      expect([code, stdout]).toEqual([2, '']);
      return beyondReading(stderr);
    };
    expect(await refused('--rule', 'x')).toMatch(
      /^statescope: no rule is called "x"; there are careful, .+\n$/,
    );
    expect(await refused('--model', 'social')).toContain('report works only with --model recorded');
    expect(await refused('--date', 'today')).toContain('--date must be a day as 2026-01-31, not today');
    expect(await refused('--form', 'pdf')).toContain('--form');
  });
});
