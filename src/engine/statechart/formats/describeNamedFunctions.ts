import { formatNounCount } from '../../core/formatNounCount.ts';
import { formatQuotedText } from '../../core/formatQuotedText.ts';
import type { ChartDefinition } from '../definition.ts';
import { throwMissingFunction } from './implementations.ts';

/** Names that a note has before it counts the others. */
const MAX_NAMES = 5;

/**
 * Note on functions of a chart, the code of SCXML among them, of which a form of data keeps the names alone; none for a chart
 * that is data, or came with names alone.
 */
export function describeNamedFunctions({ states, transitions, setUp }: ChartDefinition): readonly string[] {
  const names = [...new Set(listFunctionNames([setUp, states, transitions]))];
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMES).map(name => `“${formatQuotedText(name)}”`);
  const others = names.length - shown.length;
  const all = others === 0 ? shown.join(', ') : `${shown.join(', ')} and ${formatNounCount(others, 'other')}`;
  return [
    `${all}: code, written by its name alone; whoever reads it back gives the functions, or plays them as noted`,
  ];
}

function listFunctionNames(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, name, test, run, action, done, id } = part as Readonly<Record<string, unknown>>;
  const own = [
    kind === 'function' && (test ?? run) !== throwMissingFunction ? name : undefined,
    isCode(action) ? action.name : undefined,
    isCode(done) ? `data of ${String(id)}` : undefined,
  ].filter(one => typeof one === 'string');
  return [...own, ...Object.values(part).flatMap(listFunctionNames)];
}

const isCode = (value: unknown): value is { readonly name: string } =>
  typeof value === 'function' && value !== throwMissingFunction;
