import { describe, expect, it } from 'vitest';
import { estimateDocumentSize } from '../../../src/engine/export/estimateDocumentSize.ts';
import { joinLinesIntoChunks, writeDocumentLines } from '../../../src/engine/export/writeDocumentLines.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { documentText, playTo } from '../play.ts';
import { getReports } from '../reports.ts';

type Row = Readonly<Record<string, unknown>>;

const linesOf = async (run: Run) => [...writeDocumentLines(run, getReports(run))];

/** The document that lines make, as the other form has it. */
function assembled(lines: readonly string[]): Row {
  const { sections, transitions, ...head } = JSON.parse(lines[0]);
  const rows = lines.slice(1, -1).map(line => JSON.parse(line) as { section: string; row: Row });
  const of = (name: string) => rows.filter(({ section }) => section === name).map(({ row }) => row);
  const moved = of('transitions');
  const columns = Object.keys(moved[0]).map(name => [name, moved.map(row => row[name])]);
  return {
    ...head,
    format: 'statescope-run',
    ...Object.fromEntries((sections as readonly string[]).map(name => [name, of(name)])),
    transitions: { ...transitions, ...Object.fromEntries(columns) },
  };
}

describe('a run document with a row a line', () => {
  it.each(MODELS)('has the contents of the other form: %s', async (model, part) => {
    const run = await playTo(createRun(await loadedOf(model, part, 3)), 8);
    const lines = await linesOf(run);
    expect(assembled(lines)).toEqual(JSON.parse(documentText(run)));
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ rows: lines.length - 2 });
    expect([...joinLinesIntoChunks(lines)].join('')).toBe(`${lines.join('\n')}\n`);
  });

  it('begins with its kind and the kinds of its rows', async () => {
    const run = await playTo(createRun(await loadedOf('governed', { agents: 3 }, 1)), 3);
    const [header, first] = await linesOf(run);
    expect(header).toMatch(/^\{"format":"statescope-run-lines","version":3,"engine":"/);
    expect(JSON.parse(header)).toMatchObject({
      hash: run.hash,
      config: { model: 'governed', rounds: 3 },
      transitions: { triggers: run.machine.chart.triggers },
      sections: ['distribution', 'agents', 'transitions', 'decisions', 'calls', 'measurements'],
    });
    expect(first).toMatch(/^\{"section":"distribution","row":\{"tick":0,/);
  });

  it.each(MODELS)('is of about the size that is estimated: %s', async (model, part) => {
    const run = await playTo(createRun(await loadedOf(model, part, 3)), 20);
    const reports = getReports(run);
    for (const [hasLines, pieces] of [
      [true, joinLinesIntoChunks(writeDocumentLines(run, reports))],
      [false, [documentText(run)]],
    ] as const) {
      const size = Buffer.byteLength([...pieces].join(''));
      expect(estimateDocumentSize(run, reports, hasLines) / size).toBeGreaterThan(0.6);
      expect(estimateDocumentSize(run, reports, hasLines) / size).toBeLessThan(1.7);
    }
  });

  it('reports its progress, up to the whole', async () => {
    const run = await playTo(createRun(await loadedOf('workflow', { agents: 2 }, 1)), 3);
    const told: number[] = [];
    for (const _ of writeDocumentLines(run, getReports(run), part => told.push(part)));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });
});
