import type { Loaded } from '../../engine/models/openRun.ts';
import type { Run } from '../../engine/run/run.ts';
import type {
  DocumentForm,
  ExportCommands,
  ExportedDocument,
  ExportForm,
  Progress,
} from '../protocol/exportCommands.ts';
import { OneAtATime } from '../shared/oneAtATime.ts';
import { loadRunReports } from './late/loadRunReports.ts';

/** The session as far as documents of its run need it. */
interface ExporterParts {
  /** The open run. */
  run(): Run;
  /** Its inputs. */
  loaded(): Loaded;
  /** Lets work take its turn with ticks. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Writes documents of the open run. One at a time: a new one, like a new run, ends the one before. */
export class Exporter implements ExportCommands {
  readonly #parts: ExporterParts;
  readonly #exports = new OneAtATime();

  constructor(parts: ExporterParts) {
    this.#parts = parts;
  }

  exportDocument(progress: Progress | null): Promise<ExportedDocument> {
    return this.#write(async (run, signal) => {
      const { serializeRunDocument, reports } = await loadRunReports(run);
      return {
        round: run.rounds,
        parts: await serializeRunDocument({ run, reports, signal, progress }),
      };
    });
  }

  exportTo(
    form: ExportForm,
    write: (bytes: Uint8Array) => Promise<void>,
    progress: Progress | null,
  ): Promise<number> {
    return this.#write(async (run, signal) => {
      const { writeDocument, reports } = await loadRunReports(run);
      const loaded = this.#parts.loaded();
      await writeDocument({ run, reports, loaded, form, signal, progress, write });
      return run.rounds;
    });
  }

  exportSizes(): Promise<Readonly<Record<DocumentForm, number>>> {
    return this.#parts.inTurn(async () => {
      const run = this.#parts.run();
      const { estimateDocumentSizes, reports } = await loadRunReports(run);
      return estimateDocumentSizes(run, reports);
    });
  }

  async cancelExport(): Promise<void> {
    this.#exports.end();
  }

  async #write<Result>(write: (run: Run, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const run = this.#parts.run();
    const signal = this.#exports.begin();
    return this.#parts.inTurn(() => write(run, signal));
  }
}
