import { InputError } from '../core/errors.ts';
import { findNearestWord } from '../core/findNearestWord.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { parseConditionSource } from '../python/parse.ts';
import type { Condition as Expression } from '../python/program.ts';

/**
 * Reads a condition on an agent, in the language of a workflow's conditions.
 * @param from its beginning in the text
 * @throws InputError that names the mistake and its character
 */
export function readExpression(text: string, from: number, values: readonly string[]): Expression {
  const start = from + (/\S/.exec(text.slice(from))?.index ?? 0);
  const refuse = (column: number, why: string): never => {
    throw new InputError(`"${formatQuotedText(text)}", character ${start + column}: ${why}`);
  };
  const read = parseConditionSource(text.slice(start));
  if (read.kind === 'refused') return refuse(read.problems[0].column, read.problems[0].message);
  const { program } = read;
  if (program.reads.length === 0)
    return refuse(1, 'it reads nothing of an agent, so it always or never holds');
  for (const { name, column } of program.reads)
    if (!values.includes(name))
      refuse(column, `an agent has no "${formatQuotedText(name)}"; ${describeAvailableValues(name, values)}`);
  return program;
}

function describeAvailableValues(name: string, values: readonly string[]): string {
  const meant = findNearestWord(name, values);
  return meant === null ? `it has ${values.join(', ')}` : `did you mean ${meant}?`;
}
