import { estimateDocumentSize } from '../../engine/export/estimateDocumentSize.ts';
import { joinLinesIntoChunks, writeDocumentLines } from '../../engine/export/writeDocumentLines.ts';
import { writeRunDocument } from '../../engine/export/writeRunDocument.ts';
import { formatMegabytes } from '../../engine/files/textFile.ts';
import type { Run } from '../../engine/run/run.ts';
import { MAX_TEXT_FILE_BYTES } from './readBoundedFile.ts';

/** Size in bytes from which a document is announced before it is written. */
const ANNOUNCED_DOCUMENT_BYTES = 20_000_000;

/**
 * Serializes a run's document in pieces, row by row if the path ends in .ndjson. Announces the size of a large one, and
 * reports progress.
 * @param say shows a line; one that begins with a carriage return is progress
 */
export async function serializeDocumentFor(
  run: Run,
  path: string,
  say: (line: string) => void,
): Promise<Iterable<string>> {
  const reports = await run.state.loadReports();
  const hasLines = /\.ndjson$/i.test(path);
  const size = estimateDocumentSize(run, reports, hasLines);
  const tell = (part: number) => {
    if (size >= ANNOUNCED_DOCUMENT_BYTES) say(`\rwriting ${path}: ${Math.round(100 * part)} %`);
  };
  if (size >= ANNOUNCED_DOCUMENT_BYTES) say(`${path} will take about ${formatMegabytes(size)} (estimated)\n`);
  if (size >= 0.9 * MAX_TEXT_FILE_BYTES && !hasLines)
    say(
      `${path}: one text of more than ${formatMegabytes(MAX_TEXT_FILE_BYTES)} cannot be opened again; as .ndjson a document can be, whatever its size\n`,
    );
  return hasLines
    ? joinLinesIntoChunks(writeDocumentLines(run, reports, tell))
    : writeRunDocument(run, reports, tell);
}
