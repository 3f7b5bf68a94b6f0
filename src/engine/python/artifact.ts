import { Raised } from './limits.ts';
import { listProgramExpressions } from './listSubexpressions.ts';
import type { ArtifactQuestion, Condition, Definition, Program, Statement } from './program.ts';
import { bindArguments } from './running/createFunctionValue.ts';
import type { Place } from './sourcePlace.ts';

/** Programs that conditions may ask, by name. */
export type Artifacts = ReadonlyMap<string, { readonly program: Program }>;

/** The function that gives an artifact's answer. */
export const ARTIFACT_ENTRY = 'run';

/** The function of an artifact's code that answers; null if there is none. */
export function findArtifactEntry({ body }: Program): Definition<readonly Statement[]> | null {
  const entry = body.findLast(
    statement => statement.kind === 'function' && statement.name === ARTIFACT_ENTRY,
  );
  return entry?.kind === 'function' ? entry.made : null;
}

/** A question as it is written. */
interface WrittenQuestion extends Place {
  readonly question: ArtifactQuestion;
  /** Name of the artifact; null for one that is computed. */
  readonly name: string | null;
}

/** The questions to artifacts in a program, with the places of the names. */
export const listArtifactQuestions = (program: Program | Condition): readonly WrittenQuestion[] =>
  listProgramExpressions(program).flatMap(question => {
    if (question.kind !== 'ask') return [];
    const { artifact } = question;
    const isWritten = artifact.kind === 'constant' && typeof artifact.value === 'string';
    return [{ question, name: isWritten ? String(artifact.value) : null, ...artifact.at }];
  });

/** Reason why a question always fails: its values do not fit those that the artifact takes; null for none. */
export function findQuestionMistake({ values, named }: ArtifactQuestion, program: Program): string | null {
  const entry = findArtifactEntry(program);
  try {
    if (entry !== null)
      bindArguments(
        ARTIFACT_ENTRY,
        entry.parameters,
        values.map(() => null),
        named.map(({ name }) => [name, null] as const),
      );
    return null;
  } catch (error) {
    if (error instanceof Raised) return error.message;
    throw error;
  }
}

/** One question to an artifact in a run. */
export interface ArtifactCall {
  readonly artifact: string;
  /** Its values, as Python writes them: `'a jar', floor=3`; shortened. */
  readonly given: string;
  /** The artifact that asked; null for the condition itself. */
  readonly by: string | null;
  /** The answer, as Python writes it, shortened; null if it failed. */
  answer: string | null;
  /** Why it failed; null if it did not. */
  failure: string | null;
}

/** Questions to artifacts in a run, in order. */
export interface ArtifactCalls {
  /** The first of them. */
  readonly listed: readonly ArtifactCall[];
  readonly total: number;
}
