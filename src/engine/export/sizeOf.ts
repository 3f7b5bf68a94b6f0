import type { Telling } from '../model/model.ts';
import type { Run } from '../run/run.ts';
import { buildDocumentHeader, writeAgentRows } from './document.ts';

/** Rows of which one is measured. */
const EVERY = 64;
/** Characters of a transition as columns, and as a row: numbers, and names of fields. */
const COLUMNS = 14;
const ROW = 110;
/** Characters of a line around its row, without the section's name. */
const AROUND = 22;

/**
 * The size of a run's document, estimated from one row in 64 of each section.
 * @param hasLines whether it has a row a line.
 * @returns bytes, about
 */
export function estimateDocumentSize(run: Run, telling: Telling, hasLines: boolean): number {
  let size = JSON.stringify(buildDocumentHeader(run)).length;
  size += run.machine.log.rows * (hasLines ? ROW : COLUMNS);
  const ticks = run.counts.length / run.machine.chart.states.length;
  size += ticks * (20 + 20 * run.machine.chart.states.length);
  size += estimateSectionSize(writeAgentRows(run, telling), 'agents', hasLines, row => row.length);
  for (const [name, rows] of telling.document())
    size += estimateSectionSize(rows, name, hasLines, row => JSON.stringify(row).length);
  return size;
}

function estimateSectionSize<Row>(
  rows: Iterable<Row>,
  name: string,
  hasLines: boolean,
  lengthOf: (row: Row) => number,
): number {
  let count = 0;
  let sum = 0;
  for (const row of rows) if (count++ % EVERY === 0) sum += lengthOf(row);
  if (count === 0) return 0;
  const each = sum / Math.ceil(count / EVERY);
  return count * (each + (hasLines ? AROUND + name.length : 2));
}
