import { cleanText } from '../../answerFormats/text.ts';
import type { ChartAgent } from '../definition.ts';

/** UTF-16 units of a value that are told. */
const LONGEST_VALUE = 60;

/** The variables of an agent's that an expression names, with their values: "count 3, colour "red"". */
export function readsOf(expression: string): (agent: ChartAgent) => string {
  const names = [...new Set(expression.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])];
  return ({ data }) =>
    names
      .filter(name => Object.hasOwn(data, name))
      .map(name => `${name} ${cleanText(JSON.stringify(data[name]) ?? 'undefined', LONGEST_VALUE)}`)
      .join(', ');
}
