import { InputError } from '../core/errors.ts';
import type { ModelReports } from '../model/model.ts';
import type { Run } from '../run/run.ts';
import { joinPiecesIntoChunks } from './writeDocumentLines.ts';

/**
 * The recorded steps of a run in the Trace Event Format, in pieces of useful size.
 * @param hasTexts true for the texts of the recordings as well, unless the set-up hides them
 * @throws InputError for a model whose steps have no times
 */
export async function writeTraceEventChunks(
  run: Run,
  reports: ModelReports,
  hasTexts: boolean,
): Promise<Iterable<string>> {
  if (reports.traceEvents === undefined)
    throw new InputError(`steps of model ${run.model.name} have no times: only recorded runs have a trace`);
  return joinPiecesIntoChunks(await reports.traceEvents(hasTexts));
}
