import { writeZip } from '../../engine/export/writeZip.ts';
import type { Progress } from '../../workers/protocol/api.ts';
import type { PageCommands } from '../contract/pageCommands.ts';
import { downloadFile } from '../controls/downloadFile.ts';
import { getErrorMessage, isEngineStoppedError } from '../lib/messages.ts';
import type { PageStore } from '../state/pageState.ts';
import { formatByteSize } from '../words/sizes.ts';

/**
 * Downloads both runs of a comparison as documents, with the comparison as JSON, in one archive; a cancellation is not
 * reported.
 * @throws Error in one line, if it could not be written
 */
export async function exportPair(
  store: PageStore,
  commands: PageCommands,
  progress: Progress,
): Promise<void> {
  const { run, pair, notify } = store.getState();
  if (run === null || pair === null) return;
  if (pair.differences === null) throw new Error('The runs are still being compared.');
  try {
    const parts: Uint8Array[] = [];
    const round = await commands.exportRun('json', async part => void parts.push(part), progress);
    const other = await commands.ask(engine => engine.otherDocument());
    if (other === null) return;
    const own = { name: pair.words.own, round, bytes: joinBytes(parts) };
    const second = { name: pair.words.other, round: other.round, bytes: joinBytes(other.parts) };
    const [a, b] = pair.isOwnB ? [second, own] : [own, second];
    const { report, ...differences } = pair.differences;
    const comparison = {
      format: 'statescope-comparison',
      a: { file: 'a.json', name: a.name, round: a.round },
      b: { file: 'b.json', name: b.name, round: b.round },
      ...(report === null ? { differences } : { report }),
    };
    const text = new TextEncoder().encode(`${JSON.stringify(comparison, null, 2)}\n`);
    const archive = writeZip({ 'a.json': a.bytes, 'b.json': b.bytes, 'comparison.json': text });
    const name = `statescope-comparison-${run.setup.model}.zip`;
    downloadFile(name, [archive], 'application/zip');
    notify(
      'note',
      `${name} has been downloaded: ${formatByteSize(archive.length)}, both runs and their comparison.`,
    );
  } catch (error) {
    if (getErrorMessage(error) !== 'cancelled' && !isEngineStoppedError(error))
      throw new Error(`The comparison could not be written: ${getErrorMessage(error)}`, { cause: error });
  }
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
