import type * as z from '../core/zod.ts';
import type { NamedFile } from '../files/namedFile.ts';
import type { Evidence, Source } from '../oracle/oracle.ts';
import type { InputInfo } from '../setup/config.ts';
import type { Difference, UncheckedPart } from './verdict.ts';

/** One recorded answer, as a replay gives it again. */
export interface RecordedAnswer {
  readonly source: Source;
  readonly action: string | null;
  /** Probabilities by option. */
  readonly probabilities: Readonly<Record<string, number>> | null;
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  /** Text of a completion. */
  readonly answer?: string;
  /** True if it failed because of a model's answer, rather than for lack of one. */
  readonly said?: boolean;
  readonly evidence: Evidence;
}

/** Parses one value of a document; throws an InputError that names the place of a mismatch. */
export type Parse = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) => z.infer<Schema>;

/** A row of a document's decisions: its source, tick and choice; null if nothing was asked. */
interface RecordedRow {
  readonly agent_id: string;
  readonly tick: number;
  readonly decision: RecordedAnswer | null;
}

/** Result of a look at the inputs that a document holds. */
export interface HeldCheck {
  /** The first text that is not that of its digest; null for none. */
  readonly difference: Difference | null;
  /** Texts that could not be compared; empty for none. */
  readonly unchecked: readonly UncheckedPart[];
}

/** A model's part of the run document: its schema, and how it is read back. */
export interface DocumentPart {
  /** Schema of the whole document of a run of this model. */
  readonly schema: z.ZodMiniType;
  /** Document version since which the rows that are hashed are those of today. */
  readonly hashedSince: number;
  /** Reads a row of `decisions`. */
  readDecision(parse: Parse, row: unknown): RecordedRow;
  /** True if an input is the bundled one, judging by the document's facts about it. */
  isBundled(input: string, info: InputInfo, preset: string): boolean;
  /** Parts of this model's documents that nothing can check, in addition to those of all. */
  readonly unchecked?: readonly UncheckedPart[];
  /** Compares what the document holds of the user's inputs with the digests next to it. */
  checkHeld?(files: Readonly<Record<string, readonly NamedFile[]>>): HeldCheck;
  /** Section that holds an input of the user's, line by line. */
  readonly heldIn?: string;
  /** The user's inputs that the document itself holds; absent for a model whose documents hold none. */
  filesIn?(parse: Parse, document: object): Readonly<Record<string, readonly NamedFile[]>>;
}

/** The fields that decision rows of models asking for texts share. */
interface CompletedRow {
  readonly source: Source | 'chart';
  readonly kind: string;
  readonly answer: string | null;
  /** Reason of its failure; null if it did not fail. */
  readonly why: string | null;
  readonly model?: string | undefined;
  readonly prompt_version?: number | undefined;
  readonly raw?: string | undefined;
}

/** Reads the answer back; null for what the chart did by itself. */
export function readCompletedAnswer(row: CompletedRow): RecordedAnswer | null {
  const { kind, source, answer, why, model, prompt_version, raw } = row;
  if (source === 'chart') return null;
  return {
    source,
    action: null,
    probabilities: null,
    ...(answer !== null && { answer }),
    ...(why !== null && { reason: why }),
    ...(kind === 'unreadable' && { said: true }),
    evidence: {
      ...(model !== undefined && { model }),
      ...(prompt_version !== undefined && { promptVersion: prompt_version }),
      ...(raw !== undefined && { raw }),
    },
  };
}
