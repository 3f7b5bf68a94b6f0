import type { ModelReports } from '../model/model.ts';
import type { Run } from '../run/run.ts';
import { buildDocumentHeader, writeAgentRows } from './writeRunDocument.ts';

/** Rows of which one is measured. */
const MEASURED_ROW_STRIDE = 64;
/** Characters of a transition as columns, and as a row: numbers, and names of fields. */
const COLUMNAR_ROW_LENGTH = 14;
const TRANSITION_ROW_LENGTH = 110;
/** Characters of a line around its row, without the section's name. */
const LINE_OVERHEAD = 22;

/**
 * The size of a run's document, estimated from one row in 64 of each section.
 * @param hasLines whether it has a row a line.
 * @returns bytes, about
 */
export function estimateDocumentSize(run: Run, reports: ModelReports, hasLines: boolean): number {
  let size = JSON.stringify(buildDocumentHeader(run)).length;
  size += run.machine.log.rows * (hasLines ? TRANSITION_ROW_LENGTH : COLUMNAR_ROW_LENGTH);
  const ticks = run.counts.length / run.machine.chart.states.length;
  size += ticks * (20 + 20 * run.machine.chart.states.length);
  size += estimateSectionSize(writeAgentRows(run, reports), 'agents', hasLines, row => row.length);
  for (const [name, rows] of reports.document())
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
  for (const row of rows) if (count++ % MEASURED_ROW_STRIDE === 0) sum += lengthOf(row);
  if (count === 0) return 0;
  const each = sum / Math.ceil(count / MEASURED_ROW_STRIDE);
  return count * (each + (hasLines ? LINE_OVERHEAD + name.length : 2));
}
