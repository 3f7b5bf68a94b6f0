import { applyLogRow } from '../log/fold.ts';
import type { ModelReports } from '../model/model.ts';
import type { Run } from '../run/run.ts';
import {
  buildDocumentHeader,
  Configurations,
  DOCUMENT_CHUNK_LENGTH,
  stringifyRows,
  writeAgentRows,
  writeDistributionRows,
} from './writeRunDocument.ts';

/**
 * The run document line by line: a header, each row of each section as `{"section": its name, "row": …}`, and at the
 * end `{"rows": their number}`. A transition is a row. The lines of one run are the same everywhere.
 * @param progress called with the finished part, 0 to 1.
 */
export function* writeDocumentLines(
  run: Run,
  reports: ModelReports,
  progress: (part: number) => void = () => {},
): Generator<string> {
  run.assertWhole();
  const sections = listDocumentSections(run, reports);
  yield JSON.stringify({
    ...buildDocumentHeader(run),
    format: LINES_FORMAT,
    transitions: buildTransitionNames(run),
    sections: sections.map(([name]) => name),
  });
  let count = 0;
  for (const [i, [name, rows]] of sections.entries()) {
    const before = `{"section":${JSON.stringify(name)},"row":`;
    for (const row of rows) {
      count++;
      yield `${before}${row}}`;
    }
    progress((i + 1) / (sections.length + 1));
  }
  yield JSON.stringify({ rows: count });
  progress(1);
}

/** Lines joined into pieces worth handing on, each line with its end. */
export const joinLinesIntoChunks = (lines: Iterable<string>): Generator<string> =>
  joinPiecesIntoChunks(lines, '\n');

/** Texts joined into pieces worth handing on. @param end after each text */
export function* joinPiecesIntoChunks(texts: Iterable<string>, end = ''): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text + end;
    if (piece.length < DOCUMENT_CHUNK_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function listDocumentSections(
  run: Run,
  reports: ModelReports,
): readonly (readonly [name: string, rows: Iterable<string>])[] {
  return [
    ['distribution', writeDistributionRows(run)],
    ['agents', writeAgentRows(run, reports)],
    ['transitions', writeTransitionRows(run)],
    ...reports.document().map(([name, rows]) => [name, stringifyRows(rows)] as const),
  ];
}

/** Names that the rows of transitions index. */
function buildTransitionNames(run: Run): object {
  const { chart } = run.machine;
  return {
    triggers: chart.triggers,
    ...(!chart.isFlat && { configurations: new Configurations(run).list() }),
  };
}

function* writeTransitionRows(run: Run): Generator<string> {
  const { past, chart, table, log } = run.machine;
  const triggers = chart.definition.transitions.map(({ trigger }) => chart.triggerNumber.get(trigger));
  const configurations = new Configurations(run);
  const columns = past.at(past.start);
  const { contextColumn } = run.model;
  for (let tick = past.start + 1; tick <= run.tick; tick++) {
    const [from, to] = log.range(tick);
    for (let row = from; row < to; row++) {
      const [agent, step, context] = [log.agentAt(row), log.transitionAt(row), log.contextAt(row)];
      const before = columns.state[agent];
      applyLogRow(columns, table.targets, tick, agent, step);
      yield JSON.stringify({
        tick,
        agent,
        from: configurations.placeOf(before),
        to: configurations.placeOf(table.targets[step]),
        trigger: triggers[table.step(step).transitions[0]],
        [contextColumn]: context === 0 ? null : context - 1,
      });
    }
  }
}

/** Format of a run document that has a row a line (NDJSON), by which it is recognised. */
export const LINES_FORMAT = 'statescope-run-lines';
