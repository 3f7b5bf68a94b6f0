import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { type ArtifactCall, listArtifactQuestions } from '../../../python/artifact.ts';
import { listNamesRead } from '../../../python/listNamesRead.ts';
import type { Condition as Expression, Program } from '../../../python/program.ts';
import { toPyRepr } from '../../../python/toPyRepr.ts';
import type { Condition, Workflow } from '../inputs/workflow.ts';
import type { TurnContext } from './turnContext.ts';

/** Maximum length of a quoted value in UTF-16 units. */
const MAX_READ_VALUE_LENGTH = 60;

/** The names that a condition reads, and those that the artifacts read that it asks; none without a condition. */
export function listConditionNames(
  condition: Condition | null,
  { artifacts }: Pick<Workflow, 'artifacts'>,
): readonly string[] {
  if (condition === null) return [];
  const programs = new Set<Program | Expression>([condition.program]);
  for (const program of programs)
    for (const { name } of listArtifactQuestions(program)) {
      const asked = name === null ? undefined : artifacts.get(name);
      if (asked !== undefined) programs.add(asked.program);
    }
  return [...new Set([...programs].flatMap(listNamesRead))];
}

/** Values behind a condition that was evaluated: "plan 'a jar', balance 9, judge('a jar') answered False". */
export function describeConditionReads(condition: Condition | null, context: TurnContext): string {
  const values = describeValuesRead(listConditionNames(condition, context), context);
  const calls = condition === null ? undefined : context.calls.get(condition);
  const asked = (calls?.listed ?? []).filter(({ by }) => by === null).map(describeArtifactCall);
  return [...(values === '' ? [] : [values]), ...asked].join(', ');
}

/** "judge('a jar') answered False" */
const describeArtifactCall = ({ artifact, given, answer, failure }: ArtifactCall): string =>
  `${artifact}(${given}) ${answer === null ? `broke off: ${failure}` : `answered ${answer}`}`;

/** "should_pivot True, success_rate 0.25"; empty if nothing is read. */
export const describeValuesRead = (names: readonly string[], context: TurnContext): string =>
  names
    .map(name => {
      const value = context.get(name);
      return value === undefined ? `${name} not set` : `${name} ${shortenValue(toPyRepr(value))}`;
    })
    .join(', ');

/** At most 60 UTF-16 units of a value, on one line. */
export const shortenValue = (text: string): string => cleanTextLine(text, MAX_READ_VALUE_LENGTH);
