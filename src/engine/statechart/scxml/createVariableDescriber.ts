import { cleanTextLine } from '../../core/cleanTextLine.ts';
import type { ChartAgent } from '../definition.ts';
import { NotAnExpression, parseScxmlExpression } from './parseScxmlExpression.ts';

/** Maximum length of a quoted value in UTF-16 units. */
const MAX_VARIABLE_LENGTH = 60;

/** The variables of an agent's that an expression reads, with their values: "count 3, colour "red""; of a mistaken one nothing. */
export function createVariableDescriber(expression: string): (agent: ChartAgent) => string {
  const names = listExpressionNames(expression);
  return ({ data }) =>
    names
      .filter(name => Object.hasOwn(data, name))
      .map(name => `${name} ${cleanTextLine(formatVariableValue(data[name]), MAX_VARIABLE_LENGTH)}`)
      .join(', ');
}

/** A value as JSON has it; an assignment may have put it into itself, which JSON cannot say. */
function formatVariableValue(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return 'a value that holds itself';
  }
}

/** Names in the order in which they stand there, each once; neither what stands in texts nor names of parts (`coins.size`). */
function listExpressionNames(expression: string): readonly string[] {
  const names = new Set<string>();
  const open: unknown[] = [tryParseExpression(expression)];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) open.push(...node.toReversed());
    if (typeof node !== 'object' || node === null || !('type' in node)) continue;
    const { type, name, computed, property, key, ...parts } = node as Record<string, unknown>;
    if (type === 'Identifier') names.add(String(name));
    if (computed === true) open.push(property);
    open.push(...Object.values(parts).toReversed());
  }
  return [...names];
}

function tryParseExpression(expression: string): unknown {
  try {
    return parseScxmlExpression(expression);
  } catch (error) {
    if (error instanceof NotAnExpression) return null;
    throw error;
  }
}
