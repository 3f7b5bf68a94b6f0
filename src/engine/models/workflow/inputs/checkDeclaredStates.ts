import type { Scalar } from 'yaml';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import { formatYamlWord, getScalarRange, type Reader } from './fields.ts';

/** Places of a misspelled name that make its declaration the likelier mistake. */
const SEVERAL = 2;
/** Lines that a message lists. */
const LISTED = 5;

/**
 * A state that nothing uses, beside a similar name that several places use: the error is told once, at the declaration,
 * in place of the ones where the name is used.
 * @returns the names that were meant
 */
export function checkDeclaredStates({ problems, mentions }: Reader): readonly string[] {
  const uses = new Map<string, Scalar[]>();
  for (const { text, node } of mentions.strangers) uses.set(text, [...(uses.get(text) ?? []), node]);
  const unused = new Map([...mentions.declared].filter(([state]) => !mentions.used.has(state)));
  const byUse = [...uses].sort(([, a], [, b]) => b.length - a.length);
  return byUse.flatMap(([name, nodes]) => {
    const state = findNearestWord(name, mentions.declared.keys());
    const declaration = state !== null && unused.get(state);
    if (nodes.length < SEVERAL || !declaration) return [];
    unused.delete(state);
    const offsets = nodes.map(node => getScalarRange(node)[0]);
    for (const offset of offsets) problems.takeBack(offset);
    const lines = [...new Set(offsets.map(offset => problems.at(offset).line))].sort((a, b) => a - b);
    const [from, to] = getScalarRange(declaration);
    const message = `no edge and no step uses “${formatYamlWord(state)}”; “${formatYamlWord(name)}” is used ${formatLineNumbers(lines)}`;
    problems.error(from, to - from, message, name);
    return [name];
  });
}

function formatLineNumbers(lines: readonly number[]): string {
  if (lines.length === 1) return `in line ${lines[0]}`;
  const more = lines.length - LISTED;
  const last = more > 0 ? `${more} more` : lines[lines.length - 1];
  return `in lines ${lines.slice(0, more > 0 ? LISTED : -1).join(', ')} and ${last}`;
}
