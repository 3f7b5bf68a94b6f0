import type { InputInfo, NamedFile } from '../config.ts';
import type { Evidence, Source } from '../oracle.ts';
import type * as z from '../zod.ts';

/** One recorded answer, as a replay gives it again. */
export interface RecordedAnswer {
  readonly source: Source;
  readonly action: string | null;
  /** By option. */
  readonly probabilities: Readonly<Record<string, number>> | null;
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  /** What a completion said. */
  readonly answer?: string;
  /** Whether it failed for what a model said, and not because nothing came. */
  readonly said?: boolean;
  readonly evidence: Evidence;
}

/** Parses one value of a document; what does not fit throws an InputError that names the place. */
export type Parse = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) => z.infer<Schema>;

/** A row of a document's decisions: who decided when, and what; null where nobody was asked. */
interface RecordedRow {
  readonly agent_id: string;
  readonly tick: number;
  readonly decision: RecordedAnswer | null;
}

/** A model's part of the run document: its schema, and how it is read again. */
export interface DocumentPart {
  /** Of the whole document of a run of this model. */
  readonly schema: z.ZodMiniType;
  /** Version of the document since which its hash is made by the rule of today. */
  readonly hashedSince: number;
  /** Reads a row of `decisions`. */
  readDecision(parse: Parse, row: unknown): RecordedRow;
  /** Whether an input is the one that comes with Statescope, by what the document says of it. */
  isBundled(input: string, info: InputInfo, preset: string): boolean;
  /** Inputs of the user's that the document holds itself; absent for a model whose documents hold none. */
  filesIn?(parse: Parse, document: object): Readonly<Record<string, readonly NamedFile[]>>;
}

/** What the decision rows of models that ask for texts have in common. */
interface CompletedRow {
  readonly source: Source | 'chart';
  readonly kind: string;
  readonly answer: string | null;
  /** Why it failed; null where it did not. */
  readonly why: string | null;
  readonly model?: string | undefined;
  readonly prompt_version?: number | undefined;
  readonly raw?: string | undefined;
}

/** Null for what the chart did by itself. */
export function completedAnswer(row: CompletedRow): RecordedAnswer | null {
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
