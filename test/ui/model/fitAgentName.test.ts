import { describe, expect, it } from 'vitest';
import { fitAgentName } from '../../../src/ui/model/fitAgentName.ts';

/** Each sign a pixel wide. */
const ctx = { measureText: (text: string) => ({ width: text.length }) as TextMetrics };
const fitting = (names: readonly string[], room: number, pin = '') =>
  names.map((_, agent) => fitAgentName(ctx, names, agent, pin, room));

describe('a name that has no room', () => {
  const cases = [
    'case 2: [mobile_data…A:None]',
    'case 36: [mms_issue]…A:Hard]',
    'case 37: [mms_issue]…A:Hard]',
    'case 1036: [service_…A:Hard]',
  ];

  it('keeps its number and what follows it, without the word that all begin with', () => {
    expect(fitting(cases, 16)).toEqual([
      '2: [mobi…A:None]',
      '36: [mms…A:Hard]',
      '37: [mms…A:Hard]',
      '1036: [s…A:Hard]',
    ]);
    expect(fitting(cases, 6)).toEqual(['2:…ne]', '36:…d]', '37:…d]', '1036…]']);
    expect(fitting(cases, 17, '⌃ ')[1]).toBe('⌃ 36: [mm…A:Hard]');
  });

  it('keeps the beginning or the end, whichever distinguishes it', () => {
    const files = ['src/engine/log.ts', 'src/engine/logs.ts', 'src/ui/log.ts'];
    expect(fitting(files, 12)).toEqual(['…engin…og.ts', '…eng…logs.ts', '…ui/log.ts']);
    const missions = ['Repair the northern relay', 'Repair the northern mast', 'Repair the southern mast'];
    expect(fitting(missions, 14)).toEqual(['…northe…relay', '…northern mast', '…southern mast']);
    const ends = ['3659713b-alpha-rest-of-it', '3659713b-beta-rest-of-it', '77-beta-rest-of-it-here'];
    expect(fitting(ends, 16)).toEqual(['3659713b-alpha…t', '3659713b-beta…it', '77-beta-…it-here']);
  });

  it('is whole where it fits', () => {
    expect(fitting(['case 1', 'case 2'], 6)).toEqual(['case 1', 'case 2']);
  });

  it('has its beginning and its end if it stands alone, or among equal ones', () => {
    expect(fitting(['a rather long name'], 9)).toEqual(['a ra…name']);
    expect(fitting(['a rather long name', 'a rather long name'], 9)).toEqual(['a ra…name', 'a ra…name']);
  });

  it('is compared with some of many', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `case ${i}: [mobile_data…A:Hard]`);
    expect(fitAgentName(ctx, names, 54_321, '', 14)).toBe('54321:…A:Hard]');
  });
});
