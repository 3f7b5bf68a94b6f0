import { InputError } from '../../core/errors.ts';
import type { ModelReports } from '../../model/model.ts';
import type { Network } from '../../network/network.ts';
import type { Run } from '../../run/run.ts';
import { DOCUMENT_CHUNK_LENGTH } from '../writeRunDocument.ts';
import { buildExportNetwork, type DrawnNetwork } from './buildExportNetwork.ts';
import { writeGexf } from './writeGexf.ts';
import { writeGraphMl } from './writeGraphMl.ts';

/** Formats in which a run's network is written. */
export type NetworkForm = 'gexf' | 'graphml';

/** Both of them. */
export const NETWORK_FORMS: readonly NetworkForm[] = ['gexf', 'graphml'];

const WRITERS: Readonly<Record<NetworkForm, (network: DrawnNetwork) => Iterable<string>>> = {
  gexf: writeGexf,
  graphml: writeGraphMl,
};

/**
 * A run's network with the events of each node, in pieces of useful size; the same run gives the same bytes everywhere.
 * @param network null if the agents stand on none
 * @throws InputError then
 */
export function* writeNetworkChunks(
  run: Run,
  reports: ModelReports,
  network: Network | null,
  form: NetworkForm,
): Generator<string> {
  if (network === null) throw new InputError(`the agents of model ${run.model.name} are not on a network`);
  let piece = '';
  for (const text of WRITERS[form](buildExportNetwork(run, reports, network))) {
    piece += text;
    if (piece.length < DOCUMENT_CHUNK_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
