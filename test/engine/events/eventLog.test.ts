import { csvParse } from 'd3-dsv';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../../../src/engine/events/eventReader.ts';
import { writeEventLines, writeEventLogHeader } from '../../../src/engine/events/writeEventLines.ts';
import { readEventPage, writeEventFile } from '../../../src/workers/engine/reading/eventLog.ts';
import { open, playTo } from '../play.ts';

const run = await playTo(await open({ network: 'scale-free', agents: 1_000 }), 10);
const ALL = { from: null, to: 10, agents: null, words: '', off: [] } as const;

describe('the event log of the open run', () => {
  it('abandons what was asked for before when something else is asked', async () => {
    const [first, second] = await Promise.all([
      readEventPage(run, { ...ALL, words: 'a text that is in no line' }, 0, 10),
      readEventPage(run, ALL, 0, 10),
    ]);
    expect(first).toBeNull();
    expect(second?.lines).toHaveLength(10);
    expect(second?.total).toBe(second?.all);
  });

  it('continues its counts as the run goes on', async () => {
    const other = await playTo(await open({ network: 'scale-free', agents: 100 }), 4);
    const before = await readEventPage(other, ALL, 0, 1);
    await playTo(other, 9);
    const after = await readEventPage(other, ALL, 0, 1);
    expect(before?.lines[0]?.tick).toBe(4);
    expect(after?.lines[0]?.tick).toBe(9);
    expect(after?.all).toBeGreaterThan(before?.all ?? Number.POSITIVE_INFINITY);
  });

  it('as a file equals what the command line prints of the same run', async () => {
    const reader = await EventReader.of(run);
    const choice = { from: 3, to: 7, kinds: ['post'], agents: [4, 5, 6, 7, 8] } as const;
    const off = [...new Set(reader.at(5).map(({ kind }) => kind))].filter(kind => kind !== 'post');
    const asked = { ...ALL, from: 3, to: 7, agents: choice.agents, off };
    const text = await (await writeEventFile(run, asked, 'ndjson')).text();
    const expected = [...writeEventLines(reader, 3, 7, choice)].join('');
    expect(text.slice(text.indexOf('\n') + 1)).toBe(expected);
    const whole = await (await writeEventFile(run, ALL, 'ndjson')).text();
    const lines = [...writeEventLines(reader, run.machine.past.start + 1, 10)].join('');
    expect(whole === writeEventLogHeader(run) + lines).toBe(true);
  });

  it('as a table has a row a line, from which the line can be restored', async () => {
    const asked = { ...ALL, from: 3, to: 6 };
    const rows = csvParse(await (await writeEventFile(run, asked, 'csv')).text());
    const reader = await EventReader.of(run);
    const lines = [...writeEventLines(reader, 3, 6)].join('').trimEnd().split('\n');
    expect(rows).toHaveLength(lines.length);
    const kinds = new Set<string>();
    for (const [i, line] of lines.entries()) {
      const { tick, other, ...cells } = rows[i];
      // An apostrophe stands before what a spreadsheet would take for a formula.
      const given = Object.entries(cells).flatMap(([name, cell]) =>
        cell === '' ? [] : [[name, cell] as const],
      );
      const told = {
        tick: Number(tick),
        ...Object.fromEntries(given),
        ...(other && JSON.parse(other.replace(/^'/, ''))),
      };
      expect(told).toEqual(JSON.parse(line));
      kinds.add(cells.kind);
    }
    expect(kinds).toEqual(new Set(['state_transition', 'question', 'answer', 'post']));
  });
});
