import type { SyntaxNode } from '@lezer/common';
import type { Expression, Replacement } from '../program.ts';
import { FORMAT } from '../values/format.ts';
import { describeUnsupported } from './createWordSet.ts';
import { decodeStringEscapes } from './literal.ts';
import type { Reader } from './reader.ts';
import { refuseSource } from './refusal.ts';
import { listNodeParts } from './tree.ts';

/** The parts of an f-string, or of several strings in a row. @throws Refusal */
export function readFormatString(
  reader: Reader,
  node: SyntaxNode,
  strings: readonly SyntaxNode[],
): Expression {
  const parts = strings.flatMap(string =>
    string.name === 'FormatString' ? readFormatParts(reader, string) : [reader.string(string)],
  );
  return { kind: 'format', at: reader.place(node), parts };
}

const OPENING = /^(f|fr|rf)('''|"""|'|")/i;

function readFormatParts(reader: Reader, node: SyntaxNode): readonly (string | Replacement)[] {
  const text = reader.text(node);
  const [opening, prefix, quote] =
    OPENING.exec(text) ?? refuseSource(node.from, describeUnsupported('a string with this prefix'));
  const isRaw = prefix.length === 2;
  const end = node.to - quote.length;
  const parts: (string | Replacement)[] = [];
  let from = node.from + opening.length;
  for (const part of listNodeParts(node)) {
    parts.push(readFormatText(reader, from, part.from, isRaw), readReplacement(reader, part));
    from = part.to;
  }
  return [...parts, readFormatText(reader, from, end, isRaw)];
}

/** The text between two replacements; a brace is written twice. */
function readFormatText(reader: Reader, from: number, to: number, isRaw: boolean): string {
  const text = reader.source.text.slice(from, to);
  const single = text.replace(/\{\{|\}\}/g, '  ').search(/[{}]/);
  if (single >= 0) refuseSource(from + single, 'a brace in an f-string is written twice');
  const braced = (piece: string): string => piece.replaceAll('{{', '{').replaceAll('}}', '}');
  return isRaw ? braced(text) : decodeStringEscapes(braced(text), from);
}

function readReplacement(reader: Reader, node: SyntaxNode): Replacement {
  const [, expression, ...rest] = listNodeParts(node).slice(0, -1);
  let isRepr = false;
  let format = '';
  if (expression === undefined) return refuseSource(node.from, 'these braces are empty');
  if (expression.name === 'LambdaExpression')
    refuseSource(expression.from, 'a lambda needs parentheses here');
  for (const part of rest) {
    const text = reader.text(part);
    const isTight = /[:}]/.test(reader.source.text.charAt(part.to));
    if (part.name === 'FormatConversion' && isTight && /^![rs]$/.test(text)) isRepr = text === '!r';
    else if (part.name === 'FormatSpec') format = text.slice(1);
    else return refuseSource(part.from, describeUnsupported(`${text.slice(0, 20)} in an f-string`));
  }
  if (!FORMAT.test(format)) refuseSource(node.from, describeUnsupported(`the format ${format.slice(0, 40)}`));
  return { value: reader.expression(expression), isRepr, format };
}
