import type { SyntaxNode } from '@lezer/common';
import type { Expression, Replacement } from '../program.ts';
import { FORMAT } from '../values/format.ts';
import { unescaped } from './literal.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { partsOf } from './tree.ts';
import { foreign } from './words.ts';

/** The parts of an f-string, or of several strings in a row. @throws Refusal */
export function formatOf(reader: Reader, node: SyntaxNode, strings: readonly SyntaxNode[]): Expression {
  const parts = strings.flatMap(string =>
    string.name === 'FormatString' ? formatted(reader, string) : [reader.string(string)],
  );
  return { kind: 'format', at: reader.place(node), parts };
}

const OPENING = /^(f|fr|rf)('''|"""|'|")/i;

function formatted(reader: Reader, node: SyntaxNode): readonly (string | Replacement)[] {
  const text = reader.text(node);
  const [opening, prefix, quote] =
    OPENING.exec(text) ?? refuse(node.from, foreign('a string with this prefix'));
  const isRaw = prefix.length === 2;
  const end = node.to - quote.length;
  const parts: (string | Replacement)[] = [];
  let from = node.from + opening.length;
  for (const part of partsOf(node)) {
    parts.push(textOf(reader, from, part.from, isRaw), replacementOf(reader, part));
    from = part.to;
  }
  return [...parts, textOf(reader, from, end, isRaw)];
}

/** The text between two replacements; a brace is written twice. */
function textOf(reader: Reader, from: number, to: number, isRaw: boolean): string {
  const text = reader.source.text.slice(from, to);
  const single = text.replace(/\{\{|\}\}/g, '  ').search(/[{}]/);
  if (single >= 0) refuse(from + single, 'a brace in an f-string is written twice');
  const braced = (piece: string): string => piece.replaceAll('{{', '{').replaceAll('}}', '}');
  return isRaw ? braced(text) : unescaped(braced(text), from);
}

function replacementOf(reader: Reader, node: SyntaxNode): Replacement {
  const [, expression, ...rest] = partsOf(node).slice(0, -1);
  let isRepr = false;
  let format = '';
  if (expression === undefined) return refuse(node.from, 'these braces are empty');
  if (expression.name === 'LambdaExpression') refuse(expression.from, 'a lambda needs parentheses here');
  for (const part of rest) {
    const text = reader.text(part);
    const isTight = /[:}]/.test(reader.source.text.charAt(part.to));
    if (part.name === 'FormatConversion' && isTight && /^![rs]$/.test(text)) isRepr = text === '!r';
    else if (part.name === 'FormatSpec') format = text.slice(1);
    else return refuse(part.from, foreign(`${text.slice(0, 20)} in an f-string`));
  }
  if (!FORMAT.test(format)) refuse(node.from, foreign(`the format ${format.slice(0, 40)}`));
  return { value: reader.expression(expression), isRepr, format };
}
