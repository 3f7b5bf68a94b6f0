import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumericDate, parseTraceTime } from '../../../src/engine/traces/times.ts';

const iso = (time: number | null | undefined) =>
  time === null || time === undefined ? null : new Date(time).toISOString();

describe('a time', () => {
  it.each([
    ['2024-01-01 10:05:00.5+02', '2024-01-01T08:05:00.500Z'],
    ['2024-01-01 10:00:00-0330', '2024-01-01T13:30:00.000Z'],
    ['2024-01-01T10:00:00 UTC', '2024-01-01T10:00:00.000Z'],
    ['2024-01-01 10:00:00,25', '2024-01-01T10:00:00.250Z'],
    ['20240101T100000.5+0200', '2024-01-01T08:00:00.500Z'],
    ['2024-01-01 10:00:00.123456789 +0200 CEST m=+0.1', '2024-01-01T08:00:00.123Z'],
    ['2024-01-01T10:00+02:00[Europe/Berlin]', '2024-01-01T08:00:00.000Z'],
    ['01-Feb-2024 09:00', '2024-02-01T09:00:00.000Z'],
    ['Feb 1, 2024 9:00 PM', '2024-02-01T21:00:00.000Z'],
    ['Thu, 01 Feb 2024 09:00:00 GMT', '2024-02-01T09:00:00.000Z'],
    ['1704096000', '2024-01-01T08:00:00.000Z'],
    ['1704096000000', '2024-01-01T08:00:00.000Z'],
    ['1704096000000000', '2024-01-01T08:00:00.000Z'],
    ['1704096000000000000', '2024-01-01T08:00:00.000Z'],
  ])('is read however it is written: %s', (text, expected) => {
    expect(iso(parseTraceTime(text))).toBe(expected);
  });

  it.each([
    '2024-02-30',
    '2024-13-01',
    '2024-01-01 10:75',
    'soon',
    '',
    '2024-01-01 10:00 CEST',
    'June',
    '32-Jan-2024',
    '01/02/2024',
  ])('is not read from a text that is not a time, or could be two: %j', text => {
    expect(parseTraceTime(text)).toBeNull();
  });

  it('comes back from its ISO form, whatever the offset', () => {
    const offset = fc.integer({ min: -14, max: 14 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4e12 }), offset, (time, hours) => {
        const local = new Date(time + hours * 3_600_000).toISOString().replace('Z', '');
        const zone = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}`;
        return parseTraceTime(`${local}${zone}`) === time && parseTraceTime(`${local}${zone}:00`) === time;
      }),
    );
  });
});

describe('a date in numbers with its year last', () => {
  it('has a time in each possible order', () => {
    const both = parseNumericDate('01/02/2024 09:00');
    expect([iso(both?.times['day-first']), iso(both?.times['month-first'])]).toEqual([
      '2024-02-01T09:00:00.000Z',
      '2024-01-02T09:00:00.000Z',
    ]);
    expect(parseNumericDate('13/01/2024')?.times['month-first']).toBeNull();
    expect(parseNumericDate('31.02.2024')).toBeNull();
    expect(iso(parseNumericDate('1/13/24 1:05 PM')?.times['month-first'])).toBe('2024-01-13T13:05:00.000Z');
  });

  it('is the same instant in the form of most logs as in any other', () => {
    const zones = fc.integer({ min: -23 * 60, max: 23 * 60 }).map(minutes => {
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const two = (number: number) => String(number).padStart(2, '0');
      return { text: `${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`, minutes };
    });
    const moments = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) });
    fc.assert(
      fc.property(moments, zones, (moment, { text, minutes }) => {
        const local = new Date(moment + minutes * 60_000).toISOString().slice(0, -1);
        // A space instead of the T takes the other way.
        for (const written of [`${local}${text}`, `${local.replace('T', ' ')}${text}`])
          expect(parseTraceTime(written)).toBe(moment);
      }),
    );
  });

  it.each([
    '2024-13-01T00:00:00.000Z',
    '2024-01-01T24:30:61.000Z',
    '2024-01-01T00:00:00.0x0Z',
    '2024-02-30T00:00:00.000Z',
  ])('is refused where it cannot exist in the form of most logs: %s', text => {
    expect(parseTraceTime(text)).toBeNull();
  });
});
