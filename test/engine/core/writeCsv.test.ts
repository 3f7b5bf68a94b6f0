import { describe, expect, it } from 'vitest';
import { writeCsv } from '../../../src/engine/core/writeCsv.ts';
import { cpuTime } from '../../cpuTime.ts';

describe('CSV', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(writeCsv(['a', 'b'], [['x,y', 'say "no"\nor yes']])).toBe('a,b\n"x,y","say ""no""\nor yes"\n');
  });

  it('disarms text that a spreadsheet would take for a formula, and leaves numbers alone', () => {
    expect(
      writeCsv(
        ['label', 'tick'],
        [
          ['=1+1', -3],
          ['@cmd', 4],
        ],
      ),
    ).toBe("label,tick\n'=1+1,-3\n'@cmd,4\n");
  });

  it.each([
    ['＝1+1', "'＝1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a\t＠b\t-2', '"a\t\'＠b\t\'-2"'],
    ['\u200b\u202e =1', "'\u200b\u202e =1"],
    ['\ufeff\u3164=1', "'\ufeff\u3164=1"],
    ['\tx', "'\tx"],
    ['\t＝x', "'\t'＝x"],
    ['\t;\t =1', "'\t;'\t' =1"],
    [`;${' '.repeat(60)}=1`, `;'${' '.repeat(60)}=1`],
    ['\ufe0f\u00ad=1', "'\ufe0f\u00ad=1"],
    ['up; x=1, -2', '"up; x=1, -2"'],
    ['a-b=c', 'a-b=c'],
  ])('disarms them at full width, after a semicolon, and behind invisible characters: %j', (text, cell) => {
    expect(writeCsv(['t'], [[text]])).toBe(`t\n${cell.includes('\t') ? cell.replaceAll('"', '') : cell}\n`);
  });

  it.each(['\t', ' ', ';', '\u200b'])('takes little time for 100,000 times %j', mark => {
    expect(
      cpuTime(() => writeCsv(['t'], [[mark.repeat(100_000)], [`x${mark.repeat(100_000)}y`]])),
    ).toBeLessThan(500);
  });
});
