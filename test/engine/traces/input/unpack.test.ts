import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readFiles } from '../fixture.ts';

const TABLE = strToU8('case,tool\n1,look\n');

describe('an archive', () => {
  it('may hold the extra files of a Mac', () => {
    const noise = Uint8Array.from({ length: 200 }, (_, index) => index % 7);
    const zip = zipSync({ 'a.csv': TABLE, '__MACOSX/._a.csv': noise, '.DS_Store': noise });
    const { cases, skipped } = readFiles({ 'x.zip': zip });
    expect(cases).toHaveLength(1);
    expect(skipped).toEqual([]);
  });

  it('that is an Office document is named in one line', () => {
    const part = strToU8('<?xml version="1.0"?><x/>');
    const zip = zipSync({ '[Content_Types].xml': part, 'xl/workbook.xml': part, 'xl/sheet1.xml': part });
    expect(readFiles({ 'x.xlsx': zip }).skipped).toEqual([
      {
        ...{ file: 'x.xlsx', line: null },
        reason: 'a document of an Office program: of a spreadsheet, save the sheet as CSV',
      },
    ]);
  });
});
