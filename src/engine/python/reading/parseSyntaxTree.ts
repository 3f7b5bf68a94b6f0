import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { formatSourceExcerpt } from '../formatSourceExcerpt.ts';
import { prescanSource, TOO_DEEP } from './prescanSource.ts';
import { describeUnsupported, FOREIGN } from './pythonWords.ts';
import { refuseSource, type Source } from './refusal.ts';

/** A parser that stops at the first mistake: what the grammar would repair is not Python. */
const strict = parser.configure({ strict: true });

const WHERE = /No parse at (\d+)/;

/** The syntax tree of a source. @throws Refusal if it does not parse */
export function parseSyntaxTree(source: Source): SyntaxNode {
  prescanSource(source.text);
  try {
    return strict.parse(source.text).topNode;
  } catch (error) {
    if (error instanceof SyntaxError) return refuseSource(...createSyntaxMistake(source.text, error.message));
    // The tree is built recursively; glance() keeps it shallow, and this is a second safeguard.
    if (error instanceof RangeError) return refuseSource(0, TOO_DEEP);
    throw error;
  }
}

const STATEMENT = /^(async)\b/;

function createSyntaxMistake(text: string, message: string): [number, string] {
  const at = Math.min(Number(WHERE.exec(message)?.[1] ?? 0), text.length);
  const rest = text.slice(at);
  if (/\d\.$/.test(text.slice(0, at))) return [at, 'a number ends with a point; write a digit after it'];
  const foreignWord = STATEMENT.exec(rest)?.[1];
  if (foreignWord !== undefined) return [at, describeUnsupported(FOREIGN[foreignWord])];
  const token = /^(?:\w+|:=|[^\s\w])/.exec(rest)?.[0];
  if (token !== undefined) return [at, `${formatSourceExcerpt(token)} is not allowed here`];
  if (rest.trim() === '') return [at, 'the source ends too early'];
  const isAtStart = at === 0 || text[at - 1] === '\n';
  return [at, isAtStart ? 'this line is indented unlike any block above it' : 'the line ends too early'];
}

/** The parts of a node without its comments. */
export function listNodeParts(node: SyntaxNode): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let part = node.firstChild; part !== null; part = part.nextSibling)
    if (part.name !== 'Comment') parts.push(part);
  return parts;
}
