import type { NetworkForm } from '../../engine/export/network/networkForms.ts';

/** Progress of something long, 0 to 1. */
export type Progress = (part: number, label: string) => void;

/** Forms of a run document: one JSON text, or a row a line (NDJSON). */
export type DocumentForm = 'json' | 'lines';

/** Recorded steps by the clock, without the texts of the recordings or with them. */
export type TraceForm = 'perfetto' | 'perfetto_texts';

/** Form of an export: the document, the network with the events of each node, tables, or recorded steps by the clock. */
export type ExportForm = DocumentForm | NetworkForm | 'tables' | TraceForm;

/** A run document in parts, and the round at whose end it was written. */
export interface ExportedDocument {
  readonly round: number;
  readonly parts: readonly Uint8Array[];
}

/** Commands that write the open run's document. A new one ends the one before, which rejects with 'cancelled'. */
export interface ExportCommands {
  /** The run document, byte for byte what the command line writes. */
  exportDocument(progress: Progress | null): Promise<ExportedDocument>;
  /** The same in a form, or the run's network or tables, piece by piece: the next piece comes when `write` has taken one. @returns the round at whose end it was written */
  exportTo(
    form: ExportForm,
    write: (bytes: Uint8Array) => Promise<void>,
    progress: Progress | null,
  ): Promise<number>;
  /** Bytes that the document will take in each form, estimated. */
  exportSizes(): Promise<Readonly<Record<DocumentForm, number>>>;
  cancelExport(): Promise<void>;
}
